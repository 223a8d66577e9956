import type { Fixed } from './column-types.ts';

/** What each order can be found by; a trigram index lies over it. */
type OrderSearchTable = {
  order_id: Fixed<string>;
  /** See `orderSearchText`. */
  text: string;
};

export type OrderSearchTables = {
  order_search: OrderSearchTable;
};
