import { billedOrder } from '#contract/orders/bill.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type DeliveryLabels, describeDelivery } from '#domain/delivery/delivery-labels.ts';
import { type LegalText, nameVersion } from '#domain/legal/document.ts';
import { type BillLine, billOf } from '#domain/orders/bill.ts';
import { firstNameOf } from '#domain/people/first-name.ts';
import { groupPins, pinName, quoteText } from '#domain/pins/choice.ts';
import { type Block, type Fact, factList, type LetterPicture, note } from './letter.ts';

/** An order with the content ids of its pictures in the mail; null for a lost picture. */
export type LetterOrder = PricedOrder & { cids: readonly (string | null)[] };

type PricedOrder = { order: Order; hasOwnShipping?: boolean };

/** Returns `1 pin`, `12 pines`. */
export function describePins(count: number): string {
  return count === 1 ? '1 pin' : `${count} pines`;
}

/** Returns `Hola, Rosa`; without the typed name of a group, or if the e-mail is unverified. */
export function greeting({ order, isBuyerVerified }: { order: Order; isBuyerVerified: boolean }) {
  const { fullName } = order.deliveryData;
  return ['Hola', isBuyerVerified ? firstNameOf(fullName) : null].filter(Boolean).join(', ');
}

/** Maximum number of pictures listed: mail programs cut off a longer mail, with the prices. */
export const MOST_LISTED = 40;

export function quantityBlocks({ items }: Order): Block[] {
  const facts = items
    .slice(0, MOST_LISTED)
    .map((item, at) => ({
      label: `Imagen ${at + 1}`,
      value: [describePins(item.quantity), pinName(item)].filter(Boolean).join(' · '),
    }));
  return [...factList('Imágenes', facts), ...restBlocks(items)];
}

/** Says how many pictures are not listed. */
function restBlocks(items: Order['items']): Block[] {
  const rest = items.slice(MOST_LISTED);
  if (rest.length === 0) return [];
  const pins = rest.reduce((sum, { quantity }) => sum + quantity, 0);
  return [note(`Y ${rest.length} más, con ${describePins(pins)}.`)];
}

export function pricesBlock({ order, hasOwnShipping = false }: PricedOrder): Block {
  const bill = billedOrder(order);
  const delivery = hasOwnShipping ? { ...bill.delivery, city: '' } : bill.delivery;
  const lines = billOf({ ...bill, delivery, pins: groupPins(order.items) });
  const prices = lines
    .filter(({ kind, amount }) => kind !== 'subtotal' && (kind !== 'refunded' || amount > 0))
    .map((line) => ({
      label: labelOf(line),
      amount: formatPesos(line.amount),
      ...(line.kind === 'total' ? { isTotal: true } : {}),
    }));
  return { kind: 'prices', title: 'Detalle de precios', prices };
}

function labelOf({ kind, label, group, code, note }: BillLine): string {
  if (group && !group.name)
    return `${describePins(group.quantity)} × ${formatPesos(group.unitPrice)}`;
  return kind === 'discount' && code ? `${label} (${code})` : (note ?? label);
}

/** The delivery data without empty fields; the coordinates link to a map. */
export function deliveryFacts(labels: DeliveryLabels, { deliveryData }: Order): Fact[] {
  return describeDelivery(labels, deliveryData).flatMap(({ field, label, text }) => {
    if (text === null) return [];
    const url = field === 'coordinates' ? mapUrl(deliveryData) : null;
    return [{ label, value: text, ...(url ? { url } : {}) }];
  });
}

function mapUrl({ coordinates }: Order['deliveryData']): string | null {
  if (!coordinates) return null;
  const { lat, lng } = coordinates;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}

export function pictureBlocks(
  { order, cids }: LetterOrder,
  { named }: { named: boolean },
): Block[] {
  const pictures = order.items
    .slice(0, MOST_LISTED)
    .map(
      ({ notes, originalName, ...item }, at): LetterPicture => ({
        cid: cids[at] ?? null,
        quantity: item.quantity,
        pin: [quoteText(item), pinName(item)].filter(Boolean).join(' · ') || null,
        notes,
        ...(named ? { name: originalName } : {}),
      }),
    );
  return [{ kind: 'pictures', title: 'Imágenes', pictures }, ...restBlocks(order.items)];
}

/** The terms that the buyer accepted; `texts` is empty if it is not the current version. */
export type AcceptedTerms = { version: string; texts: readonly LegalText[] };

/** A full copy of the accepted terms, required by Ley 19.496, art. 12 A. */
export function agreedBlocks({ version, texts }: AcceptedTerms): Block[] {
  const named = nameVersion(version).toLowerCase();
  const text =
    texts.length > 0
      ? `Abajo va tu copia de las condiciones que aceptaste (${named}). Guarda este correo.`
      : `Tu pedido vale con las condiciones que aceptaste (${named}). Pídenos una copia cuando quieras.`;
  return [note(text), ...texts.map((each): Block => ({ kind: 'legal', text: each }))];
}
