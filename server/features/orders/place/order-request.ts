import type { CreateOrderBody } from '#contract/orders.ts';
import type { Buyer } from '#domain/buyer.ts';

/** Somebody's wish for an order, well formed and not yet checked against the shop. */
export type OrderRequest = {
  body: CreateOrderBody;
  buyer: Buyer;
  /** Names this attempt, so that its repetition yields the same order. */
  key: string | null;
  /** Of the client that sends it. */
  address: string;
};
