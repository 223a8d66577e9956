import { amountDueOf } from '#domain/orders/order-money.ts';
import { hasMoney, type PaymentProvider } from '#domain/payments/attempt.ts';
import type { Context } from '#server/context.ts';
import { findLiveOrder } from '#server/features/orders/order.ts';
import { linkedOf, orderUrl } from '#server/features/orders/order-link.ts';
import { createIdSigner } from '#server/lib/secrets.ts';
import type { Payments } from '#server/ports/payments/payments.ts';
import type { PaymentRow } from './repo.ts';

/**
 * Signs the secret of an attempt's return address. Its number alone opens nothing: the owner's
 * lists and the provider have it.
 */
const signer = createIdSigner('payment-return');

type Attempt = Pick<PaymentRow, 'id' | 'links_ended'>;
type Signer = Pick<Context, 'secret'>;

/** Returns the URL to which the provider redirects the buyer of an attempt. */
export function returnUrl(
  context: Signer & Pick<Context, 'publicUrl'>,
  provider: PaymentProvider,
  attempt: Attempt,
): string {
  const base = `${context.publicUrl}/api/payments/${provider}/return`;
  const secret = signer.sign(context, attempt.id, attempt.links_ended);
  return `${base}/${encodeURIComponent(secret)}`;
}

/** Returns whether a return address has the secret of this attempt. */
export function hasSecret(context: Signer, attempt: Attempt, secret: string | undefined): boolean {
  const signed = secret === undefined ? null : signer.read(context, secret);
  return signed?.id === attempt.id && signed.linksEnded === attempt.links_ended;
}

/**
 * Returns the URL of the page of an attempt's order for the holder of its secret; null unless the
 * attempt can still be paid and the links by which it was begun are valid.
 */
export async function findReturnPage(
  context: Signer & Pick<Context, 'db' | 'publicUrl' | 'clock'>,
  { lifeMs }: Pick<Payments, 'lifeMs'>,
  attempt: PaymentRow,
): Promise<string | null> {
  if (hasMoney(attempt) || context.clock() - attempt.created_at > lifeMs) return null;
  const order = await findLiveOrder(context.db.queries, attempt.order_id);
  if (!order || (order.paidOn !== null && amountDueOf(order) === 0)) return null;
  const linked = linkedOf(order);
  return linked.linksEnded === attempt.links_ended ? orderUrl(context, linked) : null;
}
