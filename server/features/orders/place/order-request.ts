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

/** An order of a hundred pictures would keep the others waiting. */
const MOST_PICTURES = 10;

/**
 * Tells whether an order may be placed in one transaction with others. Codes and accounts are locked
 * until its end, for other orders and in no common order. A request with a key yields one order even
 * if a transaction that was given up had been written after all.
 */
export function mayShare({ body, buyer, key }: OrderRequest): boolean {
  const { images, deliveryData } = body;
  const isPlain = buyer === null && !deliveryData.pricing.discountCode;
  return key !== null && isPlain && images.length <= MOST_PICTURES;
}

/** Some orders of a group have to be placed alone, where they are refused or placed. */
export class Apart extends Error {
  readonly requests: ReadonlySet<OrderRequest>;

  constructor(requests: Iterable<OrderRequest>) {
    super('to be placed alone');
    this.requests = new Set(requests);
  }
}
