import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  cancelSheet,
  listSheets,
  requestSheet,
  type Sheet,
  type SheetSettings,
} from '#contract/production/sheets.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { useTasks } from '#web/ui/use-task.ts';
import { isUnderWay } from './sheet-texts.ts';

const SHEETS = ['admin', 'sheets'];
/** Polling interval while a sheet is in progress, and otherwise. */
const POLL_MS = { busy: 700, idle: 15_000 };

/** Reads the press sheets of the last day, of all admins, newest first. */
export function useSheets() {
  return useQuery({
    queryKey: SHEETS,
    queryFn: async ({ signal }) => (await callAdmin(listSheets, { signal })).sheets,
    refetchInterval: ({ state: { data } }) =>
      data?.some(isUnderWay) ? POLL_MS.busy : POLL_MS.idle,
  });
}

/** Reads the sheets again after a change of their orders. */
export function refreshSheets(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: SHEETS });
}

async function putSheet(client: QueryClient, sheet: Sheet): Promise<void> {
  await client.cancelQueries({ queryKey: SHEETS });
  client.setQueryData<Sheet[]>(SHEETS, (now = []) => {
    const isKnown = now.some(({ id }) => id === sheet.id);
    return isKnown ? now.map((each) => (each.id === sheet.id ? sheet : each)) : [sheet, ...now];
  });
}

/** `product`: the id of the only product to print; null: all. */
export type SheetOptions = SheetSettings & { product: string | null };

export function useSheetCalls() {
  const client = useQueryClient();
  const { busy, failed, error, run, forget } = useTasks<'pedir' | 'cancelar'>();
  return {
    isBusy: busy !== null,
    trouble: failed && { what: `Error al ${failed} la hoja de prensa`, error },
    forget,
    /** `onDone` gets the sheet, unless there is `trouble`. */
    request: (orderIds: string[], options: SheetOptions, onDone: (sheet: Sheet) => void) =>
      void run('pedir', async () => {
        const { sheet } = await callAdmin(requestSheet, { body: { orderIds, ...options } });
        await putSheet(client, sheet);
        onDone(sheet);
      }),
    cancel: (id: string) =>
      void run('cancelar', async () => {
        await putSheet(client, (await callAdmin(cancelSheet, { params: { id } })).sheet);
      }),
  };
}
