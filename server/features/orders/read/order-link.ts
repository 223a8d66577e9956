import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { deriveKey } from '../../../secrets.ts';

type Signer = Pick<Context, 'secret'>;

/**
 * Shows an order to whoever got its mail. It stays valid as long as the order and the shop's
 * secret do: buyers look for their mail when a pin breaks a year later.
 */
export function orderToken(signer: Signer, orderId: string): string {
  return `${orderId}.${sign(signer, orderId).toString('base64url')}`;
}

/** @returns the order that the token stands for, or null when it was not made by this shop */
export function readOrderToken(signer: Signer, token: string): string | null {
  const [id = ''] = token.split('.', 1);
  const right = Buffer.from(orderToken(signer, id));
  const given = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

/**
 * The token stands in the fragment, which browsers send to nobody: it is in no log.
 * @returns an address of the home page that opens the order
 */
export function orderUrl(context: Pick<Context, 'secret' | 'publicUrl'>, orderId: string): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, orderId)}`;
}

function sign({ secret }: Signer, orderId: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'order-link')).update(orderId).digest();
}
