import type { AdminOrder } from '#contract/orders-admin.ts';
import { greetBuyer } from '#domain/chat.ts';
import { whatsappUrl } from '#domain/phones.ts';

/** Where the order's mails go. */
export function emailOf({ userEmail, deliveryData }: AdminOrder): string {
  return userEmail ?? deliveryData.email ?? 'N/A';
}

export function typeOf({ isGuestOrder }: Pick<AdminOrder, 'isGuestOrder'>): string {
  return isGuestOrder ? 'Invitado' : 'Usuario Registrado';
}

/** @returns a link to a chat with a greeting written; null for a number unknown to WhatsApp */
export function whatsappLink(order: AdminOrder, shopName: string): string | null {
  const { fullName, phone } = order.deliveryData;
  return whatsappUrl(phone, greetBuyer({ shopName, fullName, orderId: order.id }));
}

/** @param version such as `2026-11-21`; null for an order from before it was kept */
export function termsText(version: string | null): string {
  return version === null ? 'Sin registro' : `versión ${version}`;
}

/** Returns how many pins are ordered, such as `2 imágenes`. */
export function countImages({ deliveryData }: AdminOrder): string {
  const { imagesCount } = deliveryData.pricing;
  return imagesCount === 1 ? '1 imagen' : `${imagesCount} imágenes`;
}

/** Returns an order in one line, so that it is not mistaken for another. */
export function nameOrder(order: AdminOrder): string {
  return `${order.id}, de ${order.deliveryData.fullName} (${countImages(order)})`;
}

/** What a field holds once `sent` is saved: `empty`, unless something else was typed meanwhile. */
export function afterSending<Value>(sent: Value, empty: Value): (now: Value) => Value {
  return (now) => (now === sent ? empty : now);
}
