import { formatPesos } from '#domain/base/money.ts';
import { PLAIN_NAME } from './choice.ts';
import {
  describePrice,
  type Finish,
  formatMm,
  type NamedPin,
  type OfferedPins,
  type Pin,
  type Press,
  type PriceLine,
} from './pin.ts';

/** A product as the owner edits it; lengths in millimetres, `price` and price tiers in pesos. */
export type Product = NamedPin & {
  /** The circles of `Press`. */
  press: { face: number; cut: number; safe: number };
  /** Unit price below the first price tier. */
  price: number;
  steps: PriceLine['steps'];
  finishes: Finish[];
  /** URL of its picture among the shop's files, such as `/files/….webp`; absent: none. */
  imageUrl?: string | undefined;
  /** No longer sold; orders with it continue. */
  retired: boolean;
};
export type OfferedProduct = Omit<Product, 'retired'>;

export const MAX_PRODUCTS = 12;
/** Per product. */
export const MAX_FINISHES = 10;
export const MAX_PRODUCT_NAME_LENGTH = 40;

/** The settings from which the pins on offer follow. */
export type PinSettings = FirstSettings & {
  /** In the order shown to buyers; absent: a shop with one pin. */
  products?: readonly OfferedProduct[];
};

/** Price and press of the first product, as the settings groups of these names show them. */
type FirstSettings = { prices: PriceLine; press: Press };

const ONE_PIN = { id: 'pin', name: PLAIN_NAME, finishes: [] };

/** Returns the products of a shop that has not set any. */
export function defaultProducts(settings: FirstSettings): Product[] {
  return [{ ...ONE_PIN, ...firstValues(settings), retired: false }];
}

/** Returns the products, the first on offer with this price and press. */
export function withFirst(products: readonly Product[], first: FirstSettings): Product[] {
  const at = products.findIndex(({ retired }) => !retired);
  return products.map((product, index) =>
    index === at ? { ...product, ...firstValues(first) } : product,
  );
}

/** Returns the products on offer, with the fields that buyers may see. */
export function offeredProducts(products: readonly Product[]): OfferedProduct[] {
  return products.flatMap(({ retired, ...product }) => (retired ? [] : [product]));
}

/** Returns the pins on offer according to the owner's settings. */
export function offeredPins({ products = [], ...settings }: PinSettings): OfferedPins {
  const [first = { ...ONE_PIN, ...firstValues(settings) }, ...others] = products;
  return [toPin(first), ...others.map(toPin)];
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

/** Returns such as `32 mm, $1.200, alfiler o imán (+$300)`, without the name. */
export function describeMaking({ press, price: pin, steps, finishes }: Product): string {
  const backs = finishes.map(({ name, extra }) =>
    extra === 0 ? name : `${name} (+${formatPesos(extra)})`,
  );
  const parts = [formatMm(press.face), describePrice({ pin, steps }), backs.join(', ')];
  return parts.filter(Boolean).join(' · ');
}

/** Returns a product on one line, such as `Chico: 32 mm · $1.200 · Alfiler, Imán (+$300)`. */
export function describeProduct(product: Product): string {
  return `${product.name}: ${describeMaking(product)}${product.retired ? ' · retirado' : ''}`;
}
