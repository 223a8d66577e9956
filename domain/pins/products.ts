import { PLAIN_NAME } from './choice.ts';
import type { Finish, NamedPin, OfferedPins, Pin, Press, PriceLine } from './pin.ts';

/** A pin as the owner sets it up; lengths in millimetres, `price` and steps in pesos. */
export type Product = NamedPin & {
  /** The circles of `Press`: what is seen, cut and safe. */
  press: { face: number; cut: number; safe: number };
  /** One pin of an order below the first step. */
  price: number;
  steps: PriceLine['steps'];
  finishes: Finish[];
  /** Of its picture among the shop's files, such as `/files/….webp`; absent: it has none. */
  imageUrl?: string | undefined;
  /** Whether it is no longer sold; orders with it go on. */
  retired: boolean;
};
export type OfferedProduct = Omit<Product, 'retired'>;

export const MAX_PRODUCTS = 12;
/** Of one product. */
export const MAX_FINISHES = 10;
export const MAX_PRODUCT_NAME_LENGTH = 40;

/** The settings that make the pins on offer. */
export type PinSettings = FirstSettings & {
  /** In the order in which buyers see them; absent: a shop with one pin. */
  products?: readonly OfferedProduct[];
};

/** What the first product costs and is pressed with: groups of settings of their own. */
type FirstSettings = { prices: PriceLine; press: Press };

const ONE_PIN = { id: 'pin', name: PLAIN_NAME, finishes: [] };

/** Returns the products of a shop that has set none. */
export function defaultProducts(settings: FirstSettings): Product[] {
  return [{ ...ONE_PIN, ...firstValues(settings), retired: false }];
}

/** Returns the products with the first on offer as the groups `prices` and `press` have it. */
export function currentProducts(products: readonly Product[], settings: FirstSettings): Product[] {
  const first = products.findIndex(({ retired }) => !retired);
  return products.map((product, at) =>
    at === first ? { ...product, ...firstValues(settings) } : product,
  );
}

/** Returns the products that are on offer, as buyers may know them. */
export function offeredProducts(products: readonly Product[]): OfferedProduct[] {
  return products.flatMap(({ retired, ...product }) => (retired ? [] : [product]));
}

/** Returns the pins on offer, out of the settings that the owner changes. */
export function offeredPins({ products = [], prices, press }: PinSettings): OfferedPins {
  const { faceMm, cutMm, safeMm } = press;
  const { pin, steps } = prices;
  const [first, ...others] = products;
  return [
    {
      ...(first ? toPin(first) : ONE_PIN),
      press: { faceMm, cutMm, safeMm },
      price: { pin, steps },
    },
    ...others.map(toPin),
  ];
}

function toPin({ press, price, steps, imageUrl: _, ...product }: OfferedProduct): Pin {
  return {
    ...product,
    press: { faceMm: press.face, cutMm: press.cut, safeMm: press.safe },
    price: { pin: price, steps },
  };
}

function firstValues({ prices, press }: FirstSettings) {
  return {
    press: { face: press.faceMm, cut: press.cutMm, safe: press.safeMm },
    price: prices.pin,
    steps: prices.steps,
  };
}
