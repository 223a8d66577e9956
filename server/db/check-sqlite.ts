import BetterSqlite from 'better-sqlite3';

/** More say nothing new: a damaged file is restored from a copy. */
const MAX_LINES = 20;

/** Returns what is damaged in a SQLite file, a line each. It reads the whole file, and blocks meanwhile. */
export function checkSqlite(path: string): string[] {
  let database: BetterSqlite.Database | null = null;
  try {
    database = new BetterSqlite(path, { readonly: true, fileMustExist: true });
    const lines = [...checkPages(database), ...checkReferences(database), ...checkSums(database)];
    return lines.slice(0, MAX_LINES);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database?.close();
  }
}

/** Pages, indexes against their tables, and every `CHECK`. */
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

/** An order's amounts, which are checked when they are written: SQLite's own check lets some pass. */
function checkSums(database: BetterSqlite.Database): string[] {
  return database
    .prepare<[], { id: string }>(
      `select id from orders where (
        select count(*) = orders.unique_images
          and coalesce(sum(quantity), 0) = orders.images_count
          and coalesce(sum(quantity * unit_price), 0) = orders.images_total
        from order_items where order_id = orders.id
      ) is not true
        or subtotal_after_discount <> images_total - discount_amount
        or total_amount <> subtotal_after_discount + shipping_cost
      limit ${MAX_LINES}`,
    )
    .all()
    .map(({ id }) => `order ${id} is not the sum of its parts`);
}

// As a process of its own: in the shop's nobody would be answered meanwhile.
if (import.meta.main) process.stdout.write(checkSqlite(process.argv[2] ?? '').join('\n'));
