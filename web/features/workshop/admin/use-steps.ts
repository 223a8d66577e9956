import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OrderResult } from '#contract/orders-admin.ts';
import { dropFromBoard, refreshBoard, type StepChange, sendStep } from './queries.ts';
import { refreshSheets } from './sheets/queries.ts';

export type StepNews = Pick<StepChange, 'step' | 'isSet'> & {
  /** Orders that have changed, in the version from then on: they can be changed back. */
  done: StepChange['orders'];
  refused: readonly OrderResult[];
  /** Why nobody knows what became of the rest. */
  error: unknown;
};

/** Notes steps, tells what became of it, and takes the last change back. */
export function useSteps() {
  const client = useQueryClient();
  const [news, setNews] = useState<StepNews | null>(null);
  const underWay = useRef(new Set<string>());
  const change = async (wanted: StepChange) => {
    const { step, isSet } = wanted;
    // A second press would find what the first has changed.
    const orders = wanted.orders.filter(({ id }) => !underWay.current.has(id));
    if (orders.length === 0) return;
    const ids = orders.map(({ id }) => id);
    for (const id of ids) underWay.current.add(id);
    setNews(null);
    await dropFromBoard(client, ids);
    try {
      const results = await sendStep({ ...wanted, orders }).finally(() => {
        for (const id of ids) underWay.current.delete(id);
      });
      setNews({
        step,
        isSet,
        done: results.flatMap(({ success, order }) => (success && order ? order : [])),
        refused: results.filter(({ success }) => !success),
        error: null,
      });
    } catch (error) {
      setNews({ step, isSet, done: [], refused: [], error });
    }
    await Promise.all([refreshBoard(client), refreshSheets(client)]);
  };
  return {
    news,
    change: (wanted: StepChange) => void change(wanted),
    dismiss: () => setNews(null),
  };
}
