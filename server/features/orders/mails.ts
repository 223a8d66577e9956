import type { Order as OrderAnswer } from '#contract/orders/orders.ts';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { promiseTo } from '#domain/delivery/promise.ts';
import { agreement } from '#domain/legal/terms.ts';
import { mailboxOf } from '#domain/orders/mailbox.ts';
import type { Order } from '#domain/orders/order.ts';
import { openRefundsOf, owesMoney } from '#domain/orders/order-money.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { shippingPrice } from '#domain/orders/prices.ts';
import { shippingAmount } from '#domain/orders/pricing.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { isVoid, readStatus } from '#domain/orders/status.ts';
import { refundableOf, refundingOf } from '#domain/payments/online-payment.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import { shippingOf } from '#domain/settings/settings.ts';
import { findAudit, type StoredAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import {
  mailboxChangedLetter,
  orderReadyLetter,
  orderReceivedLetter,
  orderStatusLetter,
} from '#server/features/mail/buyer-letters.ts';
import { isReady } from '#server/features/mail/buyer-parts.ts';
import { changedOrderLetter } from '#server/features/mail/changed-order-letters.ts';
import type { Letter, Writers, Written } from '#server/features/mail/letter.ts';
import type {
  BuyerNews,
  ItemsNews,
  MailedOrder,
  PaymentNews,
  StatusNews,
} from '#server/features/mail/news.ts';
import { MOST_LISTED } from '#server/features/mail/order-parts.ts';
import { newOrderLetter } from '#server/features/mail/owner-letters.ts';
import { picturesWantedLetter, quoteLetter } from '#server/features/mail/picture-letters.ts';
import { readSquares } from '#server/features/uploads/read-squares.ts';
import type { Attachment } from '#server/ports/mail/mail.ts';
import { offerOf } from '#server/settings/shop-settings.ts';
import { findLiveOrder } from './order.ts';
import { orderUrl, quoteUrl, readLinked } from './order-link.ts';
import { presentBuyerOrder, readShown } from './present-order.ts';
import { readCompleteLink } from './stored-links.ts';

/** An order that a mail is about, with its link if it is not the order's, and what is attached. */
type Told = { order: OrderAnswer; url?: string; attachments?: readonly Attachment[] };
type OfPayment = { payment: PaymentNews; order?: undefined; attachments?: undefined };
/** Returns what a mail tells; null: nothing any more. */
type Read<Mail, News> = (context: Context, mail: Mail, jobId: string) => Promise<News | null>;
type Write<News> = (news: News, url: string, shopName: string) => Letter;
type Writer<Mail> = (context: Context, mail: Mail, jobId: string) => Promise<Written | null>;

/** Returns the writer of mails to an order's buyer; an erased one gets none. */
export function toBuyer<Mail, News extends Told>(
  read: Read<Mail, News>,
  write: Write<News>,
): Writer<Mail> {
  return async (context, mail, jobId) => {
    const news = await read(context, mail, jobId);
    const to = news && mailboxOf(news.order);
    if (!to) return null;
    const { seller: shop } = (await context.settings.current()).settings;
    const url = news.url ?? orderUrl(context, await readLinked(context, news.order.id));
    const letter = write(news, url, shop.name);
    const { attachments = [] } = news;
    return { to, ...(shop.email ? { replyTo: shop.email } : {}), letter, attachments };
  };
}

/** Returns the writer of mails about an order to the shop; the URL is that of the panel. */
export function toShop<Mail extends { orderId: string }, News extends Told | OfPayment>(
  read: Read<Mail, News>,
  write: Write<News>,
  { repliesToBuyer = false } = {},
): Writer<Mail> {
  return async (context, mail, jobId) => {
    const { seller: shop } = (await context.settings.current()).settings;
    const news = shop.email ? await read(context, mail, jobId) : null;
    if (!news) return null;
    const buyer = repliesToBuyer && news.order ? mailboxOf(news.order) : null;
    const letter = write(news, panelOrderUrl(context.publicUrl, mail.orderId), shop.name);
    const { attachments = [] } = news;
    return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments };
  };
}

/**
 * Attaches the pictures to the mail: most mail programs block linked images, and the mail must stay
 * complete offline and years later. An unverified address gets none.
 */
export async function withPictures<News extends Pick<BuyerNews, 'isBuyerVerified'> & Told>(
  context: Context,
  news: News,
) {
  const cids: (string | null)[] = [];
  const attachments: Attachment[] = [];
  const shown = news.isBuyerVerified ? news.order.items.slice(0, MOST_LISTED) : [];
  const squares = await readSquares(context, shown);
  for (const [at, content] of squares.entries()) {
    const cid = `imagen-${at + 1}@pedido`;
    cids.push(content && cid);
    if (content) {
      const filename = `imagen-${at + 1}.jpg`;
      attachments.push({ filename, contentType: 'image/jpeg', content, cid });
    }
  }
  return { ...news, cids, attachments };
}

export async function readMailedOrder(
  context: Context,
  { orderId }: { orderId: string },
): Promise<MailedOrder | null> {
  const order = await findLiveOrder(context.db.queries, orderId);
  return order && { ...(await toNews(context, order)), termsVersion: order.termsVersion };
}

export async function toNews(context: Context, order: Order): Promise<BuyerNews> {
  const shown = await readShown(context);
  const { cost, delivery, owner, attempts } = order;
  const usual = shippingPrice(delivery, cost.subtotalAfterDiscount, shippingOf(shown.settings));
  return {
    order: presentBuyerOrder(order, shown),
    isBuyerVerified: owner.isVerified,
    hasOwnShipping: shippingAmount(cost) !== usual,
    ...(context.payments && { refundableOnline: refundableOf(attempts) + refundingOf(attempts) }),
  };
}

export type ChangeIds = { orderId: string; changeId: string };
/** An order, and the audit entry of the change that a mail is about. */
type Changed = { order: Order; entry: StoredAudit };

export async function readChange(
  { db }: Context,
  { orderId, changeId }: ChangeIds,
): Promise<Changed | null> {
  const order = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, changeId);
  return order && entry && { order, entry };
}

/**
 * Returns a status change for its mail, by its audit entry; null: the order is gone, or its quote has
 * ended otherwise.
 */
async function readStatusNews(context: Context, mail: ChangeIds) {
  const { order, entry } = (await readChange(context, mail)) ?? {};
  const status = readStatus(entry?.changes.find(({ field }) => field === 'status')?.to);
  if (!order || !entry || !status) return null;
  const news = await toNews(context, order);
  const isQuote = openQuoteOf(order) !== null;
  const state = isVoid(status) ? 'withdrawn' : 'open';
  if (isQuote && news.order.quote?.state !== state) return null;
  return {
    ...news,
    ...(isQuote ? { url: quoteUrl(context, await readLinked(context, order.id)) } : {}),
    status,
    paidOn: order.paidOn,
    isDispatched: order.rounds[0].marks.dispatched !== null,
    // The buyer's own words are not mailed: the address may be unverified.
    reason: entry.action === 'cancelled_by_buyer' ? null : entry.reason,
    refundBy: refundBy(order, entry.at),
  } satisfies StatusNews & { url?: string };
}

async function readItemsNews(context: Context, mail: ChangeIds): Promise<ItemsNews | null> {
  const changed = await readChange(context, mail);
  return changed && { ...(await toNews(context, changed.order)), changes: changed.entry.changes };
}

/** Returns the last day for a refund; null: nothing was paid. */
export function refundBy(order: Order, at: string): string | null {
  if (order.paid === 0) return null;
  const days = openRefundsOf(order).map(({ dueOn }) => dueOn);
  return days.sort().at(-1) ?? addDays(dayOf(Date.parse(at)), REFUND_DAYS);
}

/** Reads an order for a mail that is written only while a condition holds. */
export function readOrderIf(holds: (order: BuyerNews['order']) => boolean) {
  return async (context: Context, mail: { orderId: string }): Promise<MailedOrder | null> => {
    const found = await readMailedOrder(context, mail);
    return found && holds(found.order) ? found : null;
  };
}

/** Returns whether an order owes money and has neither a payment nor a proof of transfer. */
export function isUnpaid(order: BuyerNews['order']): boolean {
  const { progress, receipt, cancelRequested } = order;
  const isPaid = (['deposit', 'paid'] as const).some((step) => isStepDone(progress.steps, step));
  return owesMoney({ ...order, isPaid }) && !isPaid && receipt === null && !cancelRequested;
}

const readOpenQuote = readOrderIf(({ quote }) => quote?.state === 'open');

export const orderMails = {
  order_received: toBuyer(
    async (context, mail) => {
      const found = await readMailedOrder(context, mail);
      if (!found) return null;
      const state = await context.settings.current();
      const { termsVersion: version } = found;
      // Only the current version's texts are available.
      const texts = version === state.termsVersion ? agreement(offerOf(state)) : [];
      return {
        ...(await withPictures(context, found)),
        agreed: version === null ? null : { version, texts },
        delivery: promiseTo(found.order.deliveryData, state.settings.delivery),
      };
    },
    (received, url, shopName) => orderReceivedLetter({ ...received, url, shopName }),
  ),
  new_order: toShop(
    async (context, mail) => {
      const found = await readMailedOrder(context, mail);
      return found && withPictures(context, { ...found, isBuyerVerified: true });
    },
    (placed, url, shopName) => newOrderLetter({ ...placed, url, shopName }),
    { repliesToBuyer: true },
  ),
  order_status: toBuyer(readStatusNews, orderStatusLetter),
  order_changed: toBuyer(readItemsNews, changedOrderLetter),
  order_ready: toBuyer(readOrderIf(isReady), orderReadyLetter),
  mailbox_changed: toBuyer(readMailedOrder, mailboxChangedLetter),
  quote_sent: toBuyer(async (context, mail) => {
    const found = await readOpenQuote(context, mail);
    return found && { ...found, url: quoteUrl(context, await readLinked(context, mail.orderId)) };
  }, quoteLetter),
  pictures_wanted: toBuyer(async (context, mail) => {
    const found = await readMailedOrder(context, mail);
    const url = found && (await readCompleteLink(context, context.db.queries, mail.orderId));
    return url ? { ...found, url } : null;
  }, picturesWantedLetter),
} satisfies Partial<Writers>;
