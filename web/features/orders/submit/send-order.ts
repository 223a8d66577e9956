import { createOrder } from '#contract/orders.ts';
import { callApi } from '#web/app/api.ts';

/** Sends an order under its key. @returns its id @throws Refusal, LostAnswer */
export async function sendOrder(key: string, body: string): Promise<string> {
  const { order } = await callApi(createOrder, { body, headers: { 'Idempotency-Key': key } });
  return order.id;
}
