import type { BuyerOrder, Order } from '#contract/orders.ts';
import { panelOrderUrl } from '#contract/panel-order-url.ts';
import { PICTURE_TOKEN_PREFIX } from '#domain/images.ts';
import { agreement } from '#domain/legal/terms.ts';
import { isStepDone } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import { promiseTo } from '#domain/promise.ts';
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
  signInMethodAddedLetter,
  verifyEmailLetter,
} from './letters/account.ts';
import {
  cancelDeclinedLetter,
  cancelRequestedLetter,
  complaintLetter,
  paymentRefundedLetter,
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
import { type Agreed, MOST_LISTED } from './letters/order-parts.ts';
import {
  cancelToldLetter,
  complaintToldLetter,
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
} from './letters/pictures.ts';
import type { OrderSource } from './order-source.ts';

/** Returns null when the mail has no recipient, or its reason no longer exists. */
export async function writeLetter(
  context: Context,
  orders: OrderSource,
  mail: Mail,
  jobId: string,
): Promise<Written | null> {
  const state = await context.settings.current();
  const { seller: shop, delivery } = state.settings;
  const shopReply = shop.email ? { replyTo: shop.email } : {};
  switch (mail.kind) {
    case 'verify_email':
    case 'reset_password':
    case 'password_changed':
    case 'sign_in_method_added':
    case 'second_factor_changed':
      return writeAccountLetter(context, mail, shop.name);
    case 'order_received': {
      const found = await orders.readOrder(mail.orderId);
      const to = found && buyerOf(found.order);
      if (!to) return null;
      const { order, isBuyerVerified, termsVersion } = found;
      const { cids, attachments } = isBuyerVerified
        ? await attachPictures(context, order)
        : { cids: [], attachments: [] };
      const letter = orderReceivedLetter({
        order,
        cids,
        isBuyerVerified,
        url: await orders.readOrderUrl(order.id),
        shopName: shop.name,
        delivery: promiseTo(order.deliveryData, delivery),
        agreed: agreedOf(state, termsVersion),
      });
      return { to, ...shopReply, letter, attachments };
    }
    case 'new_order': {
      const found = await orders.readOrder(mail.orderId);
      if (!found || !shop.email) return null;
      const { order } = found;
      const buyer = buyerOf(order);
      const { cids, attachments } = await attachPictures(context, order);
      const { publicUrl } = context;
      const letter = newOrderLetter({ order, cids, shopName: shop.name, publicUrl });
      return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments };
    }
    case 'receipt_received': {
      const found = await orders.readOrder(mail.orderId);
      if (!found || !shop.email) return null;
      const url = panelOrderUrl(context.publicUrl, found.order.id);
      return { to: shop.email, letter: receiptReceivedLetter(found.order, url), attachments: [] };
    }
    case 'order_status': {
      const news = await orders.readStatusNews(mail.orderId, mail.changeId);
      const to = news && buyerOf(news.order);
      if (!to) return null;
      const letter = orderStatusLetter(news, await orders.readOrderUrl(news.order.id), shop.name);
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'order_ready': {
      const found = await orders.readOrder(mail.orderId);
      const to = found && buyerOf(found.order);
      if (!to || !isReady(found.order)) return null;
      const letter = orderReadyLetter(found, await orders.readOrderUrl(mail.orderId), shop.name);
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'payment_received': {
      const paid = await orders.claimPaidOrder(mail.orderId, jobId);
      const to = paid && buyerOf(paid.order);
      if (!to) return null;
      const letter = paymentReceivedLetter(
        paid,
        await orders.readOrderUrl(mail.orderId),
        shop.name,
      );
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'document_issued': {
      const news = await orders.claimDocument(mail.orderId, jobId);
      const to = news && buyerOf(news.order);
      if (!to) return null;
      const { file } = news;
      const letter = documentLetter(news, await orders.readOrderUrl(mail.orderId), shop.name);
      const attachments = file
        ? [{ filename: file.name, contentType: 'application/pdf', content: file.content }]
        : [];
      return { to, ...shopReply, letter, attachments };
    }
    case 'payment_reminder': {
      const found = await orders.readOrder(mail.orderId);
      const to = found && buyerOf(found.order);
      if (!to || !isUnpaid(found.order)) return null;
      const letter = paymentReminderLetter(
        found,
        await orders.readOrderUrl(mail.orderId),
        shop.name,
      );
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'cancel_requested':
    case 'cancel_declined': {
      const news = await orders.readCancelNews(mail.orderId, mail.changeId);
      const to = news && buyerOf(news.order);
      if (!to) return null;
      const write = mail.kind === 'cancel_requested' ? cancelRequestedLetter : cancelDeclinedLetter;
      const letter = write(news, await orders.readOrderUrl(news.order.id), shop.name);
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'cancel_told': {
      const news = await orders.readCancelNews(mail.orderId, mail.changeId);
      if (!news || !shop.email) return null;
      const buyer = buyerOf(news.order);
      const letter = cancelToldLetter(news, panelOrderUrl(context.publicUrl, news.order.id));
      return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments: [] };
    }
    case 'complaint_received':
    case 'complaint_answered':
    case 'reprint_started':
    case 'reprint_sent': {
      const news = await orders.readComplaintNews(mail.orderId, mail.changeId);
      const to = news && buyerOf(news.order);
      if (!to) return null;
      const letter = complaintLetter(
        mail.kind,
        news,
        await orders.readOrderUrl(news.order.id),
        shop.name,
      );
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'complaint_told': {
      const news = await orders.readComplaintNews(mail.orderId, mail.changeId);
      if (!news || !shop.email) return null;
      const buyer = buyerOf(news.order);
      const letter = complaintToldLetter(news, panelOrderUrl(context.publicUrl, news.order.id));
      return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments: [] };
    }
    case 'picture_requested':
    case 'picture_link': {
      const found = await orders.readOrder(mail.orderId);
      const request = found && (await orders.readPictureRequest(mail.orderId));
      const to = found && buyerOf(found.order);
      if (!to || !request) return null;
      const url = `${context.publicUrl}/#pedido=${PICTURE_TOKEN_PREFIX}${mail.token}`;
      const letter = pictureRequestLetter({ ...found, ...request, url, shopName: shop.name });
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'pictures_wanted': {
      const found = await orders.readOrder(mail.orderId);
      const url = found && (await orders.readPicturesUrl(mail.orderId));
      const to = found && buyerOf(found.order);
      if (!to || !url) return null;
      const letter = picturesWantedLetter(found, url, shop.name);
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'mailbox_changed':
    case 'picture_restored':
    case 'picture_received': {
      const found = await orders.readOrder(mail.orderId);
      const to = found && buyerOf(found.order);
      if (!to) return null;
      const letter = plainLetters[mail.kind](
        found,
        await orders.readOrderUrl(mail.orderId),
        shop.name,
      );
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'picture_replaced': {
      const found = await orders.readOrder(mail.orderId);
      if (!found || !shop.email) return null;
      const url = panelOrderUrl(context.publicUrl, found.order.id);
      return { to: shop.email, letter: pictureReplacedLetter(found.order, url), attachments: [] };
    }
    case 'payment_told': {
      const payment = await orders.readPayment(mail.paymentId);
      if (!payment || !shop.email) return null;
      const letter = paymentToldLetter(
        { ...payment, why: mail.why },
        panelOrderUrl(context.publicUrl, payment.order_id),
      );
      return { to: shop.email, letter, attachments: [] };
    }
    case 'payment_refunded': {
      const payment = await orders.readPayment(mail.paymentId);
      const found = payment && (await orders.readOrder(mail.orderId));
      const to = found && buyerOf(found.order);
      if (!to) return null;
      const letter = paymentRefundedLetter(
        { ...found, payment, refund: mail.amount },
        await orders.readOrderUrl(mail.orderId),
        shop.name,
      );
      return { to, ...shopReply, letter, attachments: [] };
    }
    case 'refund_told': {
      const payment = await orders.readPayment(mail.paymentId);
      if (!payment || !shop.email) return null;
      const url = panelOrderUrl(context.publicUrl, payment.order_id);
      const letter = refundToldLetter(payment, mail.amount, url);
      return { to: shop.email, letter, attachments: [] };
    }
    case 'proof_sent':
    case 'proof_reminder': {
      const news = await orders.readProofNews(mail.orderId, mail.proofId);
      const to = news && buyerOf(news.order);
      if (!to) return null;
      const { cids, attachments } = news.isBuyerVerified
        ? await attachPictures(context, news.order)
        : { cids: [], attachments: [] };
      const isReminder = mail.kind === 'proof_reminder';
      const letter = proofLetter({ ...news, cids, shopName: shop.name, isReminder });
      return { to, ...shopReply, letter, attachments };
    }
    case 'proof_answered': {
      const answer = await orders.readProofAnswer(mail.orderId, mail.changeId);
      if (!answer || !shop.email) return null;
      const buyer = buyerOf(answer.order);
      const letter = proofAnswerLetter(answer, shop.name);
      return { to: shop.email, ...(buyer ? { replyTo: buyer } : {}), letter, attachments: [] };
    }
  }
}

/** Mails to the buyer that only link to the order. */
const plainLetters = {
  mailbox_changed: mailboxChangedLetter,
  picture_restored: pictureRestoredLetter,
  picture_received: pictureReceivedLetter,
};

/** Returns whether an order in progress has neither a payment nor a proof of transfer. */
function isUnpaid({ status, progress, receipt, cancelRequested }: BuyerOrder): boolean {
  const isPaid = isStepDone(progress.steps, 'paid');
  return isUnderWay(status) && !isPaid && receipt === null && !cancelRequested;
}

/** Returns the buyer's e-mail; null after the buyer was erased. */
function buyerOf({ userEmail, deliveryData }: Order): string | null {
  return userEmail ?? deliveryData.email;
}

/** Returns the accepted terms; only the current version's texts are available. */
function agreedOf(state: SettingsState, version: string | null): Agreed | null {
  if (version === null) return null;
  return { version, texts: version === state.termsVersion ? agreement(offerOf(state)) : [] };
}

/**
 * Attaches the pictures to the mail: most mail programs block linked images, and the mail must stay
 * complete offline and years later.
 */
async function attachPictures(
  context: Context,
  { items }: Order,
): Promise<{ cids: (string | null)[]; attachments: Attachment[] }> {
  const cids: (string | null)[] = [];
  const attachments: Attachment[] = [];
  const squares = await readSquares(context, items.slice(0, MOST_LISTED));
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

function writeAccountLetter(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  mail: AccountMail,
  shopName: string,
): Written {
  return { to: mail.to, letter: letterOf(mail, publicUrl, shopName), attachments: [] };
}

function letterOf(mail: AccountMail, publicUrl: string, shopName: string): Letter {
  if (mail.kind === 'verify_email') return verifyEmailLetter(mail.url, shopName);
  if (mail.kind === 'reset_password') return resetPasswordLetter(mail.url, shopName);
  const notice = { at: mail.at, recoverUrl: `${publicUrl}/#recuperar-cuenta`, shopName };
  if (mail.kind === 'password_changed') return passwordChangedLetter(notice);
  if (mail.kind === 'second_factor_changed') {
    return secondFactorLetter({ ...notice, change: mail.change });
  }
  return signInMethodAddedLetter({ ...notice, method: mail.method });
}
