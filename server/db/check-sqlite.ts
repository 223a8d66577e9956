import BetterSqlite from 'better-sqlite3';

/** More lines would not help: a damaged file is restored from a backup. */
const MAX_LINES = 20;

/** Returns a line for each damage in a SQLite file. Reads the whole file and blocks the thread. */
export function checkSqlite(path: string): string[] {
  let database: BetterSqlite.Database | null = null;
  try {
    // SQLite checks no `CHECK` over a connection that was opened as `readonly`.
    database = new BetterSqlite(path, { fileMustExist: true });
    database.pragma('query_only = on');
    const lines = [...checkPages(database), ...checkReferences(database), ...checkSums(database)];
    return lines.slice(0, MAX_LINES);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database?.close();
  }
}

/** Checks pages, indexes against their tables, and every `CHECK`. */
function checkPages(database: BetterSqlite.Database): string[] {
  return database
    .prepare<[], Record<string, unknown>>(`pragma integrity_check(${MAX_LINES})`)
    .all()
    .map((row) => String(Object.values(row)[0]).replaceAll('\n', ' '))
    .filter((line) => line !== 'ok');
}

function checkReferences(database: BetterSqlite.Database): string[] {
  return database
    .prepare<[], Record<string, unknown>>('pragma foreign_key_check')
    .all()
    .map(({ table, parent }) => `a row of ${table} names one of ${parent} that is not there`);
}

/** Checks the amounts of orders, because `integrity_check` does not find every wrong one. */
function checkSums(database: BetterSqlite.Database): string[] {
  return database
    .prepare<[], { id: string }>(
      `select id from orders where (
        select coalesce(sum(quantity), 0) = orders.pins
          and coalesce(sum(quantity * unit_price), 0) = orders.images_total
        from order_items where order_id = orders.id
      ) is not true
        or charges_total <> (
          select coalesce(sum(amount), 0) from order_charges where order_id = orders.id
        )
        or total_amount <> images_total - discount_amount + charges_total + shipping_cost
      limit ${MAX_LINES}`,
    )
    .all()
    .map(({ id }) => `order ${id} is not the sum of its parts`);
}

// Runs as a separate process: the shop's own could answer no request meanwhile.
if (import.meta.main) process.stdout.write(checkSqlite(process.argv[2] ?? '').join('\n'));
