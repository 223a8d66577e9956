import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import type { Context, OrderChanged } from '#server/context.ts';
import { hasNone } from '#server/db/has-none.ts';
import type { Tx } from '#server/db/types.ts';

/** How long movements are kept that no payment was noted from. */
const KEPT_DAYS = 90;
/** Payers are counted in a half-year. */
const COUNTED_DAYS = 190;

/** Frees the movements of payments that were removed, once none of a movement's payments is left. */
export async function freeMovements(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const left = new Set(after.payments.flatMap((each) => (each.removedAt === null ? each.id : [])));
  const removed = before.payments.flatMap(({ id, removedAt }) =>
    removedAt === null && !left.has(id) ? id : [],
  );
  if (removed.length === 0) return;
  const gone = await tx
    .deleteFrom('movement_payments')
    .where('payment_id', 'in', removed)
    .returning('movement')
    .execute();
  if (gone.length === 0) return;
  const freed = tx.updateTable('movements').where(
    'hash',
    'in',
    gone.map(({ movement }) => movement),
  );
  // Locks them: another transaction may be removing the other payment of a movement.
  await freed.set(({ ref }) => ({ used_at: ref('used_at') })).execute();
  await freed
    .set({ used_at: null })
    .where(hasNone('movement_payments', 'movement', 'movements.hash'))
    .execute();
}

/** Deletes lists and unused movements of three months ago, and hashes of payers of a half-year ago. */
export async function sweepStatements({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  const before = now - KEPT_DAYS * DAY_MS;
  await db.queries.deleteFrom('statements').where('read_at', '<', before).execute();
  const { numDeletedRows } = await db.queries
    .deleteFrom('movements')
    .where('used_at', 'is', null)
    .where('seen_at', '<', before)
    .executeTakeFirst();
  await db.queries
    .updateTable('movements')
    .set({ payer: null })
    .where('day', '<', addDays(dayOf(now), -COUNTED_DAYS))
    .where('payer', 'is not', null)
    .execute();
  return Number(numDeletedRows);
}

/** Removes who paid an order from its movements. */
export async function forgetPayers(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('movements')
    .set({ payer: null })
    .where('hash', 'in', (movements) =>
      movements
        .selectFrom('movement_payments as link')
        .innerJoin('order_payments as payment', 'payment.id', 'link.payment_id')
        .select('link.movement')
        .where('payment.order_id', '=', orderId),
    )
    .execute();
}
