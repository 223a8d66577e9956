import { useState } from 'react';
import type { Sheet } from '#contract/production/sheets.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import { readSettings } from './OptionsWindow.tsx';
import { type SheetOptions, useSheetCalls, useSheets } from './queries.ts';
import { isOpen, isReplaced, isUnderWay } from './sheet-texts.ts';

/**
 * Returns the press sheets of the last day, and the one for the board's bar: the one requested
 * here, else the newest that needs attention. A finished sheet needs it only in the browser that
 * requested it, which prints it, and only until its orders are printed.
 * @param onAsked called when a request is accepted
 */
export function usePressSheets({ onAsked }: { onAsked: () => void }) {
  const list = useSheets();
  const { isBusy, trouble, forget, request, cancel } = useSheetCalls();
  const [asked, setAsked] = useState<string | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [repeated, setRepeated] = useState<Sheet | null>(null);
  const [own, setOwn] = useState(readOwn);
  const isNews = (sheet: Sheet) =>
    isUnderWay(sheet) ||
    (own.includes(sheet.id) && isOpen(sheet) && !isReplaced(sheet, list.data ?? [])) ||
    (sheet.id === asked && sheet.state === 'failed');
  const open = list.data?.filter((sheet) => isNews(sheet) && !closed.has(sheet.id)) ?? [];

  const ask = (orderIds: readonly string[], options: SheetOptions) =>
    request([...orderIds], options, (sheet) => {
      onAsked();
      setAsked(sheet.id);
      setOwn(keepOwn(sheet.id));
      setClosed((now) => new Set([...now].filter((id) => id !== sheet.id)));
      setRepeated(sheet.printedBefore.length > 0 ? sheet : null);
    });

  return {
    list,
    shown: open.find(({ id }) => id === asked) ?? open[0] ?? null,
    asked,
    /** A sheet requested here with already printed orders, until the user has answered. */
    repeated,
    isBusy,
    trouble,
    forget,
    /** Requests a sheet with the last settings. @param product id of its only product; null: all */
    make: (orderIds: readonly string[], product: string | null) =>
      ask(orderIds, { ...readSettings(), product }),
    repeat: ({ orderIds, product, paper, printer, margin, gap, separation }: Sheet) =>
      ask(orderIds, {
        ...{ paper, printer, margin, gap, separation },
        product: product?.id ?? null,
      }),
    keepRepeated: () => setRepeated(null),
    cancel: ({ id }: Sheet) => {
      setRepeated(null);
      cancel(id);
    },
    close: ({ id }: Sheet) => setClosed((now) => new Set([...now, id])),
  };
}

const OWN = 'pines.own-sheets';
/** More sheets than a browser requests on a day. */
const MOST_OWN = 50;

/** Returns the ids of the sheets that this browser requested, the latest last. */
function readOwn(): string[] {
  return tryStorage(() => localStorage.getItem(OWN))?.split(' ') ?? [];
}

function keepOwn(id: string): string[] {
  const own = [...readOwn().filter((each) => each !== id), id].slice(-MOST_OWN);
  tryStorage(() => localStorage.setItem(OWN, own.join(' ')));
  return own;
}
