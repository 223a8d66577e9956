import type { OfferedWays } from '#domain/delivery/ways.ts';
import {
  type Discount,
  discountAmount,
  isForProduct,
  missingAmount,
} from '#domain/discounts/discounts.ts';
import { countPins, type PinLine, type PricedLine, priceLines } from '#domain/pins/choice.ts';
import { type Destination, isLocal, type ShippingPrices, shippingCost } from './prices.ts';

export const CHILLAN_SHIPPING_LABEL = 'Envío con descuento por ser de Chillán';

/** What an order costs. Every amount is in whole pesos. */
export type OrderCost<Line extends PinLine = PinLine> = {
  /** Each picture's pins, with their unit price. */
  lines: (Line & PricedLine)[];
  /** Number of pins: the sum of the quantities. */
  imagesCount: number;
  /** Different pictures. */
  uniqueImages: number;
  imagesTotal: number;
  /** Only when a discount is applied. */
  discountCode?: string;
  discountAmount: number;
  subtotalAfterDiscount: number;
  shippingCost: number;
  totalAmount: number;
};

export type OrderToPrice<Line extends PinLine = PinLine> = {
  lines: readonly Line[];
  to: Destination;
  discount?: Discount | null;
  shipping: ShippingPrices & { ways?: OfferedWays | undefined };
};

/** Returns true if a code made the shipping free: every other code reduces the pins' price. */
export function hasFreeShippingCode({ discountCode, ...figures }: Discounted): boolean {
  return Boolean(discountCode) && figures.discountAmount === 0 && figures.shippingCost === 0;
}

type Discounted = {
  discountCode?: string | null | undefined;
  discountAmount?: number | undefined;
  shippingCost?: number | undefined;
};

/** Returns the label of an order's shipping; null for the ordinary one. */
export function shippingLabel(figures: Discounted, to: Destination): string | null {
  if (hasFreeShippingCode(figures)) return `Envío gratis con el código ${figures.discountCode}`;
  if (to.way === 'pickup') return 'Retiro en la tienda';
  if (to.payShipping === 'onArrival') return 'Envío (se paga al recibir)';
  return isLocal(to) && figures.shippingCost !== 0 ? CHILLAN_SHIPPING_LABEL : null;
}

/**
 * Prices an order. Browser and server call this same function; the server's result is binding. A
 * discount applies either to the pins of its products or to the shipping; it is ignored if the pins
 * do not reach its minimum or none is of its products.
 */
export function priceOrder<Line extends PinLine>(order: OrderToPrice<Line>): OrderCost<Line> {
  const { to, discount, shipping } = order;
  const lines = priceLines(order.lines);
  const imagesTotal = sumLines(lines);
  const reduced = discount ? lines.filter(({ pin }) => isForProduct(discount, pin.id)) : [];
  const isCounted = reduced.length > 0 || lines.length === 0;
  const counted =
    discount && isCounted && missingAmount(discount, imagesTotal) === 0 ? discount : null;
  const reduction = counted ? discountAmount(sumLines(reduced), counted) : 0;
  const subtotalAfterDiscount = imagesTotal - reduction;
  const isFree = counted?.type === 'free_shipping';
  const delivery = isFree ? 0 : shippingCost(to, subtotalAfterDiscount, shipping);
  return {
    lines,
    imagesCount: countPins(lines),
    uniqueImages: lines.length,
    imagesTotal,
    ...(counted ? { discountCode: counted.code } : {}),
    discountAmount: reduction,
    subtotalAfterDiscount,
    shippingCost: delivery,
    totalAmount: subtotalAfterDiscount + delivery,
  };
}

/**
 * Returns an order's cost at an agreed total, shipping included: a difference below the shop's
 * prices is a discount without a code, one above them counts as shipping.
 */
export function priceAtTotal<Cost extends OrderCost>(cost: Cost, totalAmount: number): Cost {
  const { imagesTotal, shippingCost: usual } = cost;
  const below = Math.max(0, imagesTotal + usual - totalAmount);
  const reduction = Math.min(imagesTotal, below);
  const subtotalAfterDiscount = imagesTotal - reduction;
  return {
    ...cost,
    discountAmount: reduction,
    subtotalAfterDiscount,
    shippingCost: totalAmount - subtotalAfterDiscount,
    totalAmount,
  };
}

/** Returns the price of all pins of these lines, in pesos. */
export function sumLines(lines: readonly (PinLine & PricedLine)[]): number {
  return lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
}
