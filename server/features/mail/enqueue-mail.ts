import { sql } from 'kysely';
import * as z from 'zod';
import type { mailLabels } from '#domain/health/mail-labels.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { enqueue, insertJobs, type NewJob, withdrawJob } from '#server/jobs/enqueue.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { parseJson } from '#server/lib/parse-json.ts';

const SECOND_FACTOR_CHANGES = ['added', 'removed', 'codes_renewed', 'code_used'] as const;
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number];

/** To an account's owner: `to` is a plain address, `url` is absolute. */
const account = { to: z.string(), url: z.string() };
/** What happened to an account: `to` is its address, `at` in milliseconds since 1970. */
const notice = { to: z.string(), at: z.number() };
/** About an order: only its id; the rest is read when the mail is written. */
const order = { orderId: z.string() };

export const mail = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['verify_email', 'reset_password', 'sender_test']), ...account }),
  z.object({ kind: z.enum(['password_changed']), ...notice }),
  z.object({
    kind: z.enum(['sign_in_method_added']),
    ...notice,
    method: z.enum(['password', 'google']),
  }),
  z.object({
    kind: z.enum(['second_factor_changed']),
    ...notice,
    change: z.enum(SECOND_FACTOR_CHANGES),
  }),
  /** To the owner: what began to be wrong with the shop, and what is over. */
  z.object({
    kind: z.enum(['health_changed']),
    to: z.string(),
    wrong: z.array(z.object({ label: z.string(), value: z.string() })),
    over: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.enum([
      'order_received',
      'new_order',
      'receipt_received',
      'payment_received',
      /** The shop corrected the order's e-mail: its mails and links go to the new address. */
      'mailbox_changed',
      'document_issued',
      'payment_reminder',
      'quote_sent',
      /** The shop opened an order, whose pictures the buyer must add. */
      'pictures_wanted',
      /** New pictures were received: to the buyer; to the shop. */
      'picture_received',
      'picture_replaced',
      'picture_restored',
    ]),
    ...order,
  }),
  /** `changeId` is the audit entry, which also has the reason or the buyer's words. */
  z.object({
    kind: z.enum([
      'order_status',
      /** The shop changed what was ordered, to the buyer. */
      'order_changed',
      'order_ready',
      /** A request to cancel a paid order: to the buyer; declined; to the shop. */
      'cancel_requested',
      'cancel_declined',
      'cancel_told',
      /** A request for a change: to the shop; the shop's answer. */
      'change_told',
      'change_answered',
      /** A complaint: to the buyer; to the shop; the shop's answer. */
      'complaint_received',
      'complaint_told',
      'complaint_answered',
      /** The owner gave money back, to the buyer. */
      'refund_noted',
      'reprint_started',
      'reprint_sent',
      'proof_answered',
    ]),
    ...order,
    changeId: z.string(),
  }),
  /** A link to replace pictures, with its `token`: requested by the shop; by the buyer. */
  z.object({ kind: z.enum(['picture_requested', 'picture_link']), ...order, token: z.string() }),
  z.object({ kind: z.enum(['proof_sent', 'proof_reminder']), ...order, proofId: z.string() }),
  /** To the shop: money that no order waits for, or an attempt with an unknown result. */
  z.object({
    kind: z.enum(['payment_told']),
    ...order,
    paymentId: z.string(),
    why: z.enum(['late', 'unknown']),
  }),
  /** A refund, in pesos: to the buyer; to the shop, when it was not requested in its panel. */
  z.object({
    kind: z.enum(['payment_refunded', 'refund_told']),
    ...order,
    paymentId: z.string(),
    amount: z.number(),
  }),
]);

/** How the kinds of the mails' jobs begin. */
const MAIL = 'mail.';

export type Mail = z.infer<typeof mail>;
type MailOf<Kind, Each = Mail> = Each extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Each
    : never
  : never;
/** The mails of each kind. */
export type MailByKind = { [Kind in Mail['kind']]: MailOf<Kind> };

export const mailKinds: readonly Mail['kind'][] = mail.options.flatMap(
  ({ shape }) => shape.kind.options,
);

export function jobKind(kind: Mail['kind']): string {
  return `${MAIL}${kind satisfies keyof typeof mailLabels}`;
}

/** Enqueues a mail. With a transaction's handle it is sent if and only if the transaction commits. */
export async function enqueueMail(db: Queries | Tx, mail: Mail, now?: number): Promise<void> {
  await enqueue(db, jobOf(mail), now);
}

/** Mails to accounts have their own queue, because a user waits for them. */
function jobOf({ kind, ...payload }: Mail): NewJob {
  return { kind: jobKind(kind), queue: 'to' in payload ? 'account' : 'general', payload };
}

type WithoutIds<Each> = Each extends unknown ? Omit<Each, 'orderId' | 'changeId'> : never;
/** A mail about a change of an order, sent after `delayMs` milliseconds; by default at once. */
export type ChangeMail = WithoutIds<Extract<Mail, { orderId: string }>> & { delayMs?: number };

const toShop: ReadonlySet<string> = new Set<Mail['kind']>([
  'receipt_received',
  'new_order',
  'cancel_told',
  'change_told',
  'complaint_told',
  'picture_replaced',
  'proof_answered',
  'payment_told',
  'refund_told',
]);

type About = { orderId: string; changeId?: string; shopEmail: string; delayMs?: number };

/**
 * Returns the statement that enqueues mails about an order; none for no mails.
 * @param about.changeId the id of the change's audit entry
 * @param about.shopEmail empty: the mails to the shop are left out
 * @param about.delayMs milliseconds until the mails without a delay of their own are sent
 */
export function insertMails(
  tx: Tx,
  mails: readonly ChangeMail[],
  { shopEmail, delayMs: usualDelayMs = 0, ...ids }: About,
  now: number,
) {
  const jobs = mails
    .filter(({ kind }) => shopEmail || !toShop.has(kind))
    .map(({ delayMs = usualDelayMs, ...about }) => ({
      ...jobOf(mail.parse({ ...about, ...ids })),
      runAt: now + delayMs,
    }));
  return jobs.length === 0 ? [] : [insertJobs(tx, jobs, now)];
}

/**
 * Withdraws the delayed mails of some kinds about an order. One whose time has come is sent.
 * @returns the audit entries of the changes that they were about; null for kinds without one
 */
export async function withdrawMails(
  tx: Tx,
  { orderId, kinds, now }: { orderId: string; kinds: readonly Mail['kind'][]; now: number },
): Promise<{ changeId: string | null }[]> {
  if (kinds.length === 0) return [];
  const jobs = await tx
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('state', '=', sql.lit('waiting'))
    .where('queue', '=', 'general')
    .where('run_at', '>', now)
    .where('attempts', '=', 0)
    .where('kind', 'in', kinds.map(jobKind))
    .execute();
  const withdrawn: { changeId: string | null }[] = [];
  for (const { id, payload } of jobs) {
    const mailed = about.safeParse(JSON.parse(payload)).data;
    if (mailed?.orderId !== orderId || !(await withdrawJob(tx, id))) continue;
    withdrawn.push({ changeId: mailed.changeId ?? null });
  }
  return withdrawn;
}

/** Jobs deleted by one statement. */
const BATCH = 500;
const about = z.object({
  to: z.optional(z.string()),
  orderId: z.optional(z.string()),
  changeId: z.optional(z.string()),
});

/** Returns what a mail's job is about; null for another job. */
export function readMailJob({ kind: name, payload }: { kind: string; payload: string }) {
  if (!name.startsWith(MAIL)) return null;
  const { to = null, orderId = null } = about.safeParse(parseJson(payload)).data ?? {};
  const kind = name.slice(MAIL.length);
  return { kind, to, orderId, isToShop: toShop.has(kind) };
}

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
  for (const batch of inBatches(ids, BATCH)) {
    await tx.deleteFrom('jobs').where('id', 'in', batch).execute();
  }

  function concerns(payload: string): boolean {
    const { to, orderId } = about.safeParse(JSON.parse(payload || '{}')).data ?? {};
    return (email !== null && to?.toLowerCase() === email) || orders.has(orderId ?? '');
  }
}
