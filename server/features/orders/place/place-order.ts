import { type RawBuilder, sql } from 'kysely';
import type { OrderTerms } from '#contract/orders/order-terms.ts';
import type { BuyerOrder, CreateOrderBody } from '#contract/orders/orders.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { daysToDoor, promiseTo } from '#domain/delivery/promise.ts';
import type { Order } from '#domain/orders/order.ts';
import { type Buyer, ownerOf } from '#domain/people/buyer.ts';
import { closedMessage } from '#domain/settings/notice-texts.ts';
import { pinsOf, type Settings } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import { pipeline, runAll } from '#server/db/pipeline.ts';
import type { Tx } from '#server/db/types.ts';
import { insertRedemption } from '#server/features/discounts/uses.ts';
import { insertMails } from '#server/features/mail/enqueue-mail.ts';
import { isNoQuote } from '#server/features/orders/order.ts';
import { presentBuyerOrder } from '#server/features/orders/present-order.ts';
import { insertOrders } from '#server/features/orders/write-order.ts';
import { upsertAddress } from '#server/features/people/addresses.ts';
import { lockCallerAccount } from '#server/features/people/authorize.ts';
import { claimUploads } from '#server/features/uploads/repo.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { selectSaved } from '#server/settings/repo.ts';
import { priceListOf, type SettingsState } from '#server/settings/shop-settings.ts';
import {
  checkNeededBy,
  checkPictures,
  checkProducts,
  checkWay,
  redeemAndPrice,
  uploadsOf,
} from './check-and-price.ts';
import { claimKey, findClaimed, insertKey, type KeyClaim } from './idempotency.ts';
import { newOrder } from './new-order.ts';
import { planOrderMails } from './plan-mails.ts';

export type PlacedOrder = {
  order: BuyerOrder;
  /** True: the request is a repetition, and this is the order that it placed before. */
  replayed: boolean;
};

/** Maximum number of a buyer's orders in 24 hours: more than any honest buyer places. */
const MAX_ORDERS_A_DAY = 100;
const NEVER = sql`1 = 0`;

/**
 * Places an order at the shop's prices, in one transaction: its idempotency key, its claim of the
 * pictures, the use of its code, its rows and its mails. An account's address is saved for its next
 * order.
 * @throws ShopError `unauthenticated`, `account_disabled`, `idempotency_key_reused`,
 *   `orders_closed`, `too_many_orders`, `image_not_found`, `image_already_ordered`,
 *   `discount_unavailable`, `product_unavailable`, `delivery_unavailable`, `price_changed`,
 *   `terms_changed`
 */
export async function placeOrder(context: Context, request: OrderRequest): Promise<PlacedOrder> {
  const now = context.clock();
  const id = context.newOrderId();
  const claim = claimOf(request, id);
  const { body, buyer } = request;
  return context.db.transaction(async (tx): Promise<PlacedOrder> => {
    if (buyer) await lockCallerAccount(context, tx, buyer);
    const attempt = { request, claim, now };
    const { isRepeated, recent, claimed, isReturning, offer } = await claimAndRead(
      context,
      tx,
      attempt,
    );
    const { settings, termsVersion } = offer;
    const shown = { config: context.config, settings, now };
    if (claim && isRepeated) {
      return { order: presentBuyerOrder(await findClaimed(tx, claim), shown), replayed: true };
    }
    refuseClosed(settings);
    refuseFlood(recent, now);
    const pictures = await checkPictures(tx, { images: body.images, settings }, claimed);
    checkProducts(body.images, pinsOf(settings));
    checkWay(body, settings);
    const deliveryData = checkNeededBy(body.deliveryData, settings.delivery, now);
    const terms = findNewTerms(body, offer);
    const { discount, cost } = await redeemAndPrice(tx, { ...request, now, settings, terms });
    if (terms) throw new ShopError('terms_changed', { facts: { terms } });
    const { proof } = context.config;
    const validated = {
      cost,
      pictures,
      settings,
      termsVersion,
      priceList: priceListOf(offer),
      proof,
    };
    const order = newOrder({ id, now, body: { deliveryData }, buyer, isReturning, ...validated });
    const code = discount?.code ?? null;
    await writeOrder(context, tx, { request, order, code, shopEmail: settings.seller.email });
    return { order: presentBuyerOrder(order, shown), replayed: false };
  });
}

type Attempt = { request: OrderRequest; claim: KeyClaim | null; now: number };

/** Claims an order's key and then its pictures, and reads the rest that the order depends on. */
function claimAndRead(context: Context, tx: Tx, { request, claim, now }: Attempt) {
  const { config, settings } = context;
  const ids = uploadsOf(request.body.images);
  const claiming = { at: now, owner: ownerOf(request.buyer), keyClaim: claim };
  return pipeline(tx, async (run) => {
    const [keys, claimed, recent, earlier, saved] = await Promise.all([
      claim ? run(insertKey(tx, claim)) : [],
      ids.length > 0 ? run(claimUploads({ ids, ...claiming })) : [],
      config.rateLimits ? run(selectHundredth(tx, request, now)) : [],
      run(selectReturning(request)),
      run(selectSaved),
    ]);
    return {
      /** The key was already used, by this request or another. */
      isRepeated: claim !== null && keys.length === 0,
      recent,
      claimed,
      isReturning: earlier.length > 0,
      offer: settings.stateOf(saved),
    };
  });
}

/** Selects the order with which the buyer has reached the limit of 24 hours; none: not reached. */
function selectHundredth(tx: Tx, { body, buyer }: OrderRequest, now: number) {
  return tx
    .selectFrom('orders')
    .select('created_at')
    .where((eb) =>
      buyer
        ? eb.and({ owner_uid: buyer.uid, owner_kind: 'account' })
        : eb('guest_email', '=', emailKey(body.deliveryData.email ?? '')),
    )
    .where('created_at', '>', now - DAY_MS)
    .orderBy('created_at', 'desc')
    .offset(MAX_ORDERS_A_DAY - 1)
    .limit(1);
}

function refuseClosed({ notice }: Settings): void {
  if (notice.ordersClosed) throw new ShopError('orders_closed', { message: closedMessage(notice) });
}

/**
 * Rejects an order above the limit of 24 hours. Accounts and guests' e-mails are counted
 * separately: guest orders join the history of the account with their e-mail, so this limits what
 * others can add to it, and a flood of such orders does not block the account. Orders placed at the
 * same moment may exceed the limit.
 */
function refuseFlood([earlier]: readonly { created_at: number }[], now: number): void {
  if (!earlier) return;
  const retryAfterS = Math.ceil((earlier.created_at + DAY_MS - now) / 1000);
  throw new ShopError('too_many_orders', { retryAfterS });
}

/**
 * Returns the current terms if the buyer was shown others; clients may leave out what they showed.
 */
function findNewTerms(
  { seen, deliveryData }: Pick<CreateOrderBody, 'seen' | 'deliveryData'>,
  { settings: { delivery }, termsVersion }: SettingsState,
): OrderTerms | null {
  if (!seen) return null;
  const { minDays, maxDays } = daysToDoor(promiseTo(deliveryData, delivery));
  const isSame =
    seen.termsVersion === termsVersion &&
    seen.promise.minDays === minDays &&
    seen.promise.maxDays === maxDays;
  return isSame ? null : { termsVersion, promise: { minDays, maxDays } };
}

type Accepted = {
  request: OrderRequest;
  order: Order;
  /** The code that the order uses. */
  code: string | null;
  shopEmail: string;
};

async function writeOrder(
  context: Context,
  tx: Tx,
  { request, order, code, shopEmail }: Accepted,
): Promise<void> {
  const { body, buyer, address } = request;
  const { id: orderId, createdAt: now } = order;
  const total = order.cost.totalAmount;
  const mails = await planOrderMails(context, tx, { order, address, now });
  await runAll(tx, [
    ...insertOrders(tx, [order]),
    ...(code ? insertRedemption(tx, { orderId, code, total }) : []),
    // Only delivery to the door has an address to save.
    ...(buyer && body.deliveryData.way === 'home'
      ? [upsertAddress(tx, buyer.uid, body.deliveryData, now)]
      : []),
    ...insertMails(tx, mails, { orderId, shopEmail }, now),
  ]);
}

type Asked = { body: { deliveryData: { email: string | null } }; buyer: Buyer };

/**
 * Selects a row if the buyer has an earlier order outside the bin: of the account, of a guest with
 * the e-mail, or of the account with the e-mail. Two first orders of one buyer at the same moment do
 * not see each other. As a part of the insert it would cost SQLite four times as much.
 */
export function selectReturning({ body, buyer }: Asked): RawBuilder<unknown> {
  const typed = buyer?.email ?? body.deliveryData.email;
  const email = typed === null ? null : emailKey(typed);
  // With 'is null', PostgreSQL would read the index of all orders outside the bin; unsorted, the
  // whole table if it takes the buyer for a frequent one.
  const earlier = (isBuyers: RawBuilder<unknown>) => sql`(select created_at from orders
    where coalesce(deleted_at, 0) = 0 and ${isNoQuote} and ${isBuyers} order by created_at desc limit 1) is not null`;
  // Orders that were detached from the account may be another person's.
  const earlierOf = (uid: RawBuilder<unknown>) =>
    earlier(sql`owner_uid = ${uid} and owner_kind = 'account'`);
  const ofAccount = buyer ? earlierOf(sql`${buyer.uid}`) : NEVER;
  const ofEmail = email
    ? sql`${earlier(sql`guest_email = ${email}`)} or exists (select 1 from people
        where email = ${email} and ${earlierOf(sql`people.uid`)})`
    : NEVER;
  return sql`select 1 where ${ofAccount} or ${ofEmail}`;
}

/** A valid request for an order, not yet checked against the shop's data. */
type OrderRequest = {
  body: CreateOrderBody;
  buyer: Buyer;
  /** Idempotency key: a repetition returns the same order. */
  key: string | null;
  /** IP address of the client. */
  address: string;
};

/**
 * The terms that the buyer was shown are not part of the claim's hash, because they may change
 * between two attempts: an order that was placed keeps its terms.
 */
function claimOf({ body, buyer, key }: OrderRequest, orderId: string): KeyClaim | null {
  const { seen: _, ...ordered } = body;
  return claimKey(key, orderId, [buyer?.uid ?? null, ordered]);
}
