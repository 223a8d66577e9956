import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { nextCursor } from '#contract/base/paging.ts';
import { adminOrder, orderStats } from '#contract/orders/orders-admin.ts';
import { listAdminOrders, listBin, readOrderStats } from '#contract/orders/orders-admin-calls.ts';
import { mayLack } from '#web/lib/shown-order.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { BIN, LIST, STATS } from '#web/panel/order/lists.ts';
import { usePages } from '#web/panel/use-pages.ts';
import { type FilterForm, toQuery } from './order-filter.ts';

const { shape } = adminOrder;

/** Also from an answer that has only what every shop's list has. */
const listShownOrders = {
  ...listAdminOrders,
  answer: z.object({
    orders: z.array(
      z.extend(adminOrder, {
        ...mayLack,
        progress: z.catch(shape.progress, { steps: [], proof: null }),
        source: z.catch(shape.source, 'web'),
        notes: z.catch(shape.notes, null),
        internalNotes: z.catch(shape.internalNotes, null),
        version: z.catch(shape.version, 0),
        payment: z.catch(shape.payment, null),
        onlinePayment: z.catch(shape.onlinePayment, undefined),
        refunds: z.catch(shape.refunds, []),
        shipping: z.catch(shape.shipping, { courier: null, trackingNumber: null }),
        termsVersion: z.catch(shape.termsVersion, null),
      }),
    ),
    nextCursor,
  }),
};
const readShownStats = { ...readOrderStats, answer: z.object({ stats: orderStats }) };

/** Reads orders, newest first, by pages. While a new filter loads, the previous result stays. */
export function useOrderList(filter: FilterForm) {
  return usePages(
    [...LIST, filter],
    async (cursor, signal) => {
      const query = { ...toQuery(filter), limit: 50, cursor };
      return { ...(await callAdmin(listShownOrders, { query, signal })), filter };
    },
    { keepsShown: true },
  );
}

export function useOrderStats() {
  return useQuery({
    queryKey: STATS,
    queryFn: async ({ signal }) => (await callAdmin(readShownStats, { signal })).stats,
  });
}

export function useBin() {
  return usePages(BIN, (cursor, signal) => callAdmin(listBin, { query: { cursor }, signal }));
}
