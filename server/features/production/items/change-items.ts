import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import { type Pricing, toPricing } from '#contract/orders/pricing.ts';
import type { ChangeItemsBody } from '#contract/production/items.ts';
import { ShopError } from '#domain/base/errors.ts';
import { keysOf } from '#domain/base/keys.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { moneyOf, pricePayments } from '#domain/orders/order-money.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { furtherCharges, sumCharges } from '#domain/orders/pricing.ts';
import { isUnderWay, isVoid } from '#domain/orders/status.ts';
import { balanceOf } from '#domain/payments/refunds.ts';
import { payByOf } from '#domain/payments/unpaid.ts';
import { orderedPinOf } from '#domain/pins/choice.ts';
import type { Crop } from '#domain/pins/crops.ts';
import { MAX_IMAGES } from '#domain/pins/images.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
  type OrderSet,
} from '#server/features/orders/order.ts';
import {
  endLinks,
  findOpenLink,
  type OrderLink,
  updateLink,
} from '#server/features/orders/stored-links.ts';
import { changedFields, voidProof } from '#server/features/production/proofs/change-item.ts';
import { keepReplaced, moveReplaced } from '#server/features/production/replaced-pictures.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { claimPicture } from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { validationError } from '#server/http/errors.ts';
import { type ItemLine, type ItemsCost, priceItems } from './price-items.ts';

/**
 * Replaces the whole list of an order's items with its price, voids its proof, and mails the buyer
 * what changed. Replaced pictures are kept until the pins are printed; removed ones are not.
 * @throws ShopError `not_found`, `order_changed`, `order_under_way` once a mark is set,
 *   `order_cancelled`, `validation_failed`, `product_unavailable`, `image_not_found`,
 *   `image_already_ordered`
 */
export function changeItems(
  context: Context,
  target: ChangeTarget,
  body: ChangeItemsBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx): Promise<OrderChange | null> => {
    refuseSettled(order);
    const { cost, settings } = await priceItems(context, tx, { order, body });
    const now = context.clock();
    const items = await makeItems(tx, { order, cost, now });
    const changes = [...describeItems(order, items, cost.lines), ...describeCost(order.cost, cost)];
    if (changes.length === 0) return null;
    const voided = await voidProof(tx, order, now);
    const released = await releasePictures(tx, { order, items, lines: cost.lines, now });
    const { lines: _, ...figures } = cost;
    return {
      set: {
        ...voided.set,
        ...(await updateRequest(tx, order, cost.lines)),
        ...(await completeOrder(tx, { order, cost, settings, now })),
        items,
        cost: figures,
      },
      action: 'items_changed',
      changes: [...changes, ...voided.changes],
      mails: [{ kind: 'order_changed' }],
      after: () => forgetPictures(tx, released, { now }),
    };
  });
}

/** Returns what the order would cost, and what of it would be missing. Nothing is stored. */
export async function previewItems(
  context: Context,
  target: ChangeTarget,
  body: ChangeItemsBody,
): Promise<{ pricing: Pricing; balance: number }> {
  let preview: { pricing: Pricing; balance: number } | null = null;
  await changeOrder(context, target, async (order, tx) => {
    refuseSettled(order);
    const { cost } = await priceItems(context, tx, { order, body });
    const balance = balanceOf(moneyOf(order), cost.totalAmount);
    preview = { pricing: toPricing(cost), balance };
    return null;
  });
  if (preview === null) throw new Error('a preview was not computed');
  return preview;
}

const PRINTED = 'Estos pines ya están en producción: el pedido no se puede cambiar';
const CANCELLED = 'Este pedido está cancelado: ábrelo de nuevo para cambiarlo';

function refuseSettled({ status, rounds }: Order): void {
  if (isVoid(status)) throw new ShopError('order_cancelled', { message: CANCELLED });
  const isMarked = keysOf(MARKS).some((mark) => rounds[0].marks[mark] !== null);
  if (isMarked || !isUnderWay(status)) throw new ShopError('order_under_way', { message: PRINTED });
}

type Made = { order: Order; cost: ItemsCost; now: number };

/** Claims the new pictures, and returns the items. */
async function makeItems(tx: Tx, { order, cost, now }: Made): Promise<OrderItem[]> {
  const starts = await claimNew(tx, { order, cost, now });
  const items = cost.lines.map((line, position): OrderItem => {
    const { sent, kept, priceList } = line;
    const uploadId = pictureOf(line);
    const isOther = uploadId !== kept?.uploadId;
    const crop = sent.crop ?? (isOther ? (starts.get(uploadId) ?? null) : kept.crop);
    const text = sent.text === undefined ? kept?.text : sent.text;
    const item: OrderItem = {
      ...orderedPinOf({ ...line, text }, crop),
      ...{ position, uploadId, priceList, changedAt: kept?.changedAt ?? null },
      originalName: sent.originalName ?? kept?.originalName ?? 'imagen',
      notes: sent.notes === undefined ? (kept?.notes ?? null) : sent.notes || null,
    };
    const isSame = kept && isDeepStrictEqual({ ...kept, unitPrice: item.unitPrice }, item);
    return isSame ? item : { ...item, changedAt: now };
  });
  if (new Set(items.map(({ uploadId }) => uploadId)).size > MAX_IMAGES) {
    throw validationError({ items: `Se aceptan hasta ${MAX_IMAGES} imágenes por pedido` });
  }
  // A press sheet that has a removed item is out of date.
  return items.length < order.items.length
    ? items.map((item) => ({ ...item, changedAt: now }))
    : items;
}

/** Returns the id of a line's picture; empty for one of another site. */
function pictureOf({ sent, kept }: ItemLine): string {
  return sent.imageUrl === null ? (kept?.uploadId ?? '') : (pictureId(sent.imageUrl) ?? '');
}

/**
 * Claims the pictures that neither the order nor its buyer's requests have. @returns the start crops of all new ones
 * @throws ShopError `image_not_found`, `image_already_ordered`, with the path of a picture
 */
async function claimNew(tx: Tx, { order, cost, now }: Made): Promise<Map<string, Crop | null>> {
  const requested = order.changeRequests.flatMap(({ pictures }) => pictures);
  const had = new Map([...requested, ...order.items].map((each) => [each.uploadId, each.crop]));
  const starts = new Map(had);
  // Sorted, so that two such changes wait for each other and never deadlock.
  const wanted = [...new Set(cost.lines.map(pictureOf))].filter((id) => !had.has(id)).sort();
  for (const id of wanted) {
    const claimed = await claimPicture(tx, { order, id, now, guestEmail: order.owner.guestEmail });
    if (typeof claimed === 'string') {
      const at = cost.lines.findIndex((line) => pictureOf(line) === id);
      const message = CLAIM_TEXTS[claimed];
      throw new ShopError(claimed, { fields: { [`items.${at}.imageUrl`]: message } });
    }
    starts.set(id, claimed.start);
  }
  return starts;
}

const CLAIM_TEXTS = {
  image_not_found: 'Esta imagen ya no está disponible',
  image_already_ordered: 'Esta imagen ya es parte de un pedido',
};

/** Returns the changes by the items' numbers, first the removed ones by their old numbers. */
function describeItems(
  { items: before }: Order,
  items: readonly OrderItem[],
  lines: readonly ItemLine[],
): AuditChange[] {
  const kept = new Set(lines.map((line) => line.kept));
  return [
    ...before
      .filter((item) => !kept.has(item))
      .map(({ position }) => ({ field: 'itemRemoved', from: position + 1 })),
    ...items.flatMap((item, at): AuditChange[] => {
      const was = lines[at]?.kept;
      const n = item.position + 1;
      if (!was) {
        return [
          { field: 'itemAdded', to: n },
          { field: 'quantity', to: item.quantity },
        ];
      }
      const fields = [
        ...diff('quantity', was.quantity, item.quantity),
        ...diff('product', was.product.name, item.product.name),
        ...diff('finish', was.finish?.name ?? null, item.finish?.name ?? null),
        ...changedFields(was, item),
        ...(was.notes === item.notes ? [] : [{ field: 'notes' }]),
        ...(was.originalName === item.originalName ? [] : [{ field: 'pictureName' }]),
        ...diff('item', was.position + 1, n),
      ];
      return fields.length === 0 ? [] : [{ field: 'item', to: n }, ...fields];
    }),
  ];
}

function describeCost(before: Order['cost'], after: Order['cost']): AuditChange[] {
  const [was, is] = [furtherCharges(before), furtherCharges(after)];
  return [
    ...diff('pins', before.pins, after.pins),
    ...(isDeepStrictEqual(was, is)
      ? []
      : [{ field: 'charges', from: sumCharges(was), to: sumCharges(is) }]),
    ...diff('code', before.discountCode, after.discountCode),
    ...diff('agreedTotal', before.agreedTotal, after.agreedTotal),
    ...diff('totalAmount', before.totalAmount, after.totalAmount),
  ];
}

type Released = {
  order: Order;
  items: readonly OrderItem[];
  lines: readonly ItemLine[];
  now: number;
};

/** Keeps the replaced pictures of items that stay. @returns ids of pictures that may be removed */
async function releasePictures(tx: Tx, { order, items, lines, now }: Released): Promise<string[]> {
  const places = new Map(lines.flatMap(({ kept }, at) => (kept ? [[kept.position, at]] : [])));
  const dropped = await moveReplaced(tx, order.id, places);
  for (const [at, item] of items.entries()) {
    const was = lines[at]?.kept;
    if (!was || was.uploadId === item.uploadId) continue;
    dropped.push(...(await keepReplaced(tx, order.id, { ...was, position: at }, now)));
  }
  const removed = order.items.filter(({ position }) => !places.has(position));
  return [...dropped, ...removed.map(({ uploadId }) => uploadId)];
}

/** Lets the link for other pictures follow its items; without one of them left it ends. */
async function updateRequest(
  tx: Tx,
  order: Order,
  lines: readonly ItemLine[],
): Promise<Pick<OrderSet, 'pictureRequestedAt'>> {
  const link = await findOpenLink(tx, { orderId: order.id, purpose: 'picture' });
  if (!link) return {};
  const items = lines.flatMap(({ kept }, at) =>
    kept && link.items.includes(kept.position + 1) ? [at + 1] : [],
  );
  if (items.length > 0) {
    await updateLink(tx, { ...link, items } satisfies OrderLink);
    return {};
  }
  await endLinks(tx, order.id, 'picture');
  return { pictureRequestedAt: null };
}

type Completed = { order: Order; cost: ItemsCost; settings: Settings; now: number };

/** Returns what changes when an order that the shop opened gets its first items. */
async function completeOrder(
  tx: Tx,
  { order, cost, settings, now }: Completed,
): Promise<Pick<OrderSet, 'payments' | 'payBy' | 'completeSince'>> {
  if (order.cost.pins > 0) return {};
  await endLinks(tx, order.id, 'complete');
  return {
    payments: pricePayments(order, cost.totalAmount),
    payBy: payByOf(now, settings.unpaid),
    completeSince: now,
  };
}
