import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import type { ChangeItemBody } from '#contract/production/proofs.ts';
import { ShopError } from '#domain/base/errors.ts';
import { hasOpenPictures } from '#domain/orders/derive.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { keepReplaced, swapReplaced } from '#server/features/production/replaced-pictures.ts';
import { updateLatestProof } from '#server/features/production/stored-proofs.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { claimPicture } from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';

type ItemChange = Omit<ChangeItemBody, 'text'> & Partial<Pick<ChangeItemBody, 'text'>>;

/**
 * Moves the crop of an order's item, corrects its text or replaces its picture, and voids the
 * order's proof. A replaced picture is kept until the pins are printed.
 * @param n the item's number, from 1
 * @throws ShopError `not_found`, `order_ended`, `image_not_found`, `image_already_ordered`,
 *   `pictures_settled` for the text of printed pins, `order_changed`
 */
export function changeItem(
  context: Context,
  target: ChangeTarget,
  { n, ...body }: ChangeItemBody & { n: number },
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    if (body.text !== null && order.rounds[0].marks.printed !== null) {
      throw new ShopError('pictures_settled', { message: PRINTED });
    }
    const { guestEmail } = order.owner;
    const wanted = { n, guestEmail, ...body };
    const { isSame, ...change } = await changePictures(context, tx, order, wanted);
    return isSame ? null : { ...change, action: 'item_changed' };
  });
}

/**
 * Restores the earlier picture of an item, voids the order's proof and mails the buyer. The picture
 * that it had until now can be restored in the same way.
 * @param n the item's number, from 1
 * @throws ShopError `order_ended`, `pictures_settled` once it is printed, `not_found`,
 *   `order_changed`
 */
export function restorePicture(context: Context, target: ChangeTarget, n: number): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    if (!hasOpenPictures(order)) throw new ShopError('pictures_settled');
    const item = findItem(order, n);
    const earlier = await swapReplaced(tx, order.id, item);
    if (!earlier) throw new ShopError('not_found', { message: NO_PREVIOUS });
    const now = context.clock();
    const voided = await voidProof(tx, order, now);
    const items = replaceItem(order, { ...earlier, changedAt: now });
    return {
      // The owner has seen the new picture.
      set: { ...voided.set, items, pictureReplacedAt: null },
      action: 'picture_restored',
      changes: [{ field: 'item', to: n }, ...voided.changes],
      mails: [{ kind: 'picture_restored' }],
    };
  });
}

const NO_PREVIOUS = 'Esta imagen no tiene una anterior guardada';
const PRINTED = 'Estos pines ya se imprimieron: su texto no se puede cambiar';

type PictureChange = Pick<OrderChange, 'set' | 'changes' | 'after'> & {
  /** True: the item looks as before. */
  isSame: boolean;
};

/**
 * Changes the picture, crop or text of an item of a locked order, and voids the order's proof.
 * @param change.guestEmail see `claimPicture`
 * @throws ShopError `not_found`, `image_not_found`, `image_already_ordered`
 */
export async function changePictures(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  order: Order,
  { n, guestEmail, ...body }: ItemChange & { n: number; guestEmail: string | null },
): Promise<PictureChange> {
  const now = clock();
  const item = findItem(order, n);
  const wanted = await readItem(tx, { order, item, body, now, guestEmail });
  if (isDeepStrictEqual(item, wanted)) return { set: {}, changes: [], isSame: true };
  const changed = { ...wanted, changedAt: now };
  const dropped =
    changed.uploadId === item.uploadId ? [] : await keepReplaced(tx, order.id, item, now);
  const voided = await voidProof(tx, order, now);
  return {
    set: { ...voided.set, items: replaceItem(order, changed) },
    changes: [{ field: 'item', to: n }, ...changedFields(item, changed), ...voided.changes],
    after: () => forgetPictures(tx, dropped, { now }),
    isSame: false,
  };
}

function findItem({ items }: Order, n: number): OrderItem {
  const item = items[n - 1];
  if (!item) throw new ShopError('not_found');
  return item;
}

function replaceItem({ items }: Order, item: OrderItem): OrderItem[] {
  return items.map((each) => (each.position === item.position ? item : each));
}

type ItemRequest = {
  order: Order;
  item: OrderItem;
  body: ItemChange;
  now: number;
  guestEmail: string | null;
};

async function readItem(
  tx: Tx,
  { order, item, body, now, guestEmail }: ItemRequest,
): Promise<OrderItem> {
  const { crop, imageUrl, originalName, text = null } = body;
  if (text !== null && !item.text) throw new ShopError('not_found');
  const kept = {
    ...item,
    crop: crop ?? item.crop,
    ...(item.text ? { text: { ...item.text, value: text ?? item.text.value } } : {}),
  };
  if (imageUrl === null) return kept;
  const id = pictureId(imageUrl);
  if (id === item.uploadId) return kept;
  if (id === null) throw new ShopError('image_not_found');
  const claimed = await claimPicture(tx, { order, id, now, guestEmail });
  if (typeof claimed === 'string') throw new ShopError(claimed);
  return {
    ...kept,
    uploadId: id,
    originalName: originalName ?? item.originalName,
    crop: crop ?? claimed.start,
  };
}

/** Returns what of an item's look differs. */
export function changedFields(before: OrderItem, after: OrderItem): AuditChange[] {
  return [
    ...diffName('picture', before.uploadId, after.uploadId),
    ...(isDeepStrictEqual(before.crop, after.crop) ? [] : [{ field: 'crop' }]),
    // Without the text: it may be a name, and the audit log outlives an erased person's data.
    ...diffName('text', before.text?.value, after.text?.value),
  ];
}

/** Voids the latest proof of a changed order. */
export async function voidProof(
  tx: Tx,
  { id, proof }: Order,
  now: number,
): Promise<Pick<OrderChange, 'set' | 'changes'>> {
  if (!proof || proof.state === 'void') return { set: {}, changes: [] };
  await updateLatestProof(tx, id, { state: 'void', state_at: now });
  return {
    set: { proof: { ...proof, state: 'void', at: now } },
    changes: [{ field: 'proof', from: proof.state, to: 'void' }],
  };
}
