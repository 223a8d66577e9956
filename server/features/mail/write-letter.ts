import { panelHealthUrl } from '#contract/health/health-admin.ts';
import type { BuyerOrder, Order } from '#contract/orders/orders.ts';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { promiseTo } from '#domain/delivery/promise.ts';
import { agreement } from '#domain/legal/terms.ts';
import { isStepDone } from '#domain/orders/order-stage.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { PICTURE_TOKEN_PREFIX } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import { readSquares } from '#server/features/uploads/read-squares.ts';
import type { Attachment } from '#server/ports/mail/mail.ts';
import { offerOf, type SettingsState } from '#server/settings/shop-settings.ts';
import type { AccountMail, Mail } from './enqueue-mail.ts';
import type { Letter, Written } from './letter.ts';
import {
  passwordChangedLetter,
  resetPasswordLetter,
  secondFactorLetter,
  senderTestLetter,
  signInMethodAddedLetter,
  verifyEmailLetter,
} from './letters/account.ts';
import {
  cancelDeclinedLetter,
  cancelRequestedLetter,
  complaintLetter,
  paymentRefundedLetter,
  refundNotedLetter,
} from './letters/after-sales.ts';
import {
  documentLetter,
  mailboxChangedLetter,
  orderReadyLetter,
  orderReceivedLetter,
  orderStatusLetter,
  paymentReceivedLetter,
  paymentReminderLetter,
} from './letters/buyer.ts';
import { isReady } from './letters/buyer-parts.ts';
import { changeAnsweredLetter, changedOrderLetter } from './letters/changed-order.ts';
import { type AcceptedTerms, MOST_LISTED } from './letters/order-parts.ts';
import {
  cancelToldLetter,
  changeToldLetter,
  complaintToldLetter,
  healthLetter,
  newOrderLetter,
  paymentToldLetter,
  pictureReplacedLetter,
  proofAnswerLetter,
  receiptReceivedLetter,
  refundToldLetter,
} from './letters/owner.ts';
import {
  pictureReceivedLetter,
  pictureRequestLetter,
  pictureRestoredLetter,
  picturesWantedLetter,
  proofLetter,
  quoteLetter,
} from './letters/pictures.ts';
import type { OrderSource, ProofNews } from './order-source.ts';

type Enclosed = { url?: string; attachments?: readonly Attachment[] };

/** Returns null when the mail has no recipient, or its reason no longer exists. */
export async function writeLetter(
  context: Context,
  orders: OrderSource,
  mail: Mail,
  jobId: string,
): Promise<Written | null> {
  const state = await context.settings.current();
  const { seller: shop, delivery } = state.settings;
  const panelUrl = (orderId: string) => panelOrderUrl(context.publicUrl, orderId);

  /** @param enclosed.url by default that of the buyer's order */
  async function toBuyer<News extends { order: Order }>(
    news: News | null,
    write: (news: News, url: string, shopName: string) => Letter,
    { url, attachments = [] }: Enclosed = {},
  ): Promise<Written | null> {
    const to = news && buyerOf(news.order);
    if (!to) return null;
    const letter = write(news, url ?? (await orders.readOrderUrl(news.order.id)), shop.name);
    return { to, ...(shop.email ? { replyTo: shop.email } : {}), letter, attachments };
  }

  /** @param answered the order whose buyer gets the shop's reply */
  function toShop<News>(
    news: News | null,
    write: (news: News) => Letter,
    answered?: Order,
  ): Written | null {
    if (!news || !shop.email) return null;
    const buyer = answered && buyerOf(answered);
    const letter = write(news);
    return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments: [] };
  }

  switch (mail.kind) {
    case 'verify_email':
    case 'reset_password':
    case 'sender_test':
    case 'password_changed':
    case 'sign_in_method_added':
    case 'second_factor_changed':
      return { to: mail.to, letter: letterOf(mail, context.publicUrl, shop.name), attachments: [] };
    case 'health_changed':
      return {
        to: mail.to,
        letter: healthLetter(mail, panelHealthUrl(context.publicUrl)),
        attachments: [],
      };
    case 'order_received': {
      const found = await orders.readOrder(mail.orderId);
      if (!found || !buyerOf(found.order)) return null;
      const { cids, attachments } = await attachPictures(context, found);
      const agreed = agreedOf(state, found.termsVersion);
      const promise = promiseTo(found.order.deliveryData, delivery);
      return toBuyer(
        found,
        ({ order, isBuyerVerified }, url, shopName) =>
          orderReceivedLetter({
            ...{ order, cids, isBuyerVerified, url, shopName, delivery: promise, agreed },
          }),
        { attachments },
      );
    }
    case 'new_order': {
      const found = await orders.readOrder(mail.orderId);
      if (!found || !shop.email) return null;
      const { order } = found;
      const { cids, attachments } = await attachPictures(context, { order, isBuyerVerified: true });
      const { publicUrl } = context;
      const write = () => newOrderLetter({ order, cids, shopName: shop.name, publicUrl });
      const written = toShop(found, write, order);
      return written && { ...written, attachments };
    }
    case 'receipt_received':
      return toShop(await orders.readOrder(mail.orderId), ({ order }) =>
        receiptReceivedLetter(order, panelUrl(order.id)),
      );
    case 'order_status':
      return toBuyer(await orders.readStatusNews(mail.orderId, mail.changeId), orderStatusLetter);
    case 'order_changed':
      return toBuyer(await orders.readItemsNews(mail.orderId, mail.changeId), changedOrderLetter);
    case 'order_ready': {
      const found = await orders.readOrder(mail.orderId);
      return toBuyer(found && isReady(found.order) ? found : null, orderReadyLetter);
    }
    case 'payment_received':
      return toBuyer(await orders.claimPaidOrder(mail.orderId, jobId), paymentReceivedLetter);
    case 'document_issued': {
      const news = await orders.claimDocument(mail.orderId, jobId);
      const attachments = [news?.file ?? []].flat().map(({ name, content }) => ({
        ...{ filename: name, contentType: 'application/pdf', content },
      }));
      return toBuyer(news, documentLetter, { attachments });
    }
    case 'payment_reminder': {
      const found = await orders.readOrder(mail.orderId);
      return toBuyer(found && isUnpaid(found.order) ? found : null, paymentReminderLetter);
    }
    case 'cancel_requested':
    case 'cancel_declined': {
      const write = mail.kind === 'cancel_requested' ? cancelRequestedLetter : cancelDeclinedLetter;
      return toBuyer(await orders.readCancelNews(mail.orderId, mail.changeId), write);
    }
    case 'cancel_told': {
      const news = await orders.readCancelNews(mail.orderId, mail.changeId);
      return toShop(news, (told) => cancelToldLetter(told, panelUrl(mail.orderId)), news?.order);
    }
    case 'complaint_received':
    case 'complaint_answered':
    case 'reprint_started':
    case 'reprint_sent': {
      const { kind } = mail;
      return toBuyer(
        await orders.readComplaintNews(mail.orderId, mail.changeId),
        (news, url, shopName) => complaintLetter(kind, news, url, shopName),
      );
    }
    case 'change_told': {
      const news = await orders.readComplaintNews(mail.orderId, mail.changeId);
      return toShop(news, (told) => changeToldLetter(told, panelUrl(mail.orderId)), news?.order);
    }
    case 'change_answered':
      return toBuyer(
        await orders.readComplaintNews(mail.orderId, mail.changeId),
        changeAnsweredLetter,
      );
    case 'complaint_told': {
      const news = await orders.readComplaintNews(mail.orderId, mail.changeId);
      return toShop(news, (told) => complaintToldLetter(told, panelUrl(mail.orderId)), news?.order);
    }
    case 'picture_requested':
    case 'picture_link': {
      const found = await orders.readOrder(mail.orderId);
      const request = found && (await orders.readPictureRequest(mail.orderId));
      const url = `${context.publicUrl}/#pedido=${PICTURE_TOKEN_PREFIX}${mail.token}`;
      return toBuyer(
        request && { ...found, ...request, url, shopName: shop.name },
        pictureRequestLetter,
        { url },
      );
    }
    case 'pictures_wanted': {
      const found = await orders.readOrder(mail.orderId);
      const url = found && (await orders.readPicturesUrl(mail.orderId));
      return url ? toBuyer(found, picturesWantedLetter, { url }) : null;
    }
    case 'quote_sent': {
      const found = await orders.readOrder(mail.orderId);
      if (found?.order.quote?.state !== 'open') return null;
      return toBuyer(found, quoteLetter, { url: await orders.readQuoteUrl(mail.orderId) });
    }
    case 'mailbox_changed':
      return toBuyer(await orders.readOrder(mail.orderId), mailboxChangedLetter);
    case 'picture_restored':
      return toBuyer(await orders.readOrder(mail.orderId), pictureRestoredLetter);
    case 'picture_received':
      return toBuyer(await orders.readOrder(mail.orderId), pictureReceivedLetter);
    case 'picture_replaced':
      return toShop(await orders.readOrder(mail.orderId), ({ order }) =>
        pictureReplacedLetter(order, panelUrl(order.id)),
      );
    case 'payment_told': {
      const { why } = mail;
      return toShop(await orders.readPayment(mail.paymentId), (payment) =>
        paymentToldLetter({ ...payment, why }, panelUrl(payment.order_id)),
      );
    }
    case 'payment_refunded': {
      const payment = await orders.readPayment(mail.paymentId);
      const found = payment && (await orders.readOrder(mail.orderId));
      return toBuyer(found && { ...found, payment, refund: mail.amount }, paymentRefundedLetter);
    }
    case 'refund_noted':
      return toBuyer(await orders.readRefundNews(mail.orderId, mail.changeId), refundNotedLetter);
    case 'refund_told': {
      const { amount } = mail;
      return toShop(await orders.readPayment(mail.paymentId), (payment) =>
        refundToldLetter(payment, amount, panelUrl(payment.order_id)),
      );
    }
    case 'proof_sent':
    case 'proof_reminder': {
      const news = await orders.readProofNews(mail.orderId, mail.proofId);
      if (!news || !buyerOf(news.order)) return null;
      const { cids, attachments } = await attachPictures(context, news);
      const isReminder = mail.kind === 'proof_reminder';
      const { url } = news;
      return toBuyer({ ...news, cids, shopName: shop.name, isReminder }, proofLetter, {
        ...{ url, attachments },
      });
    }
    case 'proof_answered': {
      const answer = await orders.readProofAnswer(mail.orderId, mail.changeId);
      return toShop(answer, (told) => proofAnswerLetter(told, shop.name), answer?.order);
    }
  }
}

/** Returns whether an order in progress has neither a payment nor a proof of transfer. */
function isUnpaid({ status, progress, receipt, cancelRequested }: BuyerOrder): boolean {
  const isPaid = (['deposit', 'paid'] as const).some((step) => isStepDone(progress.steps, step));
  return isUnderWay(status) && !isPaid && receipt === null && !cancelRequested;
}

/** Returns the buyer's e-mail; null after the buyer was erased. */
function buyerOf({ userEmail, deliveryData }: Order): string | null {
  return userEmail ?? deliveryData.email;
}

/** Returns the accepted terms; only the current version's texts are available. */
function agreedOf(state: SettingsState, version: string | null): AcceptedTerms | null {
  if (version === null) return null;
  return { version, texts: version === state.termsVersion ? agreement(offerOf(state)) : [] };
}

/**
 * Attaches the pictures to the mail: most mail programs block linked images, and the mail must stay
 * complete offline and years later. An unverified address gets none.
 */
async function attachPictures(
  context: Context,
  { order: { items }, isBuyerVerified }: Pick<ProofNews, 'order' | 'isBuyerVerified'>,
): Promise<{ cids: (string | null)[]; attachments: Attachment[] }> {
  const cids: (string | null)[] = [];
  const attachments: Attachment[] = [];
  const shown = isBuyerVerified ? items.slice(0, MOST_LISTED) : [];
  const squares = await readSquares(context, shown);
  for (const [at, content] of squares.entries()) {
    const cid = `imagen-${at + 1}@pedido`;
    cids.push(content && cid);
    if (content) {
      const filename = `imagen-${at + 1}.jpg`;
      attachments.push({ filename, contentType: 'image/jpeg', content, cid });
    }
  }
  return { cids, attachments };
}

const accountLetters = {
  verify_email: verifyEmailLetter,
  reset_password: resetPasswordLetter,
  sender_test: senderTestLetter,
};

function letterOf(
  mail: Exclude<AccountMail, { kind: 'health_changed' }>,
  publicUrl: string,
  shopName: string,
): Letter {
  if ('url' in mail) {
    return accountLetters[mail.kind](mail.url, shopName);
  }
  const notice = { at: mail.at, recoverUrl: `${publicUrl}/#recuperar-cuenta`, shopName };
  if ('change' in mail) return secondFactorLetter({ ...notice, change: mail.change });
  if ('method' in mail) return signInMethodAddedLetter({ ...notice, method: mail.method });
  return passwordChangedLetter(notice);
}
