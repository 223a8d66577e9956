import type { AdminOrder, OrderResult } from '#contract/orders-admin.ts';
import { changeOrderStatuses } from '#contract/orders-admin-calls.ts';
import type { OrderStatus } from '#domain/orders.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

/** So many the shop takes in one call. */
const AT_ONCE = 100;

type Change = { orders: readonly AdminOrder[]; status: OrderStatus; reason: string };

/**
 * Changes the status of any number of orders.
 * @param onResults hears of each part as soon as it is done
 * @throws Refusal, LostAnswer, NotSignedIn for the part that failed and all behind it
 */
export async function changeStatuses(
  { orders, status, reason }: Change,
  onResults: (results: readonly OrderResult[]) => void,
): Promise<void> {
  for (let at = 0; at < orders.length; at += AT_ONCE) {
    const part = orders.slice(at, at + AT_ONCE).map(({ id, version }) => ({ id, version }));
    const body = { orders: part, status, reason: reason.trim() || null };
    const { results } = await callAdmin(changeOrderStatuses, { body });
    onResults(results);
  }
}
