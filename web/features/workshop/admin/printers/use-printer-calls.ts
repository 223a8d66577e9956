import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removePrinter, savePrinter } from '#contract/printers.ts';
import type { PaperScale } from '#domain/paper.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { refreshPrinters } from './queries.ts';

/** Saves and forgets printers; both tell whether they could, and `error` why not. */
export function usePrinterCalls() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await call();
      await refreshPrinters(client);
      return true;
    } catch (cause) {
      setError(cause);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    save: (name: string, body: PaperScale) =>
      attempt(() => callAdmin(savePrinter, { params: { name }, body })),
    remove: (name: string) => attempt(() => callAdmin(removePrinter, { params: { name } })),
  };
}
