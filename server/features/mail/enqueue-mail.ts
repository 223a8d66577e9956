import * as z from 'zod';
import type { Queries, Tx } from '#server/db/types.ts';
import { enqueue, insertJobs, type NewJob } from '#server/jobs/enqueue.ts';

const SECOND_FACTOR_CHANGES = ['added', 'removed', 'codes_renewed', 'code_used'] as const;
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number];

/** To an account's owner: `to` is a plain address, `url` is absolute. */
const account = { to: z.string(), url: z.string() };
/** What happened to an account: `to` is its address, `at` in milliseconds since 1970. */
const notice = { to: z.string(), at: z.number() };
/** About an order: only its id; the rest is read when the mail is written. */
const order = { orderId: z.string() };

const proof = { ...order, proofId: z.string() };
const refund = { ...order, paymentId: z.string(), amount: z.number() };

export const mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify_email'), ...account }),
  z.object({ kind: z.literal('reset_password'), ...account }),
  z.object({ kind: z.literal('password_changed'), ...notice }),
  z.object({
    kind: z.literal('sign_in_method_added'),
    ...notice,
    method: z.enum(['password', 'google']),
  }),
  z.object({
    kind: z.literal('second_factor_changed'),
    ...notice,
    change: z.enum(SECOND_FACTOR_CHANGES),
  }),
  z.object({ kind: z.literal('order_received'), ...order }),
  z.object({ kind: z.literal('new_order'), ...order }),
  /** To the shop: a proof of transfer was received. */
  z.object({ kind: z.literal('receipt_received'), ...order }),
  /** `changeId` is the audit entry, which also has the reason. */
  z.object({ kind: z.literal('order_status'), ...order, changeId: z.string() }),
  /** The order is ready for pickup. */
  z.object({ kind: z.literal('order_ready'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('payment_received'), ...order }),
  /** The shop corrected the order's e-mail: its mails and links go to the new address. */
  z.object({ kind: z.literal('mailbox_changed'), ...order }),
  z.object({ kind: z.literal('document_issued'), ...order }),
  z.object({ kind: z.literal('payment_reminder'), ...order }),
  /** A request to cancel a paid order: to the buyer; declined; to the shop. */
  z.object({ kind: z.literal('cancel_requested'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('cancel_declined'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('cancel_told'), ...order, changeId: z.string() }),
  /** A complaint: to the buyer; to the shop; the shop's answer. */
  z.object({ kind: z.literal('complaint_received'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('complaint_told'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('complaint_answered'), ...order, changeId: z.string() }),
  /** A reprint was started; it was dispatched. */
  z.object({ kind: z.literal('reprint_started'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('reprint_sent'), ...order, changeId: z.string() }),
  /** A link to replace pictures, with its `token`: requested by the shop; by the buyer. */
  z.object({ kind: z.literal('picture_requested'), ...order, token: z.string() }),
  z.object({ kind: z.literal('picture_link'), ...order, token: z.string() }),
  /** The shop opened an order, whose pictures the buyer must add. */
  z.object({ kind: z.literal('pictures_wanted'), ...order }),
  /** New pictures were received: to the buyer; to the shop. */
  z.object({ kind: z.literal('picture_received'), ...order }),
  z.object({ kind: z.literal('picture_replaced'), ...order }),
  /** The owner restored an earlier picture. */
  z.object({ kind: z.literal('picture_restored'), ...order }),
  /** To the shop: money that no order waits for, or an attempt with an unknown result. */
  z.object({
    kind: z.literal('payment_told'),
    ...order,
    paymentId: z.string(),
    why: z.enum(['late', 'unknown']),
  }),
  /** A refund, in pesos: to the buyer; to the shop, when it was not requested in its panel. */
  z.object({ kind: z.literal('payment_refunded'), ...refund }),
  z.object({ kind: z.literal('refund_told'), ...refund }),
  z.object({ kind: z.literal('proof_sent'), ...proof }),
  z.object({ kind: z.literal('proof_reminder'), ...proof }),
  /** To the shop; `changeId` as above, with the buyer's words. */
  z.object({ kind: z.literal('proof_answered'), ...order, changeId: z.string() }),
]);

/** Mails that a user waits for: they have their own queue. */
const accountKinds: ReadonlySet<Mail['kind']> = new Set([
  'verify_email',
  'reset_password',
  'password_changed',
  'sign_in_method_added',
  'second_factor_changed',
]);

export type Mail = z.infer<typeof mail>;
export type AccountMail = Extract<Mail, { to: string }>;

export const mailKinds: readonly Mail['kind'][] = mail.options.map(({ shape }) => shape.kind.value);

export function jobKind(kind: Mail['kind']): string {
  return `mail.${kind}`;
}

/**
 * Enqueues a mail. With a transaction's handle it is sent if and only if the transaction commits.
 * Call the `notify` of the context's `jobNotifier` afterwards, so that it is sent at once.
 * @param runAt the earliest time to send it, in milliseconds since 1970
 */
export async function enqueueMail(
  db: Queries | Tx,
  mail: Mail,
  now?: number,
  { runAt }: { runAt?: number } = {},
): Promise<void> {
  await enqueue(db, { ...jobOf(mail), ...(runAt === undefined ? {} : { runAt }) }, now);
}

/** Returns the statement that enqueues several mails; no statement for no mails. */
export function insertMails(db: Queries | Tx, mails: readonly Mail[], now: number) {
  return mails.length === 0 ? [] : [insertJobs(db, mails.map(jobOf), now)];
}

function jobOf({ kind, ...payload }: Mail): NewJob {
  return { kind: jobKind(kind), queue: accountKinds.has(kind) ? 'account' : 'general', payload };
}

/** Jobs deleted by one statement. */
const BATCH = 500;
const about = z.object({ to: z.optional(z.string()), orderId: z.optional(z.string()) });

/**
 * Deletes the waiting and dead mails to an account or about orders, with the mail server's error
 * messages. Jobs of sent mails contain no data any more.
 * @param email the account's, in lower case; null for none
 */
export async function forgetMails(
  tx: Tx,
  { email, orderIds }: { email: string | null; orderIds: readonly string[] },
): Promise<void> {
  const orders = new Set(orderIds);
  const mails = await tx
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('state', 'in', ['waiting', 'dead'])
    .where('kind', 'like', 'mail.%')
    .execute();
  const ids = mails.filter(({ payload }) => concerns(payload)).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    await tx.deleteFrom('jobs').where('id', 'in', batch).execute();
  }

  function concerns(payload: string): boolean {
    const { to, orderId } = about.safeParse(JSON.parse(payload || '{}')).data ?? {};
    return (email !== null && to?.toLowerCase() === email) || orders.has(orderId ?? '');
  }
}
