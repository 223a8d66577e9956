import { type QueryClient, useQuery } from '@tanstack/react-query';
import { listPrinters } from '#contract/printers.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';

const PRINTERS = ['admin', 'printers'];

export function usePrinters() {
  return useQuery({
    queryKey: PRINTERS,
    queryFn: async ({ signal }) => (await callAdmin(listPrinters, { signal })).printers,
  });
}

export function refreshPrinters(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: PRINTERS });
}
