import { type Selectable, sql } from 'kysely';
import type { StrayReason, TodayStray } from '#contract/payments/stray-payments.ts';
import { TODAY_LIMIT } from '#contract/today/today.ts';
import { ShopError } from '#domain/base/errors.ts';
import { isVoid } from '#domain/orders/status.ts';
import type { PaymentProvider } from '#domain/payments/attempt.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { newJobId } from '#server/lib/ids.ts';
import { CURRENCY, type TakenPayment } from '#server/ports/payments/payments.ts';

type Stray = { provider: PaymentProvider; orderId: string | null; taken: TakenPayment };

/** Records a payment that cannot be that of an attempt, or what the provider now reports of it. */
export async function recordStray(
  db: Queries | Tx,
  { provider, orderId, taken: { providerId, amount, refunded, currency } }: Stray,
  now: number,
): Promise<void> {
  await db
    .insertInto('stray_payments')
    .values({
      ...{ id: newJobId(now), provider, provider_id: providerId, order_id: orderId },
      ...{ amount, refunded, currency, created_at: now },
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({ amount, refunded }),
    )
    .execute();
}

/** Same expression as in the index `payments_stray`. */
const holdsStrayMoney = sql<boolean>`paid_order = 0 and state in ('paid', 'refunding')`;

/** Attempts whose money no order counts, and that the owner has not handled. */
function strayAttempts(db: Queries) {
  return db
    .selectFrom('payments')
    .where(holdsStrayMoney)
    .where('payments.id', 'not in', db.selectFrom('handled_payments').select('id'));
}

/** Payments of no attempt that are not given back, and that the owner has not handled. */
function strayOthers(db: Queries) {
  return db
    .selectFrom('stray_payments')
    .whereRef('refunded', '<', 'amount')
    .where('id', 'not in', db.selectFrom('handled_payments').select('id'));
}

/**
 * Returns the money that came in for no order, oldest first, at most `TODAY_LIMIT` of attempts and
 * as many of others, and how many payments there are.
 */
export async function readStrays(
  { payments }: Pick<Context, 'payments'>,
  db: Queries,
): Promise<{ strays: TodayStray[]; count: number }> {
  const attempts = await strayAttempts(db)
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'provider', 'provider_id', 'order_id', 'amount', 'refunded', 'state'])
    .select(['payments.created_at', 'paid_at', 'orders.status', 'deleted_at', 'paid_on'])
    .orderBy('paid_at')
    .orderBy('payments.id')
    .limit(TODAY_LIMIT)
    .execute();
  const others = await strayOthers(db)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(TODAY_LIMIT)
    .execute();
  const strays: TodayStray[] = [
    ...attempts.map((row) => {
      const reason = reasonOf(row);
      const hasOrder = reason !== 'deleted' && row.provider === payments?.provider;
      return {
        ...present({ ...row, currency: CURRENCY, created_at: row.paid_at ?? row.created_at }),
        reason,
        isRefunding: row.state === 'refunding',
        canRefund: hasOrder && row.state === 'paid',
      };
    }),
    ...others.map((row) => ({
      ...present(row),
      reason: row.currency === CURRENCY ? ('unknown' as const) : ('currency' as const),
      isRefunding: false,
      canRefund: false,
    })),
  ];
  const all = await db
    .selectNoFrom([
      strayAttempts(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('attempts'),
      strayOthers(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('others'),
    ])
    .executeTakeFirstOrThrow();
  return {
    strays: strays.toSorted((one, other) => one.at.localeCompare(other.at)),
    count: (all.attempts ?? 0) + (all.others ?? 0),
  };
}

/** An attempt may have no number at the provider. */
type Row = Omit<StrayRow, 'provider_id'> & { provider_id: string | null };
type StrayRow = Selectable<Schema['stray_payments']>;

function present({ id, provider, provider_id, order_id, created_at, ...row }: Row) {
  return {
    ...{ id, provider, providerId: provider_id, orderId: order_id },
    ...{ amount: row.amount - row.refunded, currency: row.currency },
    at: new Date(created_at).toISOString(),
  };
}

type OrderFacts = {
  status: Parameters<typeof isVoid>[0] | null;
  deleted_at: number | null;
  paid_on: string | null;
};

function reasonOf({ status, deleted_at, paid_on }: OrderFacts): StrayReason {
  if (status === null || deleted_at !== null) return 'deleted';
  if (isVoid(status)) return 'cancelled';
  return paid_on === null ? 'amount' : 'paid';
}

/** Notes that the owner has handled a payment, or takes that back. @throws ShopError `not_found` */
export async function setHandled(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, by, isHandled }: { id: string; by: string; isHandled: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findStray(tx, id);
    if (!found) throw new ShopError('not_found');
    const now = clock();
    const changed = isHandled
      ? await tx
          .insertInto('handled_payments')
          .values({ id, handled_by: by, handled_at: now })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
      : await tx
          .deleteFrom('handled_payments')
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
    if (!changed) return;
    const { order_id: orderId, provider_id: providerId } = found;
    const about =
      orderId === null
        ? ({ entity: 'payment', entityId: providerId ?? id } as const)
        : ({ entity: 'order', entityId: orderId } as const);
    const changes = [{ field: 'handled', from: !isHandled, to: isHandled }];
    await writeAudit(tx, { by, ...about, action: 'payment_handled', changes }, now);
  });
}

async function findStray(tx: Tx, id: string) {
  const attempt = await tx
    .selectFrom('payments')
    .select(['order_id', 'provider_id'])
    .where('id', '=', id)
    .where(holdsStrayMoney)
    .executeTakeFirst();
  if (attempt) return attempt;
  return tx
    .selectFrom('stray_payments')
    .select(['order_id', 'provider_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
