import type {
  AnswerChangeBody,
  requestChange as call,
} from '#contract/aftersales/change-requests.ts';
import type { BodyOf } from '#contract/base/route.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { ShopError } from '#domain/base/errors.ts';
import { factsOf, hasOpenPictures } from '#domain/orders/derive.ts';
import {
  canChange,
  type Order,
  openChangeOf,
  type RequestedPicture,
  requestedPicturesOf,
} from '#domain/orders/order.ts';
import { startOf } from '#domain/orders/order-stage.ts';
import { ENDED_STATUSES } from '#domain/orders/status.ts';
import { ownerOf } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { changeOwnOrder } from '#server/features/orders/change-call.ts';
import { type ChangeTarget, changeOrder, refuseEnded } from '#server/features/orders/order.ts';
import type { OrderOf } from '#server/features/orders/order-link.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { claimPicture } from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';

const UNDER_WAY = 'Tus pines ya se están haciendo o ya salieron. Escríbenos y lo vemos';
/** Maximum number of requests per order, one after the other. */
const MAX_SENT = 20;

type Request = OrderOf & Pick<BodyOf<typeof call>, 'words' | 'images'>;

/**
 * Notes what a buyer wants to be changed, and mails the shop. The pictures are kept for the shop
 * until the pins are printed.
 * @returns the order as its buyer sees it: masked with a token, whole with an account
 * @throws ShopError `unauthenticated`, `not_found`, `order_ended`, `order_under_way`, `change_open`,
 *   `order_incomplete`, `image_not_found`, `image_already_ordered`
 */
export function requestChange(
  context: Context,
  { words, images, ...of }: Request,
): Promise<BuyerOrder> {
  return changeOwnOrder(context, of, async (order, tx) => {
    refuse(order);
    const now = context.clock();
    const { guestEmail } = ownerOf(of.token === null ? of.buyer : null);
    const pictures = await claimAll(tx, order, { images: images ?? [], now, guestEmail });
    const request = { at: now, words, pictures, closedAt: null, isAccepted: null, answer: null };
    return {
      set: { changeRequests: [...order.changeRequests, request] },
      action: 'change_requested',
      changes: pictures.length > 0 ? [{ field: 'newPictures', to: pictures.length }] : [],
      reason: words,
      mails: [{ kind: 'change_told' }],
    };
  });
}

function refuse(order: Order): void {
  const isStarted = startOf(factsOf(order), order.createdAt) !== null;
  if (isStarted) throw new ShopError('order_under_way', { message: UNDER_WAY });
  refuseEnded(order);
  if (openChangeOf(order)) throw new ShopError('change_open');
  if (!canChange(order)) throw new ShopError('order_incomplete');
  if (order.changeRequests.length >= MAX_SENT) throw new ShopError('too_many_requests');
}

type Sent = { images: NonNullable<Request['images']>; now: number; guestEmail: string | null };

async function claimAll(
  tx: Tx,
  order: Order,
  { images, now, guestEmail }: Sent,
): Promise<RequestedPicture[]> {
  const crops = new Map<string, RequestedPicture['crop']>();
  // Sorted, so that two such changes wait for each other and never deadlock.
  for (const id of [...new Set(images.map(({ imageUrl }) => pictureId(imageUrl) ?? ''))].sort()) {
    const claimed = await claimPicture(tx, { order, id, now, guestEmail });
    if (typeof claimed === 'string') {
      const at = images.findIndex(({ imageUrl }) => (pictureId(imageUrl) ?? '') === id);
      throw new ShopError(claimed, { fields: { [`images.${at}.imageUrl`]: UNAVAILABLE } });
    }
    crops.set(id, claimed.start);
  }
  return images.map(({ imageUrl, crop, ...image }) => {
    const uploadId = pictureId(imageUrl) ?? '';
    return { ...image, uploadId, crop: crop ?? crops.get(uploadId) ?? null };
  });
}

const UNAVAILABLE = 'Esta imagen no está disponible: vuelve a subirla';

/**
 * Closes a buyer's request for a change and mails the answer. Without one nothing changes.
 * @throws ShopError `not_found`, `order_changed`; `order_ended` for one that is accepted too late
 */
export function answerChange(
  context: Context,
  target: ChangeTarget,
  { accepted, words }: AnswerChangeBody,
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const open = openChangeOf(order);
    if (!open) return null;
    if (accepted) refuseEnded(order);
    const closed = { ...open, closedAt: context.clock(), isAccepted: accepted, answer: words };
    return {
      set: { changeRequests: order.changeRequests.map((each) => (each === open ? closed : each)) },
      action: 'change_answered',
      changes: [{ field: 'accepted', to: accepted }],
      reason: words,
      mails: [{ kind: 'change_answered' }],
    };
  });
}

/** Removes the pictures of requests from printed or ended orders, which do not need them any more. */
export async function sweepRequestedPictures(context: Context): Promise<void> {
  const { db, clock } = context;
  const due = await db.queries
    .selectFrom('order_change_pictures as picture')
    .innerJoin('orders', 'orders.id', 'picture.order_id')
    .leftJoin('production_rounds as round', (join) =>
      join.onRef('round.order_id', '=', 'orders.id').on('round.n', '=', 0),
    )
    .select('orders.id')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('round.printed_at', 'is not', null), eb('status', 'in', ENDED_STATUSES)]),
    )
    .execute();
  for (const { id } of due) {
    await changeOrder(context, { id, by: null, version: null }, (order, tx) => {
      // A mark may just have been removed.
      if (hasOpenPictures(order)) return null;
      const ids = requestedPicturesOf(order);
      const changeRequests = order.changeRequests.map((each) => ({ ...each, pictures: [] }));
      const after = () => forgetPictures(tx, ids, { now: clock() });
      return { set: { changeRequests }, action: null, changes: [], after };
    });
  }
}
