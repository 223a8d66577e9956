import type { Context } from '#server/context.ts';
import { createIdSigner } from '#server/lib/secrets.ts';

/**
 * Signs the link in an order's mail, which shows the order. It is valid as long as the order and the
 * shop's secret: buyers look for their mail when a pin breaks a year later.
 */
const signer = createIdSigner('order-link');

/** Returns the token that shows an order to its holder. */
export function orderToken(context: Pick<Context, 'secret'>, orderId: string): string {
  return signer.sign(context, orderId);
}

/** Returns the token's order id; null when this shop did not sign it. */
export function readOrderToken(context: Pick<Context, 'secret'>, token: string): string | null {
  return signer.read(context, token);
}

/** The token is in the fragment, which browsers do not send: it is in no log. */
export function orderUrl(context: Pick<Context, 'secret' | 'publicUrl'>, orderId: string): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, orderId)}`;
}
