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

/** @returns null when there is no such order, or it is not paid (any more) */
export async function readPaidOrder({ db }: Context, id: string): Promise<PaidOrder | null> {
  const stored = await findLiveOrder(db.queries, id);
  const paidOn = stored?.order.paid_on ?? null;
  if (!stored || paidOn === null) return null;
  return {
    order: presentOrder(stored),
    paidOn,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}
