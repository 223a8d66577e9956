import type { Fixed, Millis } from './column-types.ts';

/** What each order can be found by; a trigram index lies over it. */
type OrderSearchTable = {
  order_id: Fixed<string>;
  /** The order's own: searches read on from the newest. */
  created_at: Fixed<Millis>;
  /** See `orderSearchText`. */
  text: string;
};

export type OrderSearchTables = {
  order_search: OrderSearchTable;
};
