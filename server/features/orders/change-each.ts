import { errorMessages } from '#contract/messages.ts';
import {
  type AdminOrder,
  adminOrder,
  type OrderResult,
  type OrderVersions,
} from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import type { ChangeTarget } from './change-order.ts';

/** Changes orders one by one, each all or nothing. @returns what became of each, and in words */
export async function changeEach(
  by: string,
  orders: OrderVersions,
  change: (target: ChangeTarget) => Promise<AdminOrder>,
): Promise<{ message: string; results: OrderResult[] }> {
  const results: OrderResult[] = [];
  for (const { id, version = null } of orders) {
    try {
      results.push({ id, success: true, order: await change({ id, by, version }) });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      results.push({ id, success: false, ...refusal(error) });
    }
  }
  return { message: summary(results), results };
}

function refusal({ code, details }: ShopError): Omit<OrderResult, 'id' | 'success'> {
  const fresh = adminOrder.safeParse(details.facts?.order);
  return {
    code,
    message: details.message ?? errorMessages[code],
    ...(fresh.success ? { order: fresh.data } : {}),
  };
}

function summary(results: readonly { success: boolean }[]): string {
  const done = results.filter(({ success }) => success).length;
  const noun = results.length === 1 ? 'pedido actualizado' : 'pedidos actualizados';
  return done === results.length ? `${done} ${noun}` : `${done} de ${results.length} ${noun}`;
}
