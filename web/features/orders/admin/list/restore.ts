import type { QueryClient } from '@tanstack/react-query';
import { restoreOrder } from '#contract/orders-admin-calls.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { refreshBin, refreshOrders } from './queries.ts';

/** @throws Refusal, LostAnswer, NotSignedIn */
export async function restore(client: QueryClient, id: string) {
  const answer = await callAdmin(restoreOrder, { params: { id } });
  await Promise.all([refreshOrders(client), refreshBin(client)]);
  return answer;
}
