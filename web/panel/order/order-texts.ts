import type { AdminOrder, AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import { greetBuyer } from '#domain/orders/chat.ts';
import { ORDER_STATUSES, statusLabel } from '#domain/orders/status.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import { type BlurredPicture, findBlur } from '#domain/pins/blur.ts';

export const STATUS_OPTIONS = ORDER_STATUSES.map((each) => [each, statusLabel(each)] as const);

/** Returns the address of the order's mails. */
export function emailOf({ userEmail, deliveryData }: AdminOrder): string {
  return userEmail ?? deliveryData.email ?? 'N/A';
}

export function typeOf({ isGuestOrder }: Pick<AdminOrder, 'isGuestOrder'>): string {
  return isGuestOrder ? 'Invitado' : 'Usuario Registrado';
}

/** Returns a link to a chat with a greeting; null for a number unknown to WhatsApp. */
export function whatsappLink(order: AdminOrder, shopName: string): string | null {
  const { fullName, phone } = order.deliveryData;
  return whatsappUrl(phone, greetBuyer({ shopName, fullName, orderId: order.id }));
}

/** Returns false for a quote that its buyer has not accepted: it takes no payment, mark or paper. */
export function isOrdered({ quote }: Pick<AdminOrder, 'quote'>): boolean {
  return !quote || quote.state === 'accepted';
}

/** @param version such as `2026-11-21`; null for an order without a recorded version */
export function termsText(version: string | null): string {
  return version === null ? 'Sin registro' : `versión ${version}`;
}

/** Returns the number of pins, such as `2 pines`, or `sin imágenes`. */
export function describeOrderPins({ deliveryData }: AdminOrder): string {
  const { imagesCount } = deliveryData.pricing;
  if (imagesCount === 0) return 'sin imágenes';
  return imagesCount === 1 ? '1 pin' : `${imagesCount} pines`;
}

/** Returns the pictures that print blurred, with their numbers from 1. */
export function listBlurred({ items, originals }: AdminOrderDetail): BlurredPicture[] {
  return items.flatMap((item, at) => {
    const original = originals[at];
    const blur = original ? findBlur(item.crop, original, item) : null;
    return blur ? [{ n: at + 1, ...blur }] : [];
  });
}

/** Returns a line that identifies an order. */
export function nameOrder(order: AdminOrder): string {
  return `${order.id}, de ${order.deliveryData.fullName} (${describeOrderPins(order)})`;
}

export function describeBinned(id: string): string {
  return `Eliminaste el pedido ${id}. Queda 7 días en la papelera.`;
}
