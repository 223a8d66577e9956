import type { Context } from '../../../context.ts';
import type { MailedOrder } from '../../mail/order-source.ts';
import { presentOrder } from '../present-order.ts';
import { findLiveOrder } from '../repo.ts';

/** @returns an order as its mails need it; null when there is no such order */
export async function readMailedOrder({ db }: Context, id: string): Promise<MailedOrder | null> {
  const stored = await findLiveOrder(db.queries, id);
  if (!stored) return null;
  return {
    order: presentOrder(stored),
    termsVersion: stored.order.terms_version,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}
