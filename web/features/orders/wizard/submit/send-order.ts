import { createOrder } from '#contract/orders.ts';
import { callApi } from '#web/lib/api.ts';
import type { SentOrder } from '../draft/draft.ts';

/** Sends an order under its key. @returns what its buyer should note @throws Refusal, LostAnswer */
export async function sendOrder(key: string, body: string): Promise<SentOrder> {
  const { order } = await callApi(createOrder, { body, headers: { 'Idempotency-Key': key } });
  const { email, pricing } = order.deliveryData;
  return { id: order.id, total: pricing.totalAmount, email: email ?? order.userEmail ?? undefined };
}
