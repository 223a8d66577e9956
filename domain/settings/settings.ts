import type { ComplaintRules } from '#domain/aftersales/complaints.ts';
import type { DeliveryTerms } from '#domain/delivery/promise.ts';
import { type OfferedWays, offeredWays, type WaySettings } from '#domain/delivery/ways.ts';
import type { Seller } from '#domain/legal/document.ts';
import type { Prices } from '#domain/orders/prices.ts';
import type { PaymentDetails } from '#domain/payments/payment-details.ts';
import type { UnpaidRules } from '#domain/payments/unpaid.ts';
import type { OfferedPins, Press } from '#domain/pins/pin.ts';
import { offeredPins, offeredProducts, type Product } from '#domain/pins/products.ts';
import type { Courier } from '#domain/production/couriers.ts';
import type { Paper } from '#domain/production/paper.ts';

export type Notice = {
  /** A line above the home page; empty: none. */
  text: string;
  /** First and last day on which it is shown, such as `2026-03-09`; null: no bound. */
  from: string | null;
  to: string | null;
  ordersClosed: boolean;
  /** The reason, in the shop's own words. */
  closedText: string;
};

/** The press, and the default paper and gaps of the workshop; in millimetres. */
type PressSettings = Press & { paper: Paper; marginMm: number; gapMm: number };

/** Settings that the owner can change while the shop runs; the environment has the defaults. */
export type Settings = {
  prices: Prices;
  delivery: DeliveryTerms;
  seller: Seller & { /** Of the mails; empty: the shop's name. */ senderName: string };
  payment: PaymentDetails;
  unpaid: UnpaidRules;
  ways: WaySettings;
  couriers: { couriers: Courier[] };
  complaints: ComplaintRules;
  notice: Notice;
  press: PressSettings;
  /** The first offered product has its price in `prices` and its press in `press`. */
  products: { products: Product[] };
};

/** Each group is saved separately; the order is that of the screen. */
export const SETTINGS_GROUPS = [
  'prices',
  'delivery',
  'seller',
  'payment',
  'unpaid',
  'ways',
  'couriers',
  'complaints',
  'notice',
  'press',
  'products',
] as const satisfies readonly (keyof Settings)[];
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** Returns the pins on offer according to the settings. */
export function pinsOf({ prices, press, products }: PinGroups): OfferedPins {
  return offeredPins({ prices, press, products: offeredProducts(products.products) });
}

/** Returns the shipping prices, with those of every other way on offer. */
export function shippingOf(
  settings: Pick<Settings, 'prices' | 'ways' | 'couriers'>,
): Prices & { ways: OfferedWays | undefined } {
  return { ...settings.prices, ways: offeredWays(settings) };
}

type PinGroups = Pick<Settings, 'prices' | 'press' | 'products'>;

export const NO_NOTICE: Notice = {
  text: '',
  from: null,
  to: null,
  ordersClosed: false,
  closedText: '',
};

/** Returns the line to show on a day, such as `2026-03-09`; null when there is none. */
export function noticeOn({ text, from, to }: Notice, day: string): string | null {
  const isTime = (from === null || from <= day) && (to === null || day <= to);
  return text && isTime ? text : null;
}

/** Message for buyers while the shop takes no orders. */
export function closedMessage({ closedText }: Pick<Notice, 'closedText'>): string {
  return ['No recibimos pedidos por ahora', closedText.replace(/\.$/, '')]
    .filter(Boolean)
    .join('. ');
}
