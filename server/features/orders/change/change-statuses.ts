import { errorMessages } from '#contract/messages.ts';
import type { ChangeStatusesBody, StatusResult } from '#contract/orders-admin.ts';
import { adminOrder } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import { changeStatus } from './change-status.ts';

/** Changes the status of several orders, each all or nothing by itself, in the order given. */
export async function changeStatuses(
  context: Context,
  by: string,
  { orders, status, reason }: ChangeStatusesBody,
): Promise<StatusResult[]> {
  const results: StatusResult[] = [];
  for (const { id, version = null } of orders) {
    try {
      const order = await changeStatus(context, { id, by, version }, { status, reason });
      results.push({ id, success: true, order });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      results.push({ id, success: false, ...refusal(error) });
    }
  }
  return results;
}

function refusal({ code, details }: ShopError): Omit<StatusResult, 'id' | 'success'> {
  const fresh = adminOrder.safeParse(details.facts?.order);
  return {
    code,
    message: details.message ?? errorMessages[code],
    ...(fresh.success ? { order: fresh.data } : {}),
  };
}
