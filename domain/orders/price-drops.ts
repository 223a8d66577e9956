import { unitPrice } from '#domain/pins/pin.ts';
import type { Prices } from './prices.ts';

/** `pins` pins cost less than one fewer; in pesos, shipping included. */
export type PriceDrop = { pins: number; cost: number; before: number };

/** Finds where one more pin makes an order cheaper: at a price tier, or where shipping is free. */
export function findDrops(prices: Prices): PriceDrop[] {
  const turns = [...prices.steps.map(({ from }) => from), ...firstFree(prices)];
  const deliveries = [prices.shipping, prices.shippingChillan];
  deliveries.push(...prices.shippingByRegion.map(({ price }) => price));
  return [...new Set(turns)]
    .filter((pins) => pins > 1)
    .sort((a, b) => a - b)
    .flatMap((pins) => {
      const drops = deliveries.map((delivery) => ({
        pins,
        cost: costOf(prices, pins, delivery),
        before: costOf(prices, pins - 1, delivery),
      }));
      return drops.find(({ cost, before }) => cost < before) ?? [];
    });
}

function costOf(prices: Prices, pins: number, delivery: number): number {
  const sum = pins * unitPrice(prices, pins);
  const { freeShippingFrom } = prices;
  return sum + (freeShippingFrom !== null && sum >= freeShippingFrom ? 0 : delivery);
}

/** Returns the numbers of pins at which an order at each price tier gets free shipping. */
function firstFree({ pin, steps, freeShippingFrom: amount }: Prices): number[] {
  if (amount === null) return [];
  return [{ from: 1, price: pin }, ...steps]
    .filter(({ price }) => price > 0)
    .map(({ from, price }) => Math.max(from, Math.ceil(amount / price)));
}
