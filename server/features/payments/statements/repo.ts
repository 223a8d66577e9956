import { layoutCorrections } from '#contract/payments/statements.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { createPacer } from '#server/lib/take-turn.ts';
import type { BankCredit, BankStatement } from '#server/ports/bank/bank.ts';

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

/** Returns the movements of a range of days from which a payment was noted. */
export async function readUsed(
  db: Queries,
  { from, to }: Pick<BankStatement, 'from' | 'to'>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('movements')
    .select('hash')
    .where('used_at', 'is not', null)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
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

export type OfferedMovement = { n: number; hash: string; day: string; amount: number };

/** Returns the credits of a list that were offered, by their rows; null: there is no such list. */
export async function readOffered(
  db: Queries,
  id: string,
): Promise<Map<number, OfferedMovement> | null> {
  const rows = await db
    .selectFrom('statements')
    .leftJoin('statement_rows as row', 'row.statement_id', 'statements.id')
    .leftJoin('movements', 'movements.hash', 'row.movement')
    .select(['row.n', 'movements.hash', 'movements.day', 'movements.amount'])
    .where('statements.id', '=', id)
    .execute();
  if (rows.length === 0) return null;
  return new Map(
    rows.flatMap(({ n, hash, day, amount }): [number, OfferedMovement][] =>
      n === null || hash === null || day === null || amount === null
        ? []
        : [[n, { n, hash, day, amount }]],
    ),
  );
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
