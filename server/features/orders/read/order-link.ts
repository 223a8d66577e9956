import type { Context } from '#server/context.ts';
import { createIdSigner } from '#server/lib/secrets.ts';

/**
 * Shows an order to whoever got its mail. It stays valid as long as the order and the shop's
 * secret do: buyers look for their mail when a pin breaks a year later.
 */
const signer = createIdSigner('order-link');

/** @returns what shows an order to whoever holds it */
export function orderToken(context: Pick<Context, 'secret'>, orderId: string): string {
  return signer.sign(context, orderId);
}

/** @returns the order that the token stands for, or null when it was not made by this shop */
export function readOrderToken(context: Pick<Context, 'secret'>, token: string): string | null {
  return signer.read(context, token);
}

/** In the fragment, which browsers send to nobody: the token is in no log. */
export function orderUrl(context: Pick<Context, 'secret' | 'publicUrl'>, orderId: string): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, orderId)}`;
}
