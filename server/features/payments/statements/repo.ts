import { sql } from 'kysely';
import { layoutCorrections } from '#contract/payments/statements.ts';
import { addDays } from '#domain/base/dates.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { newJobId } from '#server/lib/ids.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { createPacer } from '#server/lib/take-turn.ts';
import { type BankCredit, type BankStatement, PAYER_LENGTH } from '#server/ports/bank/bank.ts';

/** Rows per statement, which delays other requests by some milliseconds. */
const BATCH = 200;
/** Layouts that are remembered: an owner has a bank or two. */
const MAX_LAYOUTS = 100;

export async function readLayouts(db: Queries): Promise<Record<string, Partial<Layout>>> {
  const rows = await db
    .selectFrom('statement_layouts')
    .selectAll()
    .orderBy('saved_at', 'desc')
    .limit(MAX_LAYOUTS)
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ key, columns: stored }) => {
      const { data } = layoutCorrections.safeParse(parseJson(stored));
      return data ? [[key, data]] : [];
    }),
  );
}

export async function saveLayout(
  db: Queries,
  key: string,
  corrections: Partial<Layout>,
  now: number,
): Promise<void> {
  const stored = { columns: JSON.stringify(corrections), saved_at: now };
  await db
    .insertInto('statement_layouts')
    .values({ key, ...stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(stored))
    .execute();
}

/**
 * Returns the id of a list that is read now. It ends with its layout, by which a source is known: of
 * one source a movement has the same hash in every list.
 */
export function newStatementId(now: number, { layoutKey }: Pick<BankStatement, 'layoutKey'>) {
  return `${newJobId(now)}.${layoutKey.slice(0, 8)}`;
}

function isOfSource(statementId: string) {
  const source = statementId.slice(statementId.indexOf('.'));
  return sql<boolean>`hash in (select movement from statement_rows
    where statement_id like ${`%${source}`})`.as('isOfSource');
}

/** What of a movement every list has. */
type Movement = { hash: string; day: string; amount: number; payer: string | null };
const MOVEMENT = ['hash', 'day', 'amount', 'payer'] as const;

/** Days between which two sources date one movement: its own, and the business day after a weekend. */
const SPAN_DAYS = 3;

/** Returns whether movements of two sources, whose texts always differ, may be the same one. */
export function mayBeSame(one: Movement, other: Movement): boolean {
  if (one.amount !== other.amount) return false;
  if (one.day === other.day) return true;
  const isOfPayer = hashesOf(one).some((payer) => hashesOf(other).includes(payer));
  const [first = '', last = ''] = [one.day, other.day].sort();
  return isOfPayer && last <= addDays(first, SPAN_DAYS);
}

/** Returns a payer's hashes: one source knows the RUT, another one the name. */
function hashesOf({ payer }: Movement): string[] {
  if (payer === null) return [];
  return [payer.slice(0, PAYER_LENGTH), payer.slice(PAYER_LENGTH)].filter((hash) => hash !== '');
}

/** Returns the movements from which a payment was noted, of the days of a list and those around. */
export async function readUsed(
  db: Queries,
  { id, from, to }: Pick<BankStatement, 'from' | 'to'> & { id: string },
): Promise<{ used: Set<string>; ofOthers: Movement[] }> {
  const rows = await db
    .selectFrom('movements')
    .select([...MOVEMENT, isOfSource(id)])
    .where('used_at', 'is not', null)
    .where('day', '>=', addDays(from, -SPAN_DAYS))
    .where('day', '<=', addDays(to, SPAN_DAYS))
    .execute();
  return {
    used: new Set(rows.map(({ hash }) => hash)),
    ofOthers: rows.filter((row) => !row.isOfSource),
  };
}

/**
 * Returns whether a payment was noted since a list was compared from a movement of another source that
 * may be the same as one of the list. Until the transaction ends, none can be.
 */
export async function isNotedSince(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Tx,
  { id, readAt }: OfferedList,
  of: Movement,
): Promise<boolean> {
  const alike = await lockRows(
    tx
      .selectFrom('movements')
      .select([...MOVEMENT, 'used_at', isOfSource(id)])
      .where('amount', '=', of.amount)
      .where('day', '>=', addDays(of.day, -SPAN_DAYS))
      .where('day', '<=', addDays(of.day, SPAN_DAYS))
      // Always in the same sequence, so that two confirmations do not wait for each other.
      .orderBy('hash'),
  ).execute();
  return alike
    .filter((other) => !other.isOfSource && mayBeSame(of, other))
    .some(({ used_at }) => used_at !== null && used_at >= readAt);
}

/** Stores credits that are not known yet, in several statements. */
export async function saveMovements(
  db: Queries,
  credits: readonly BankCredit[],
  now: number,
): Promise<void> {
  const pace = createPacer();
  for (const batch of inBatches(credits, BATCH)) {
    await pace();
    await db
      .insertInto('movements')
      .values(
        batch.map(({ hash, day, amount, payer }) => ({
          ...{ hash, day, amount, payer },
          ...{ seen_at: now, used_at: null },
        })),
      )
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ seen_at: now }))
      .execute();
  }
}

type Offered = { id: string; by: string; now: number; credits: readonly BankCredit[] };

export async function saveStatement(
  { db }: Pick<Context, 'db'>,
  { from, to }: Pick<BankStatement, 'from' | 'to'>,
  { id, by, now, credits }: Offered,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insertInto('statements')
      .values({ id, read_at: now, read_by: by, from_day: from, to_day: to })
      .execute();
    for (const batch of inBatches(credits, BATCH)) {
      await tx
        .insertInto('statement_rows')
        .values(batch.map(({ n, hash }) => ({ statement_id: id, n, movement: hash })))
        .execute();
    }
  });
}

export type OfferedMovement = Movement & { n: number };

/** A list as it was offered: when it was compared, and its credits by their rows. */
export type OfferedList = {
  id: string;
  readAt: number;
  movements: ReadonlyMap<number, OfferedMovement>;
};

/** Returns null if there is no such list. */
export async function readOffered(db: Queries, id: string): Promise<OfferedList | null> {
  const rows = await db
    .selectFrom('statements')
    .leftJoin('statement_rows as row', 'row.statement_id', 'statements.id')
    .leftJoin('movements', 'movements.hash', 'row.movement')
    .select(['statements.read_at', 'row.n', 'hash', 'day', 'amount', 'payer'])
    .where('statements.id', '=', id)
    .execute();
  const [first] = rows;
  if (!first) return null;
  const movements = rows.flatMap(({ n, hash, day, amount, payer }): [number, OfferedMovement][] =>
    n === null || hash === null || day === null || amount === null
      ? []
      : [[n, { n, hash, day, amount, payer }]],
  );
  return { id, readAt: first.read_at, movements: new Map(movements) };
}

/** Marks a movement as used. @returns false if it was already */
export async function claimMovement(tx: Tx, hash: string, now: number): Promise<boolean> {
  const claimed = await tx
    .updateTable('movements')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .execute();
  return claimed.length === 1;
}

export async function linkPayment(tx: Tx, paymentId: string, movement: string): Promise<void> {
  await tx.insertInto('movement_payments').values({ payment_id: paymentId, movement }).execute();
}

/** Returns the payments that were noted from a list since a time, by order. */
export async function readNoted(
  db: Queries,
  statementId: string,
  since: number,
): Promise<{ row: number; orderId: string; paymentId: string }[]> {
  const rows = await db
    .selectFrom('statement_rows as row')
    .innerJoin('movement_payments as link', 'link.movement', 'row.movement')
    .innerJoin('order_payments as payment', 'payment.id', 'link.payment_id')
    .select(['row.n', 'payment.order_id', 'payment.id'])
    .where('row.statement_id', '=', statementId)
    .where('payment.removed_at', 'is', null)
    .where('payment.noted_at', '>', since)
    .orderBy('row.n')
    .orderBy('payment.id')
    .execute();
  return rows.map(({ n, order_id, id }) => ({ row: n, orderId: order_id, paymentId: id }));
}
