import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderResult } from '#contract/orders-admin.ts';
import { dropFromBoard, type MarkChange, refreshBoard, sendMarks } from './queries.ts';

/** What became of the last change. */
export type MarkNews = Pick<MarkChange, 'mark' | 'isSet'> & {
  /** Orders that have changed, in the version from then on: they can be changed back. */
  done: MarkChange['orders'];
  refused: readonly OrderResult[];
  /** Why nobody knows what became of the rest. */
  error: unknown;
};

/** Sets marks, tells what became of it, and takes the last change back. */
export function useMarks() {
  const client = useQueryClient();
  const [news, setNews] = useState<MarkNews | null>(null);
  const change = async (wanted: MarkChange) => {
    const { mark, isSet, orders } = wanted;
    setNews(null);
    await dropFromBoard(
      client,
      orders.map(({ id }) => id),
    );
    try {
      const results = await sendMarks(wanted);
      setNews({
        mark,
        isSet,
        done: results.flatMap(({ success, order }) => (success && order ? order : [])),
        refused: results.filter(({ success }) => !success),
        error: null,
      });
    } catch (error) {
      setNews({ mark, isSet, done: [], refused: [], error });
    }
    await refreshBoard(client);
  };
  return {
    news,
    change: (wanted: MarkChange) => void change(wanted),
    dismiss: () => setNews(null),
  };
}
