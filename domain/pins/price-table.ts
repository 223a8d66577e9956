import { formatPesos } from '#domain/base/money.ts';
import { listTiers, priceOf } from './price-tiers.ts';

type Product = Parameters<typeof priceOf>[0] & {
  name: string;
  press: { face: number };
  finishes: readonly { extra: number }[];
};

export type PriceTable = {
  heads: string[];
  rows: { id: string; name: string; prices: string[] }[];
  note: string;
};

export const PRICES_TITLE = 'Precio de cada pin';

/** Returns the unit price of each product by quantity as texts; null where there is one price. */
export function describePrices(products: readonly Product[]): PriceTable | null {
  const tiers = listTiers(products);
  if (products.length + tiers.length <= 2) return null;
  const hasExtras = products.some(({ finishes }) => finishes.some(({ extra }) => extra > 0));
  const notes = [
    tiers.length > 1 && 'Se suman los pines del mismo producto, aunque lleven otra imagen.',
    hasExtras && 'Algunos acabados tienen un valor extra.',
  ];
  return {
    heads:
      tiers.length === 1
        ? ['Precio']
        : tiers.map((from) => (from === 1 ? '1 pin' : `${from} o más`)),
    rows: products.map((product) => ({
      id: product.id,
      name: nameOf(product),
      prices: tiers.map((from) => formatPesos(priceOf(product, from))),
    })),
    note: notes.filter(Boolean).join(' '),
  };
}

/** Many products are named after their size. */
function nameOf({ name, press }: Product): string {
  const size = `${press.face.toLocaleString('es-CL')} mm`;
  return name.includes(size) ? name : `${name}, ${size}`;
}
