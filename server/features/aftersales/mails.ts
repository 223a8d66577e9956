import { latestReprint } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import {
  type ComplaintMail,
  cancelDeclinedLetter,
  cancelRequestedLetter,
  complaintLetter,
} from '#server/features/mail/after-sales-letters.ts';
import { changeAnsweredLetter } from '#server/features/mail/changed-order-letters.ts';
import type { Writers } from '#server/features/mail/letter.ts';
import type { CancelNews, ComplaintNews } from '#server/features/mail/news.ts';
import {
  cancelToldLetter,
  changeToldLetter,
  complaintToldLetter,
} from '#server/features/mail/owner-letters.ts';
import {
  type ChangeIds,
  readChange,
  refundBy,
  toBuyer,
  toNews,
  toShop,
} from '#server/features/orders/mails.ts';

/** Returns a request to cancel, or the shop's answer, by its audit entry; null: it is obsolete. */
export async function readCancelNews(
  context: Context,
  mail: ChangeIds,
): Promise<CancelNews | null> {
  const changed = await readChange(context, mail);
  if (!changed) return null;
  const { order, entry } = changed;
  const isAnswered = order.cancelRequestedAt === null;
  if (entry.action === 'cancel_requested' && isAnswered) return null;
  return {
    ...(await toNews(context, order)),
    isDone: entry.action === 'cancelled_by_buyer',
    reason: entry.reason,
    refundBy: refundBy(order, entry.at),
  };
}

/**
 * Returns a complaint, an answer or a reprint by its audit entry; null: order or reprint are gone.
 */
async function readComplaintNews(context: Context, mail: ChangeIds): Promise<ComplaintNews | null> {
  const changed = await readChange(context, mail);
  if (!changed) return null;
  const { order, entry } = changed;
  // The reprint or its mark was undone before the mail was written.
  const reprint = latestReprint(order);
  const last = order.delivery.way === 'pickup' ? 'packed' : 'dispatched';
  if (entry.action === 'reprint_started' && !reprint) return null;
  if (entry.action === 'mark_set' && !reprint?.marks[last]) return null;
  const read = (field: string) => entry.changes.find((change) => change.field === field)?.to;
  const [amount, on] = [read('notedRefund'), read('notedRefundOn')];
  const [promised, by] = [read('promisedRefund'), read('promisedRefundBy')];
  return {
    ...(await toNews(context, order)),
    words: entry.reason,
    refund: typeof amount === 'number' && typeof on === 'string' ? { amount, on } : null,
    promise:
      typeof promised === 'number' && typeof by === 'string' ? { amount: promised, by } : null,
  };
}

const toComplainer = (kind: ComplaintMail) =>
  toBuyer(readComplaintNews, (news, url, shopName) => complaintLetter(kind, news, url, shopName));
const repliesToBuyer = { repliesToBuyer: true };

export const aftersalesMails = {
  cancel_requested: toBuyer(readCancelNews, cancelRequestedLetter),
  cancel_declined: toBuyer(readCancelNews, cancelDeclinedLetter),
  cancel_told: toShop(readCancelNews, cancelToldLetter, repliesToBuyer),
  change_told: toShop(readComplaintNews, changeToldLetter, repliesToBuyer),
  change_answered: toBuyer(readComplaintNews, changeAnsweredLetter),
  complaint_told: toShop(readComplaintNews, complaintToldLetter, repliesToBuyer),
  complaint_received: toComplainer('complaint_received'),
  complaint_answered: toComplainer('complaint_answered'),
  reprint_started: toComplainer('reprint_started'),
  reprint_sent: toComplainer('reprint_sent'),
} satisfies Partial<Writers>;
