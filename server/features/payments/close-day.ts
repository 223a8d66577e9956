import type { AdminOnlinePayment } from '#contract/online-payment.ts';
import { addDays, dayOf, startOfDay } from '#domain/dates.ts';
import { afterEvent, shownState } from '#domain/payment.ts';
import type { Context } from '#server/context.ts';
import { type PaymentRow, toPayment } from '#server/features/orders/online-payment.ts';
import { ProviderFailure } from '#server/ports/payments/payments.ts';
import { toRef } from './repo.ts';
import { changePayment } from './settle-payment.ts';

export type DayPayment = AdminOnlinePayment & {
  orderId: string;
  provider: PaymentRow['provider'];
  agrees: boolean | null;
};

/** More than a shop of one press sells in a day. */
const MAX_PAYMENTS = 500;
const AT_ONCE = 5;

/**
 * Returns a day's attempts, oldest first, each compared with what the provider says now; what it says
 * differently counts from then on.
 * @param day such as `2026-03-09`; left out: today
 */
export async function closeDay(
  context: Context,
  day: string = dayOf(context.clock()),
): Promise<DayPayment[]> {
  const rows = await context.db.queries
    .selectFrom('payments')
    .selectAll()
    .where('created_at', '>=', startOfDay(day))
    .where('created_at', '<', startOfDay(addDays(day, 1)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_PAYMENTS)
    .execute();
  const closed: DayPayment[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    closed.push(...(await Promise.all(some.map((row) => compare(context, row)))));
  }
  return closed;
}

async function compare(context: Context, row: PaymentRow): Promise<DayPayment> {
  const { order_id: orderId, provider, provider_id: providerId, state, amount, refunded } = row;
  return {
    ...{ orderId, provider, providerId, state: shownState(state), amount, refunded },
    agrees: await agrees(context, row),
  };
}

/** What the provider was never told of, it cannot contradict. */
async function agrees(context: Context, row: PaymentRow): Promise<boolean | null> {
  const { payments } = context;
  if (row.token === null && row.provider_id === null) return true;
  if (payments?.provider !== row.provider) return null;
  try {
    const told = await payments.read(toRef(row));
    const before = toPayment(row);
    // A word without money changes nothing that matters to a day's books.
    const event = { type: 'told', word: told.word } as const;
    const after = afterEvent(before, event);
    const isSame =
      told.word.state === 'paid'
        ? after === before && told.word.amount === row.amount && told.word.refunded === row.refunded
        : row.paid_at === null;
    if (!isSame) await changePayment(context, row.id, () => event, told);
    return isSame;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
