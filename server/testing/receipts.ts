import { firstToken } from '#server/features/orders/order-link.ts';
import type { Answer } from './client.ts';
import type { TestShop } from './shop.ts';

/** Sends a proof of transfer by an order's mailed link. */
export function sendReceipt(
  { call, context }: Pick<TestShop, 'call' | 'context'>,
  orderId: string,
): Promise<Answer> {
  const form = new FormData();
  form.append('receipt', new Blob(['%PDF-1.4\n%comprobante\n']), 'comprobante');
  form.append('token', firstToken(context, orderId));
  return call('/api/orders/receipt', { method: 'POST', raw: form });
}
