import type { Context } from '../../../context.ts';
import type { MailedOrder, PaidOrder } from '../../mail/order-source.ts';
import { presentOrder } from '../present-order.ts';
import { findLiveOrder } from '../repo.ts';

/** @returns an order as its mails need it; null when there is no such order */
export async function readMailedOrder(
  { db, settings }: Context,
  id: string,
): Promise<MailedOrder | null> {
  const stored = await findLiveOrder(db.queries, id);
  if (!stored) return null;
  const { payment } = (await settings.current()).settings;
  return {
    order: presentOrder(stored, payment),
    termsVersion: stored.order.terms_version,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}

/**
 * Returns a paid order to the mail that tells its buyer. That is one: the first that is written while
 * the order is paid, however often the payment is taken back and noted again.
 * @param jobId the mail's; tried again, it is the same
 * @returns null when there is nothing to tell (any more)
 */
export async function claimPaidOrder(
  { db }: Context,
  id: string,
  jobId: string,
): Promise<PaidOrder | null> {
  const claimed = await db.queries
    .updateTable('orders')
    .set({ payment_told_by: jobId })
    .where('id', '=', id)
    .where('paid_on', 'is not', null)
    .where((eb) => eb.or([eb('payment_told_by', 'is', null), eb('payment_told_by', '=', jobId)]))
    .returning('id')
    .executeTakeFirst();
  const stored = claimed ? await findLiveOrder(db.queries, id) : null;
  const paidOn = stored?.order.paid_on ?? null;
  if (!stored || paidOn === null) return null;
  return {
    order: presentOrder(stored),
    paidOn,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}
