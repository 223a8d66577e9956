import type { PriceLine } from './pin.ts';

/** A product with its unit price below the first price tier, and its tiers, in pesos. */
type Priced = { id: string; price: number; steps: PriceLine['steps'] };

/** Returns the quantities from which some product has another price, from 1 up. */
export function listTiers(products: readonly Priced[]): number[] {
  const all = products.flatMap(({ steps }) => steps.map(({ from }) => from));
  return [...new Set([1, ...all])].toSorted((one, other) => one - other);
}

/**
 * Returns a product's unit price in an order of so many pins of it, in pesos: that of `unitPrice`, which
 * the home page would load with all that is about pins.
 */
export function priceOf({ price, steps }: Priced, pins: number): number {
  return steps.findLast(({ from }) => pins >= from)?.price ?? price;
}

/** With `more` pins of a product each costs `saved` pesos less: `price`. */
type NextTier<Product> = { product: Product; more: number; price: number; saved: number };

/**
 * Returns the price tier that fewest pins more would reach; null: none is left.
 * @param choices the product of a choice is the first unless it names another
 */
export function findNextTier<Product extends Priced>(
  choices: readonly { product?: string | null | undefined; quantity: number }[],
  products: readonly Product[],
): NextTier<Product> | null {
  const pinsOf = new Map<Product, number>();
  for (const choice of choices) {
    const product = products.find(({ id }) => id === choice.product) ?? products[0];
    if (product) pinsOf.set(product, (pinsOf.get(product) ?? 0) + choice.quantity);
  }
  const tiers = [...pinsOf].flatMap(([product, pins]): NextTier<Product>[] => {
    const now = priceOf(product, pins);
    const next = product.steps.find(({ from, price }) => from > pins && price < now);
    if (!next) return [];
    const { from, price } = next;
    return [{ product, more: from - pins, price, saved: now - price }];
  });
  return tiers.toSorted((one, other) => one.more - other.more)[0] ?? null;
}
