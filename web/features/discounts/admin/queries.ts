import { useQuery } from '@tanstack/react-query';
import { listDiscounts } from '#contract/discounts-admin.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

export const DISCOUNTS = ['admin', 'discounts'];

export function useDiscounts() {
  return useQuery({
    queryKey: DISCOUNTS,
    queryFn: async ({ signal }) => (await callAdmin(listDiscounts, { signal })).discountCodes,
  });
}
