import type { BuyerOrder, Order } from '#contract/orders/orders.ts';
import { askedNowOf, openDepositOf } from '#contract/payments/deposit.ts';
import { formatDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { describeArrival } from '#domain/delivery/promise.ts';
import {
  balanceDeadline,
  describeDeposit,
  goesToOffice,
  isPickedUp,
  officeName,
} from '#domain/delivery/way-texts.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isVoid } from '#domain/orders/status.ts';
import { paymentLines } from '#domain/payments/payment-details.ts';
import { type Block, button, type Fact, factList, type Letter, note, paragraph } from './letter.ts';
import type { BuyerNews } from './news.ts';
import { greeting } from './order-parts.ts';

type Parcel = NonNullable<BuyerOrder['parcel']>;

type ToBuyer = Omit<Letter, 'reason'> & {
  /** Follows the greeting, as the first of the blocks. */
  text: string;
  reason?: string;
};

/** Returns a letter to an order's buyer, with a greeting. */
export function buyerLetter(
  news: Parameters<typeof greeting>[0],
  shopName: string,
  { text, blocks, ...letter }: ToBuyer,
): Letter {
  return {
    reason: `Recibes este correo porque hiciste un pedido en ${shopName} con esta dirección.`,
    ...letter,
    blocks: [paragraph(`${greeting(news)}: ${text}`), ...blocks],
  };
}

/** The order's number, to read out on the phone. */
export function orderNumber({ id }: Pick<Order, 'id'>, label = 'Tu número de pedido'): Block {
  return { kind: 'highlight', label, value: id };
}

export const seeOrder = (url: string): Block => button('Ver mi pedido', url);
export const QUESTIONS = note('¿Tienes dudas? Responde este correo y te ayudamos.');

/** Returns the order without the typed office if the buyer's e-mail is unverified. */
export function told({ order, isBuyerVerified }: BuyerNews) {
  if (isBuyerVerified) return order;
  return { ...order, deliveryData: { ...order.deliveryData, branch: null } };
}

/** Where and when an order is picked up; empty for an order that is sent. */
export function pickupFacts({ pickup }: BuyerOrder): Fact[] {
  if (!pickup) return [];
  return [
    { label: 'Dónde se retira', value: pickup.place },
    { label: 'Horario', value: pickup.hours },
  ].filter(({ value }) => value);
}

/** Where an order is picked up, or the courier's office; empty for delivery to the door. */
export function placeFacts(order: BuyerOrder): Fact[] {
  const office = goesToOffice(order) ? officeName(order) : null;
  return [...pickupFacts(order), ...(office ? [{ label: 'Oficina', value: office }] : [])];
}

export function parcelFacts({ courier, tracking, trackingUrl: url }: Parcel): Fact[] {
  return [
    { label: 'Envío por', value: courier },
    ...(tracking
      ? [{ label: 'Número de seguimiento', value: tracking, ...(url ? { url } : {}) }]
      : []),
  ];
}

/** When an order arrives; empty after that day, and for an order ready for pickup. */
export function arrivalFacts(order: BuyerOrder): Fact[] {
  if (!order.arrival || isReady(order) || isHandedOver(order)) return [];
  const value = sentence(describeArrival(order.arrival));
  if (isPickedUp(order)) return [{ label: 'Puedes retirarlo', value }];
  return [{ label: goesToOffice(order) ? 'Llega a la oficina' : 'Llega', value }];
}

/** Returns whether the order is ready for pickup. */
export function isReady(order: BuyerOrder): boolean {
  const { progress, status } = order;
  const isPacked = isPickedUp(order) && isStepDone(progress.steps, 'ready');
  return isPacked && !isHandedOver(order) && !isVoid(status);
}

export function isHandedOver(order: BuyerOrder): boolean {
  return isPickedUp(order) && isStepDone(order.progress.steps, 'dispatched');
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How a cancelled order is refunded; an online payment is refunded the same way it was paid. */
export function moneyBack({ order, refundableOnline: online = 0 }: BuyerNews, day: string): Block {
  const { deliveryData, balance, refunds } = order;
  const left = deliveryData.pricing.totalAmount - balance;
  const done = refunds.filter(({ doneOn }) => doneOn !== null);
  if (left === 0) {
    const place = done.every(({ how }) => how === 'online')
      ? ', al mismo medio con que pagaste'
      : '';
    const all = formatPesos(done.reduce((sum, { amount }) => sum + amount, 0));
    return paragraph(`Ya te devolvimos los ${all} que pagaste${place}.`);
  }
  const promise = `a más tardar el ${formatDay(day)}`;
  if (online >= left) {
    return paragraph(
      `Te devolvemos ${formatPesos(left)} ${promise}, al mismo medio con que pagaste. Te avisamos por correo cuando salga.`,
    );
  }
  if (online > 0) {
    return paragraph(
      `Te devolvemos ${formatPesos(left)} ${promise}: ${formatPesos(online)} al mismo medio con que pagaste en línea y ${formatPesos(left - online)} a tu cuenta. Responde este correo con los datos de la cuenta.`,
    );
  }
  const amount = done.length > 0 ? formatPesos(left) : `los ${formatPesos(left)} que pagaste,`;
  return paragraph(
    `Te devolvemos ${amount} ${promise}. Responde este correo con los datos de la cuenta a la que quieres que los enviemos.`,
  );
}

/** Says when the rest of an order with a deposit is paid. */
export function balanceLater(order: BuyerOrder): string {
  const rest = formatPesos(order.amountDue - openDepositOf(order));
  return `El saldo de ${rest} se paga ${balanceDeadline(order)}.`;
}

function depositNote(order: BuyerOrder): Block[] {
  const deposit = openDepositOf(order);
  if (deposit === 0) return [];
  return [paragraph(describeDeposit(deposit, order.amountDue - deposit, order))];
}

/** How to pay; empty when the shop has not configured it and contacts the buyer instead. */
export function howToPay(order: BuyerOrder): Block[] {
  const { id, howToPay: details } = order;
  if (!details) return depositNote(order);
  return [
    ...factList('Cómo pagar', [
      ...paymentLines(details),
      {
        label: openDepositOf(order) > 0 ? 'Abono' : 'Monto',
        value: formatPesos(askedNowOf(order)),
      },
      { label: 'Referencia', value: id },
    ]),
    ...depositNote(order),
    ...(details.words ? [paragraph(details.words)] : []),
  ];
}
