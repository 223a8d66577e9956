import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readMetrics } from '#contract/orders/dashboard.ts';
import { readSales, type SalesQuery } from '#contract/payments/sales.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { METRICS, SALES } from '#web/panel/order/lists.ts';

export function useMetrics(days: number) {
  return useQuery({
    queryKey: [...METRICS, days],
    queryFn: ({ signal }) => callAdmin(readMetrics, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useSales(query: SalesQuery) {
  return useQuery({
    queryKey: [...SALES, query],
    queryFn: ({ signal }) => callAdmin(readSales, { query, signal }),
  });
}
