import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  cancelSheet,
  listSheets,
  requestSheet,
  type Sheet,
  type SheetSettings,
} from '#contract/sheets.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
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

export type SheetTrouble = { what: string; error: unknown };

/** `product`: the id of the only product to print; null: all. */
export type SheetOptions = SheetSettings & { product: string | null };

export function useSheetCalls() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SheetTrouble | null>(null);

  async function attempt(what: string, call: () => Promise<{ sheet: Sheet }>) {
    setBusy(true);
    setTrouble(null);
    try {
      const { sheet } = await call();
      await putSheet(client, sheet);
      return sheet;
    } catch (error) {
      setTrouble({ what, error });
      return null;
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    trouble,
    forget: () => setTrouble(null),
    /** Returns the sheet, or null if there is `trouble`. */
    request: (orderIds: string[], options: SheetOptions) =>
      attempt('Error al pedir la hoja de prensa', () =>
        callAdmin(requestSheet, { body: { orderIds, ...options } }),
      ),
    cancel: (id: string) =>
      attempt('Error al cancelar la hoja de prensa', () =>
        callAdmin(cancelSheet, { params: { id } }),
      ),
  };
}
