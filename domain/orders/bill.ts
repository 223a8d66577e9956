import { shippingName } from '#domain/delivery/way-texts.ts';
import type { Money } from '#domain/payments/refunds.ts';
import { describeGroup, type PinGroup } from '#domain/pins/choice.ts';
import { type Destination, isLocal } from './prices.ts';
import { type Charge, type Cost, hasFreeShippingCode, isShipping } from './pricing.ts';

/** What a bill is made from: an order, or a price that is not ordered yet. */
export type Billed = {
  cost: Cost;
  /** Its pins by name and price, as `groupPins` returns them. */
  pins: readonly PinGroup[];
  delivery: Destination;
  /** What came in and went back; left out for a price. */
  money?: Money;
};

/** `discounted` is the subtotal after a discount. */
type Sum = 'subtotal' | 'discounted' | 'total' | 'balance';

/** A line of a bill; its label is the one of a screen that has no words of its own. */
export type BillLine = {
  kind: Sum | 'pins' | 'discount' | 'shipping' | 'charge' | 'paid' | 'refunded';
  label: string;
  /** In pesos; negative for what reduces the total, or was paid. */
  amount: number;
  /** Of `pins`: what the amount consists of. */
  group?: PinGroup;
  /** The code behind the discount, or behind a free shipping. */
  code?: string | null;
  /** Of `shipping`: why it has its price; null: the ordinary one. */
  note?: string | null;
};

/**
 * Returns the lines of a bill, each once, in the order in which they add up: pins to the subtotal,
 * discount and charges to the total, and, of an order, payments and refunds to the balance.
 */
export function billOf({ cost, pins, delivery, money }: Billed): BillLine[] {
  const { totalAmount } = cost;
  const isOnArrival = delivery.payShipping === 'onArrival';
  const freeBy = hasFreeShippingCode(cost) && !isOnArrival ? cost.discountCode : null;
  return [
    ...pins.map(
      (group): BillLine => ({
        kind: 'pins',
        label: describeGroup(group),
        amount: group.quantity * group.unitPrice,
        group,
      }),
    ),
    { kind: 'subtotal', label: 'Subtotal imágenes', amount: cost.imagesTotal },
    ...(cost.discountAmount > 0 ? discountLines(cost) : []),
    ...cost.charges.map((charge): BillLine => {
      if (!isShipping(charge)) return { ...charge, kind: 'charge' };
      const note = freeBy ? `Envío gratis con el código ${freeBy}` : shippingNote(charge, delivery);
      return { ...charge, kind: 'shipping', label: shippingName(delivery), code: freeBy, note };
    }),
    { kind: 'total', label: 'Total', amount: totalAmount },
    ...(money ? moneyLines(money, totalAmount) : []),
  ];
}

/** Returns the price of each pin, in pesos; null: they differ, or have names. */
export function findOnePrice({ pins: [first, ...others] }: Billed): number | null {
  return first?.name === null && others.length === 0 ? first.unitPrice : null;
}

function discountLines({ discountAmount, discountCode, subtotalAfterDiscount }: Cost): BillLine[] {
  return [
    { kind: 'discount', label: 'Descuento', amount: -discountAmount, code: discountCode },
    { kind: 'discounted', label: 'Subtotal con descuento', amount: subtotalAfterDiscount },
  ];
}

function moneyLines({ paid, refunded }: Money, total: number): BillLine[] {
  return [
    { kind: 'paid', label: 'Abonado', amount: -paid },
    { kind: 'refunded', label: 'Devuelto', amount: refunded },
    { kind: 'balance', label: 'Saldo', amount: total - paid + refunded },
  ];
}

/** Returns why the shipping has its price; null for the ordinary one. */
function shippingNote({ amount }: Charge, to: Destination): string | null {
  if (to.way === 'pickup') return 'Retiro en la tienda';
  if (to.payShipping === 'onArrival') return amount === 0 ? 'Envío (se paga al recibir)' : null;
  return isLocal(to) && amount !== 0 ? 'Envío con descuento por ser de Chillán' : null;
}
