import type { BodyOf } from '#contract/base/route.ts';
import type * as calls from '#contract/production/pictures.ts';
import { HOUR_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, pinOf } from '#domain/orders/order.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { findBlur } from '#domain/pins/blur.ts';
import { countActions } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail, mailsToBuyer } from '#server/features/mail/count-mail.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import {
  type ChangeTarget,
  changeOrder,
  findLiveOrder,
  lockOrder,
  refuseEnded,
} from '#server/features/orders/order.ts';
import { findOwnOrderId, type OrderOf, refuseOthers } from '#server/features/orders/order-link.ts';
import {
  createLink,
  endLinks,
  findLink,
  findOpenLink,
  updateLink,
} from '#server/features/orders/stored-links.ts';
import { changePictures } from '#server/features/production/proofs/change-item.ts';
import { findUploads } from '#server/features/uploads/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';

const purpose = 'picture';
/**
 * How often a buyer may change an order's pictures on their own: a fixed number plus some per
 * picture.
 */
const SPARE_CHANGES = 10;
const CHANGES_EACH = 3;
const TOLD_EVERY_MS = HOUR_MS;
const TOO_MANY =
  'Ya cambiaste muchas veces las imágenes de este pedido. Escríbenos y las cambiamos contigo';
const DEAD_LINK =
  'Este enlace no cambia ninguna imagen: ya se usó, venció o no está completo. Pide otro desde la página de tu pedido';

/**
 * Mails the buyer a link to replace pictures of an order, which waits for them. It replaces an
 * earlier request.
 * @throws ShopError `not_found`, `order_ended`, `pictures_settled`, `buyer_unreachable`,
 *   `order_changed`
 */
export function requestPictures(
  context: Context,
  target: ChangeTarget,
  { items, words }: calls.RequestPicturesBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    refuseEnded(order);
    refuseSettled(order);
    if (!mailboxOf(order)) throw new ShopError('buyer_unreachable');
    const numbers = [...new Set(items)].sort((a, b) => a - b);
    if (numbers.some((n) => n > order.items.length)) throw new ShopError('not_found');
    const now = context.clock();
    const about = { orderId: order.id, items: numbers, words };
    const token = await createLink(tx, { ...about, purpose, now });
    return {
      set: { pictureRequestedAt: now },
      action: 'picture_requested',
      changes: numbers.map((n) => ({ field: 'item', to: n })),
      reason: words,
      mails: [{ kind: 'picture_requested', token }],
    };
  });
}

/** Withdraws the request: the order keeps its pictures, and the link is revoked. */
export function withdrawRequest(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.pictureRequestedAt === null) return null;
    await endLinks(tx, order.id, purpose);
    return {
      set: { pictureRequestedAt: null },
      action: 'picture_withdrawn',
      changes: [{ field: 'pictureRequested', from: true, to: false }],
    };
  });
}

/**
 * Mails a link to change an order's pictures to the order's e-mail, within the rate limits of
 * mails. The caller does not learn whether these let one be sent.
 * @throws ShopError `unauthenticated`, `not_found`, `order_ended`, `pictures_settled`,
 *   `buyer_unreachable`
 */
export async function mailPictureLink(context: Context, of: OrderOf): Promise<void> {
  const { db, clock } = context;
  const id = await findOwnOrderId(context, of);
  await db.transaction(async (tx) => {
    const order = await lockOrder(db, tx, id);
    refuseOthers(context, order, of);
    refuseSettled(order);
    const to = mailboxOf(order);
    const now = clock();
    if (!to) throw new ShopError('buyer_unreachable');
    if (!(await countMail(context, tx, { kind: 'picture_link', to, now }))) return;
    const open =
      order.pictureRequestedAt === null ? null : await findOpenLink(tx, { orderId: id, purpose });
    const all = Array.from({ length: order.items.length }, (_, at) => at + 1);
    const { items, words } = open ?? { items: all, words: null };
    const token = await createLink(tx, { orderId: id, items, words, purpose, now });
    await enqueueMail(tx, { kind: 'picture_link', orderId: id, token }, now);
  });
}

/**
 * Returns the items that a link allows to replace.
 * @throws ShopError `not_found`, `pictures_settled`
 */
export async function viewRequest(context: Context, token: string) {
  const { db, clock } = context;
  const link = await findLink(db.queries, token, { purpose, now: clock() });
  const order = link && (await findLiveOrder(db.queries, link.orderId));
  if (!order) throw new ShopError('not_found', { message: DEAD_LINK });
  refuseSettled(order);
  const uploads = new Map(
    (
      await findUploads(
        db.queries,
        order.items.map(({ uploadId }) => uploadId),
      )
    ).map((upload) => [upload.id, upload]),
  );
  const items = order.items.flatMap((item, at) => {
    if (!link.items.includes(at + 1)) return [];
    const { uploadId } = item;
    const pin = pinOf(item);
    const upload = uploads.get(uploadId);
    const blur = upload ? findBlur(pin.crop, upload, pin) : null;
    return [{ n: at + 1, ...pictureUrls(uploadId), ...pin, blur }];
  });
  const expiresAt = new Date(link.expiresAt).toISOString();
  return { orderId: link.orderId, words: link.words, expiresAt, items };
}

/**
 * Replaces a picture, authorized by a link. The last picture that the shop requested ends the
 * request and the link. Above the rate limit of mails to an unverified address its buyer gets none.
 * @param body.address the client's IP address
 * @returns how many pictures the shop still waits for
 * @throws ShopError `not_found`, `pictures_settled`, `image_not_found`, `image_already_ordered`
 */
export async function replacePicture(
  context: Context,
  { token, item: n, address, ...body }: BodyOf<typeof calls.replacePicture> & { address: string },
): Promise<number> {
  const found = await findLink(context.db.queries, token, { purpose, now: context.clock() });
  if (!found) throw new ShopError('not_found', { message: DEAD_LINK });
  const target = { id: found.orderId, by: null, version: null };
  let left = 0;
  await changeOrder(context, target, async (order, tx) => {
    refuseSettled(order);
    // Checked again under the lock: another tab may have used the link.
    const link = await findLink(tx, token, { purpose, now: context.clock() });
    if (!link?.items.includes(n)) throw new ShopError('not_found', { message: DEAD_LINK });
    const isRequested = order.pictureRequestedAt !== null;
    if (!isRequested) await refuseTooMany(tx, order);
    const change = await changePictures(context, tx, order, { n, guestEmail: null, ...body });
    if (change.isSame && !isRequested) return null;
    const now = context.clock();
    const rest = isRequested ? link.items.filter((other) => other !== n) : link.items;
    left = isRequested ? rest.length : 0;
    if (rest.length === 0) await endLinks(tx, order.id, purpose);
    else if (isRequested) await updateLink(tx, { ...link, items: rest });
    return {
      set: {
        ...change.set,
        pictureReplacedAt: now,
        ...(isRequested && left === 0 ? { pictureRequestedAt: null } : {}),
      },
      action: 'picture_replaced',
      changes: change.changes,
      after: change.after,
      mails: async () =>
        tellsNow(order, left, now)
          ? [
              ...(await mailsToBuyer(context, tx, order, {
                kind: 'picture_received',
                address,
                now,
              })),
              { kind: 'picture_replaced' },
            ]
          : [],
    };
  });
  return left;
}

/**
 * Limits a buyer's own changes of pictures: each one adds a version of the order and an audit
 * entry.
 * @throws ShopError `pictures_settled`
 */
async function refuseTooMany(tx: Tx, { id, items }: Order): Promise<void> {
  const count = await countActions(tx, { orderId: id, action: 'picture_replaced' });
  if (count < SPARE_CHANGES + CHANGES_EACH * items.length) return;
  throw new ShopError('pictures_settled', { message: TOO_MANY });
}

/** Returns whether to mail: when all requested pictures are there; for others, once an hour. */
function tellsNow(order: Order, left: number, now: number): boolean {
  if (order.pictureRequestedAt !== null) return left === 0;
  return (order.pictureReplacedAt ?? 0) <= now - TOLD_EVERY_MS;
}

function mailboxOf({ owner, delivery }: Order): string | null {
  return owner.email ?? delivery.email;
}

/**
 * @throws ShopError `order_ended`, `order_incomplete`, `pictures_settled` once the pins are printed
 */
function refuseSettled({ status, rounds, cost }: Order): void {
  if (!isUnderWay(status)) throw new ShopError('order_ended');
  if (cost.pins === 0) throw new ShopError('order_incomplete');
  if (rounds[0].marks.printed !== null) throw new ShopError('pictures_settled');
}
