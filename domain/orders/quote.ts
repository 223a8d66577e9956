import type { OrderedPin } from '#domain/pins/choice.ts';
import type { PriceList } from './prices.ts';
import type { Cost } from './pricing.ts';
import { isVoid, type OrderStatus } from './status.ts';

export const QUOTE_STATES = ['open', 'accepted', 'expired', 'withdrawn'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/** Pins of one kind at their price of the day of the quote. */
export type QuoteLine = Pick<OrderedPin, 'quantity' | 'product' | 'finish' | 'unitPrice'>;

/** What the shop offers to do for a price, until its buyer accepts it and it is an order. */
export type Quote = {
  /** The last day on which it can be accepted. */
  validUntil: string;
  acceptedAt: number | null;
  lines: QuoteLine[];
  /** The one of its day, by which its pins are priced in a changed order, too. */
  priceList: PriceList;
  cost: Cost & { agreedTotal: number | null };
};

type Quoted = { quote: Quote | null; status: OrderStatus; deletedAt: number | null };

/** Returns the quote of what is no order yet: on no board, in no sum. Null: it is an order. */
export function openQuoteOf({ quote }: Pick<Quoted, 'quote'>): Quote | null {
  return quote?.acceptedAt === null ? quote : null;
}

/** Returns the quote whose price an order has: until its pictures are there. Null: its own. */
export function pricingQuoteOf({
  quote,
  items,
}: Pick<Quoted, 'quote'> & { items: readonly unknown[] }): Quote | null {
  return items.length === 0 ? quote : null;
}

/** Returns whether a quote can be accepted on a day, such as `2026-03-09`, or why not. */
export function quoteState(quote: Quote, of: Omit<Quoted, 'quote'>, today: string): QuoteState {
  if (quote.acceptedAt !== null) return 'accepted';
  if (of.deletedAt !== null || isVoid(of.status)) return 'withdrawn';
  return today > quote.validUntil ? 'expired' : 'open';
}

/** Returns the quoted pins by kind: each has one price. */
export function quotedKinds(lines: readonly QuoteLine[]): Map<string, QuoteLine> {
  const kinds = new Map<string, QuoteLine>();
  for (const line of lines) {
    const kind = kindOf(line);
    kinds.set(kind, { ...line, quantity: line.quantity + (kinds.get(kind)?.quantity ?? 0) });
  }
  return kinds;
}

/** Returns a text for pins of the same kind, as a key. */
export function kindOf({ product, finish }: Pick<QuoteLine, 'product' | 'finish'>): string {
  return JSON.stringify([product.id, finish?.id]);
}
