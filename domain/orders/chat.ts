import { formatPesos } from '#domain/base/money.ts';
import {
  atPickup,
  describeOffice,
  goesToOffice,
  isPickedUp,
  type OnItsWay,
} from '#domain/delivery/way-texts.ts';
import {
  hasPaymentDetails,
  type PaymentDetails,
  paymentLines,
} from '#domain/payments/payment-details.ts';
import { firstNameOf } from '#domain/people/first-name.ts';
import { askForBetter, type BlurredPicture } from '#domain/pins/blur.ts';

/** The buyer to whom the shop writes, and the order. */
export type ChatTopic = { shopName: string; fullName: string; orderId: string };

/** Returns the beginning of every text. */
export function greetBuyer({ shopName, fullName, orderId }: ChatTopic): string {
  const hello = ['Hola', firstNameOf(fullName)].filter(Boolean).join(' ');
  return `${hello}, te escribimos de ${shopName} por tu pedido ${orderId}.`;
}

type Reminder = {
  /** Pesos. */
  amount: number;
  details: PaymentDetails;
  /** Where the buyer sees the order. */
  url: string;
};

/** Returns a reminder with the amount to pay, the order's link and the bank details, if any. */
export function remindBuyer(topic: ChatTopic, { amount, details, url }: Reminder): string {
  const total = formatPesos(amount);
  const opening = `${greetBuyer(topic)} Todavía no vemos tu pago de ${total}.`;
  const link = `Aquí ves tu pedido y puedes adjuntar el comprobante: ${url}`;
  const thanks = 'Si ya pagaste, envíanos el comprobante por aquí. ¡Gracias!';
  if (!hasPaymentDetails(details)) return `${opening} ¿Te ayudamos a pagarlo?\n${link}\n${thanks}`;
  return [
    opening,
    'Estos son los datos para la transferencia:',
    ...paymentLines(details).map(({ label, value }) => `${label}: ${value}`),
    `Monto: ${total}`,
    ...(details.words ? [details.words] : []),
    link,
    thanks,
  ].join('\n');
}

/** Returns a request for an order's pictures, with the link to add them. */
export function askForPictures(topic: ChatTopic, url: string): string {
  return `${greetBuyer(topic)} Elige aquí las imágenes de tus pines y cuántos quieres de cada una: ${url}`;
}

/** Returns a request for pictures of a placed order, with its link and how to send them. */
export function askForMorePictures(topic: ChatTopic, url: string): string {
  return `${greetBuyer(topic)} Manda tus fotos desde tu pedido, con «Pedir un cambio»: ${url}`;
}

type Blurred = { pictures: readonly BlurredPicture[]; orderUrl: string };

/**
 * Returns a request for better pictures than the blurred ones, with the order's link and how to
 * send them: an order without an e-mail has only the second way.
 */
export function askForSharper(topic: ChatTopic, { pictures, orderUrl }: Blurred): string {
  return [
    greetBuyer(topic),
    askForBetter(pictures),
    `Mándala desde tu pedido, con «Cambiar una imagen» o «Pedir un cambio»: ${orderUrl}`,
  ].join('\n');
}

/** Returns the question where a refund is to be paid to. */
export function tellRefund(topic: ChatTopic, amount: number): string {
  return `${greetBuyer(topic)} Te vamos a devolver ${formatPesos(amount)}. ¿A qué cuenta te los enviamos? Escríbenos aquí el nombre, el RUT, el banco y el número de la cuenta.`;
}

export function tellReceiptSeen(topic: ChatTopic, amount: number): string {
  return `${greetBuyer(topic)} Ya vimos tu comprobante por ${formatPesos(amount)}: lo revisamos y te confirmamos el pago. ¡Gracias!`;
}

/** Returns the question about a proof of transfer that does not match what the bank shows. */
export function tellReceiptDiffers(topic: ChatTopic, amount: number): string {
  return `${greetBuyer(topic)} Revisamos tu comprobante y no coincide con lo que vemos en nuestra cuenta: esperábamos ${formatPesos(amount)}. ¿Nos envías el comprobante correcto, o nos cuentas desde qué cuenta y qué día transferiste? ¡Gracias!`;
}

export function tellPaid(topic: ChatTopic, amount: number): string {
  return `${greetBuyer(topic)} Tu pago de ${formatPesos(amount)} quedó confirmado. ¡Gracias!`;
}

export function tellChangesSeen(topic: ChatTopic): string {
  return `${greetBuyer(topic)} Vimos los cambios que pediste en la prueba. Los hacemos y te enviamos otra.`;
}

export function tellLate(topic: ChatTopic, order: OnItsWay): string {
  const next = isPickedUp(order) ? 'esté listo para retirar' : 'salga';
  return `${greetBuyer(topic)} Vamos con atraso y queremos que lo sepas por nosotros. Te avisamos apenas ${next}. Gracias por la paciencia.`;
}

type Parcel = { courier: string | null; trackingNumber: string | null };

/** Returns the text that an order is ready to be picked up. */
export function tellReady(topic: ChatTopic, order: OnItsWay): string {
  return `${greetBuyer(topic)} ¡Tu pedido está listo para retirar${atPickup(order)}!`;
}

/** Returns the text that a parcel has left. */
export function tellDispatched(
  topic: ChatTopic,
  order: OnItsWay,
  { courier, trackingNumber }: Parcel,
): string {
  const by = courier ? ` por ${courier}` : '';
  const where = goesToOffice(order) ? ` a ${describeOffice(order)}` : by;
  const tracking = trackingNumber ? ` Su número de seguimiento es ${trackingNumber}.` : '';
  return `${greetBuyer(topic)} ¡Ya va en camino${where}!${tracking}`;
}
