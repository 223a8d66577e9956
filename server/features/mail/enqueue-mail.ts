import * as z from 'zod';
import type { Queries, Tx } from '#server/db/types.ts';
import { enqueue, insertJobs, type NewJob } from '#server/jobs/enqueue.ts';

const SECOND_FACTOR_CHANGES = ['added', 'removed', 'codes_renewed', 'code_used'] as const;
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number];

/** To an account's owner: `to` is one plain address, `url` is absolute. */
const account = { to: z.string(), url: z.string() };
/** What happened to an account: `to` is its address, `at` in milliseconds since 1970. */
const notice = { to: z.string(), at: z.number() };
/** About an order: its id alone, the rest is read when the mail is written. */
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
  /** A proof of transfer came for it. */
  z.object({ kind: z.literal('receipt_received'), ...order }),
  /** `changeId` is the audit trail's entry, which holds the reason too. */
  z.object({ kind: z.literal('order_status'), ...order, changeId: z.string() }),
  /** It can be picked up. */
  z.object({ kind: z.literal('order_ready'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('payment_received'), ...order }),
  /** From now on its mails go to another mailbox, and so do its links. */
  z.object({ kind: z.literal('mailbox_changed'), ...order }),
  z.object({ kind: z.literal('document_issued'), ...order }),
  z.object({ kind: z.literal('payment_reminder'), ...order }),
  /** A buyer asked to cancel a paid order; the shop goes on with it; to the shop, that a buyer did. */
  z.object({ kind: z.literal('cancel_requested'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('cancel_declined'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('cancel_told'), ...order, changeId: z.string() }),
  /** Something is wrong with an order: to the buyer, to the shop; the shop's answer. */
  z.object({ kind: z.literal('complaint_received'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('complaint_told'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('complaint_answered'), ...order, changeId: z.string() }),
  /** Pins of it are made once more; they left. */
  z.object({ kind: z.literal('reprint_started'), ...order, changeId: z.string() }),
  z.object({ kind: z.literal('reprint_sent'), ...order, changeId: z.string() }),
  /** The shop needs other pictures; or the buyer wants to change some: `token` of the link. */
  z.object({ kind: z.literal('picture_requested'), ...order, token: z.string() }),
  z.object({ kind: z.literal('picture_link'), ...order, token: z.string() }),
  /** The shop opened an order, and its buyer is to add the pictures. */
  z.object({ kind: z.literal('pictures_wanted'), ...order }),
  /** They came: to the buyer; and to the shop. */
  z.object({ kind: z.literal('picture_received'), ...order }),
  z.object({ kind: z.literal('picture_replaced'), ...order }),
  /** The owner put the picture back that was there before. */
  z.object({ kind: z.literal('picture_restored'), ...order }),
  /** To the shop: money that no order waits for, or an attempt whose end nobody knows. */
  z.object({
    kind: z.literal('payment_told'),
    ...order,
    paymentId: z.string(),
    why: z.enum(['late', 'unknown']),
  }),
  /** Money of a payment went back, in pesos: to the buyer; to the shop, when its panel did not ask for it. */
  z.object({ kind: z.literal('payment_refunded'), ...refund }),
  z.object({ kind: z.literal('refund_told'), ...refund }),
  z.object({ kind: z.literal('proof_sent'), ...proof }),
  z.object({ kind: z.literal('proof_reminder'), ...proof }),
  /** To the shop; `changeId` as above, with the buyer's words. */
  z.object({ kind: z.literal('proof_answered'), ...order, changeId: z.string() }),
]);
/** These wait for no other mail: somebody looks at the inbox meanwhile. */
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
 * Sees to it that a mail is sent. With a transaction's handle it is sent if and only if the
 * transaction commits. Call the `notify` of the context's `jobNotifier` afterwards and it leaves at once.
 * @param runAt the mail leaves no earlier, in milliseconds since 1970
 */
export async function enqueueMail(
  db: Queries | Tx,
  mail: Mail,
  now?: number,
  { runAt }: { runAt?: number } = {},
): Promise<void> {
  await enqueue(db, { ...jobOf(mail), ...(runAt === undefined ? {} : { runAt }) }, now);
}

/** Returns the statement that does so for several mails; none where there are none. */
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
 * Drops the mails to an account or about orders that wait or were given up, with what a mail
 * server said of them. Those that were sent hold nothing any more.
 * @param email an account's, in lower case; null for none
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
