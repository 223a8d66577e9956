import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { ChangeItemBody } from '#contract/proofs.ts';
import { ShopError } from '#domain/errors.ts';
import { isUnderWay } from '#domain/orders.ts';
import type { Crop } from '#domain/pins/crops.ts';
import { diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import {
  hasOpenPictures,
  keepReplaced,
  swapReplaced,
} from '#server/features/orders/replaced-pictures.ts';
import { type ItemRow, type OrderRow, updateItem } from '#server/features/orders/repo.ts';
import { readCropColumns, toCropColumns } from '#server/features/uploads/crop-columns.ts';
import { claimUpload, knownUploads } from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { updateLatestProof } from './repo.ts';

type Look = Pick<ItemRow, 'upload_id' | 'original_name' | 'text_value'> & { crop: Crop | null };

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
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    if (body.text !== null && order.printed_at !== null) {
      throw new ShopError('pictures_settled', { message: PRINTED });
    }
    const change = await changePictures(context, tx, order, { n, ...body });
    return change.isSame ? null : { ...change, action: 'item_changed' };
  });
}

/**
 * Restores the earlier picture of an item, voids the order's proof and mails the buyer. The picture
 * that it had until now can be restored in the same way.
 * @param n the item's number, from 1
 * @throws ShopError `order_ended`, `pictures_settled` once it is printed, `not_found`,
 *   `order_changed`
 */
export function restorePicture(
  context: Context,
  target: ChangeTarget,
  n: number,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (!isUnderWay(order.status)) throw new ShopError('order_ended');
    if (!hasOpenPictures(order)) throw new ShopError('pictures_settled');
    const isBack = await swapReplaced(tx, await findItem(tx, order.id, n));
    if (!isBack) throw new ShopError('not_found', { message: NO_PREVIOUS });
    const voided = await voidProof(tx, order, context.clock());
    return {
      // The owner has seen the new picture.
      set: { ...voided.set, picture_replaced_at: null },
      action: 'picture_restored',
      changes: [{ field: 'item', to: n }, ...voided.changes],
      mails: [{ kind: 'picture_restored' }],
    };
  });
}

const NO_PREVIOUS = 'Esta imagen no tiene una anterior guardada';
const PRINTED = 'Estos pines ya se imprimieron: su texto no se puede cambiar';

type PictureChange = Pick<OrderChange, 'set' | 'changes'> & {
  /** True: the item looks as before. */
  isSame: boolean;
};

/**
 * Changes the picture, crop or text of an item of a locked order, and voids the order's proof.
 * @throws ShopError `not_found`, `image_not_found`, `image_already_ordered`
 */
export async function changePictures(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  order: OrderRow,
  { n, ...body }: ItemChange & { n: number },
): Promise<PictureChange> {
  const item = await findItem(tx, order.id, n);
  const before = lookOf(item);
  const after = await readLook(tx, { order, before, body, now: clock() });
  if (isDeepStrictEqual(before, after)) return { set: {}, changes: [], isSame: true };
  await writeLook(tx, item, after, clock());
  const voided = await voidProof(tx, order, clock());
  return {
    set: voided.set,
    changes: [{ field: 'item', to: n }, ...changedFields(before, after), ...voided.changes],
    isSame: false,
  };
}

async function findItem(tx: Tx, orderId: string, n: number): Promise<ItemRow> {
  const item = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('position', '=', n - 1)
    .executeTakeFirst();
  if (!item) throw new ShopError('not_found');
  return item;
}

function lookOf(item: ItemRow): Look {
  const { upload_id, original_name, text_value } = item;
  return { upload_id, original_name, text_value, crop: readCropColumns(item) };
}

type ItemRequest = { order: OrderRow; before: Look; body: ItemChange; now: number };

async function readLook(tx: Tx, { order, before, body, now }: ItemRequest): Promise<Look> {
  const { crop, imageUrl, originalName, text = null } = body;
  if (text !== null && before.text_value === null) throw new ShopError('not_found');
  const kept = { ...before, text_value: text ?? before.text_value, crop: crop ?? before.crop };
  if (imageUrl === null) return kept;
  const id = pictureId(imageUrl);
  if (id === before.upload_id) return kept;
  if (id === null) throw new ShopError('image_not_found');
  const owner = { uid: order.user_uid, guestEmail: order.guest_email };
  const { rows } = await claimUpload({ id, at: now, owner, keyClaim: null }).execute(tx);
  const [taken] = rows;
  if (!taken) {
    const isKnown = (await knownUploads(tx, [id])).has(id);
    throw new ShopError(isKnown ? 'image_already_ordered' : 'image_not_found');
  }
  return {
    ...kept,
    upload_id: id,
    original_name: originalName ?? before.original_name,
    crop: crop ?? readCropColumns(taken),
  };
}

async function writeLook(tx: Tx, item: ItemRow, after: Look, now: number): Promise<void> {
  const { crop, ...picture } = after;
  const update = () => updateItem(tx, item, { ...picture, ...toCropColumns(crop) });
  if (after.upload_id === item.upload_id) return update();
  await keepReplaced(tx, item, { now, update });
}

function changedFields(before: Look, after: Look): AuditChange[] {
  return [
    ...diffName('picture', before.upload_id, after.upload_id),
    ...(isDeepStrictEqual(before.crop, after.crop) ? [] : [{ field: 'crop' }]),
    // Without the text: it may be a name, and the audit log outlives an erased person's data.
    ...diffName('text', before.text_value, after.text_value),
  ];
}

async function voidProof(
  tx: Tx,
  { id, proof_state: from }: OrderRow,
  now: number,
): Promise<Pick<OrderChange, 'set' | 'changes'>> {
  if (from === null || from === 'void') return { set: {}, changes: [] };
  await updateLatestProof(tx, id, { state: 'void' });
  return {
    set: { proof_state: 'void', proof_at: now },
    changes: [{ field: 'proof', from, to: 'void' }],
  };
}
