import type { Billed } from '#domain/orders/bill.ts';
import type { Destination } from '#domain/orders/prices.ts';
import { groupPins, type PinGroup } from '#domain/pins/choice.ts';
import type { Order } from './orders.ts';
import { type Pricing, toCost } from './pricing.ts';

/** Returns what the bill of a price is made from. @param groups empty: all pins have one price */
export function billedPrice(
  pricing: Pricing,
  delivery: Destination,
  groups: readonly PinGroup[] = [],
): Billed {
  const { imagesCount: quantity, pricePerImage: unitPrice } = pricing;
  const pins = groups.length > 0 ? groups : [{ quantity, name: null, unitPrice }];
  return { cost: toCost(pricing), pins, delivery };
}

type Owed = Pick<Order, 'items' | 'deliveryData' | 'payments' | 'balance' | 'amountDue' | 'quote'>;

/**
 * Returns what the bill of an order is made from; pins of one price are one group. What came in is
 * part of it while a part is missing.
 */
export function billedOrder(order: Owed): Billed {
  const { items, payments, balance, amountDue, quote } = order;
  // The shipping of a quote has the price of no city.
  const deliveryData = quote ? { ...order.deliveryData, city: '' } : order.deliveryData;
  const groups = groupPins(items);
  const hasOnePrice = groups.every(({ unitPrice }) => unitPrice === groups[0]?.unitPrice);
  const bill = billedPrice(deliveryData.pricing, deliveryData, hasOnePrice ? [] : groups);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (paid === 0 || amountDue === 0) return bill;
  return { ...bill, money: { paid, refunded: balance - bill.cost.totalAmount + paid } };
}
