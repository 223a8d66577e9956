import type { OfferedWays } from '#domain/delivery/ways.ts';
import {
  type Discount,
  discountAmount,
  isForProduct,
  missingAmount,
} from '#domain/discounts/discounts.ts';
import { countPins, type PinLine, type PricedLine, priceLines } from '#domain/pins/choice.ts';
import { type Destination, type ShippingPrices, shippingPrice } from './prices.ts';

/** An amount beside pins and discount, in pesos: the shipping, a surcharge, or (negative) a rebate. */
export type Charge = { kind: string; label: string; amount: number };

/** What an order costs. Every amount is in whole pesos. */
export type Cost = {
  /** Number of pins: the sum of the quantities. */
  pins: number;
  imagesTotal: number;
  /** Null: no code is applied. */
  discountCode: string | null;
  discountAmount: number;
  subtotalAfterDiscount: number;
  /** The shipping is one of them. */
  charges: readonly Charge[];
  /** The subtotal after the discount and all charges. */
  totalAmount: number;
};

/** The price of pins that are ordered: each picture's, with their unit price. */
export type OrderCost<Line extends PinLine = PinLine> = Cost & { lines: (Line & PricedLine)[] };

export type OrderToPrice<Line extends PinLine = PinLine> = {
  lines: readonly Line[];
  to: Destination;
  discount?: Discount | null;
  shipping: ShippingPrices & { ways?: OfferedWays | undefined };
  /** Charges besides the shipping; left out: none. */
  charges?: readonly Charge[];
};

/** Returns the shipping as a charge. @param amount in pesos */
export function shippingCharge(amount: number): Charge {
  return { kind: 'shipping', label: 'Envío', amount };
}

/** Returns the kind of a charge that the shop agrees with a buyer. */
export function chargeKind(amount: number): string {
  return amount < 0 ? 'rebate' : 'extra';
}

export function isShipping({ kind }: Charge): boolean {
  return kind === 'shipping';
}

/** Returns the price of a cost's shipping, in pesos. */
export function shippingAmount({ charges }: Pick<Cost, 'charges'>): number {
  return charges.find(isShipping)?.amount ?? 0;
}

/** The difference to the shop's prices of an order with a code and an agreed total. */
const AGREED = 'agreed';

/** Returns true for the charge that `priceAtTotal` adds. */
export function isAgreed({ kind }: Pick<Charge, 'kind'>): boolean {
  return kind === AGREED;
}

/** Returns the charges besides the shipping. */
export function furtherCharges({ charges }: Pick<Cost, 'charges'>): Charge[] {
  return charges.filter((charge) => !isShipping(charge));
}

/** Returns the sum of charges, in pesos. */
export function sumCharges(charges: readonly Charge[]): number {
  return charges.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns a cost with another price of its shipping, in pesos. */
export function withShipping<Priced extends Omit<Cost, 'totalAmount'>>(
  cost: Priced,
  amount: number,
): Priced & Cost {
  const charges = [shippingCharge(amount), ...furtherCharges(cost)];
  return { ...cost, charges, totalAmount: cost.subtotalAfterDiscount + sumCharges(charges) };
}

/** Returns true if a code made the shipping free: every other code reduces the pins' price. */
export function hasFreeShippingCode(cost: Cost): boolean {
  return cost.discountCode !== null && cost.discountAmount === 0 && shippingAmount(cost) === 0;
}

/**
 * Prices an order. Browser and server call this same function; the server's result is binding. A
 * discount applies either to the pins of its products or to the shipping; it is ignored if the pins
 * do not reach its minimum, none is of its products, or there is no shipping to take off.
 */
export function priceOrder<Line extends PinLine>(order: OrderToPrice<Line>): OrderCost<Line> {
  const { to, discount, shipping, charges = [] } = order;
  const lines = priceLines(order.lines);
  const imagesTotal = sumLines(lines);
  const reduced = discount ? lines.filter(({ pin }) => isForProduct(discount, pin.id)) : [];
  const isCounted = reduced.length > 0 || lines.length === 0;
  const counted =
    discount && isCounted && missingAmount(discount, imagesTotal) === 0 ? discount : null;
  const reduction = counted ? discountAmount(sumLines(reduced), counted) : 0;
  const subtotalAfterDiscount = imagesTotal - reduction;
  const usualShipping = shippingPrice(to, subtotalAfterDiscount, shipping);
  const isFree = counted?.type === 'free_shipping';
  const code = isFree && usualShipping === 0 ? null : counted;
  const cost = {
    lines,
    pins: countPins(lines),
    imagesTotal,
    discountCode: code?.code ?? null,
    discountAmount: reduction,
    subtotalAfterDiscount,
    charges,
  };
  return withShipping(cost, isFree ? 0 : usualShipping);
}

/**
 * Returns an order's cost at an agreed total, all charges included: a difference below the shop's
 * prices is a discount without a code, one above them counts as shipping. Further charges that are
 * more than the total are left out. Beside a code, whose discount is its own, the difference is a
 * charge.
 */
export function priceAtTotal<Priced extends Cost>(cost: Priced, totalAmount: number): Priced {
  if (cost.discountCode !== null) return withAgreed(cost, totalAmount);
  const { imagesTotal } = cost;
  const below = Math.max(0, imagesTotal + sumCharges(cost.charges) - totalAmount);
  const discountAmount = Math.min(imagesTotal, below);
  const subtotalAfterDiscount = imagesTotal - discountAmount;
  const rest = totalAmount - subtotalAfterDiscount;
  const further = furtherCharges(cost);
  const charges = sumCharges(further) > rest ? [] : further;
  const agreed = { ...cost, discountAmount, subtotalAfterDiscount, charges };
  return withShipping(agreed, rest - sumCharges(charges));
}

function withAgreed<Priced extends Cost>(cost: Priced, totalAmount: number): Priced {
  const amount = totalAmount - cost.totalAmount;
  if (amount === 0) return cost;
  const label = amount < 0 ? 'Rebaja acordada' : 'Cargo acordado';
  return { ...cost, charges: [...cost.charges, { kind: AGREED, label, amount }], totalAmount };
}

/** Returns the price of all pins of these lines, in pesos. */
export function sumLines(lines: readonly (PinLine & PricedLine)[]): number {
  return lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
}
