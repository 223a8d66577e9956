import { sql } from 'kysely';
import type { FailedJob, FailedMail } from '#contract/health/health-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { readMailJob } from '#server/features/mail/enqueue-mail.ts';
import { findOrders } from '#server/features/orders/order.ts';
import type { Job } from '#server/jobs/repo.ts';

/** Maximum number of jobs shown. */
const MAX_SHOWN = 100;

/** Returns jobs that were given up, mails and others: those about orders first, newest first. */
export async function readFailedJobs({
  db: { queries },
  settings,
}: Pick<Context, 'db' | 'settings'>): Promise<{
  failedMails: FailedMail[];
  failedJobs: FailedJob[];
}> {
  const jobs = await queries
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', sql.lit('dead'))
    // Those about accounts last: anyone can cause them.
    .orderBy('queue', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  const given = jobs.map((job) => ({ job, mail: readMailJob(job) }));
  const orderIds = new Set(given.flatMap(({ mail }) => mail?.orderId ?? []));
  const orders = new Map<string, Order>(
    (await findOrders(queries, [...orderIds])).map((order) => [order.id, order]),
  );
  const shopEmail = (await settings.current()).settings.seller.email || null;
  const failedMails = given.flatMap(({ job, mail }) => {
    if (!mail) return [];
    const { kind, orderId, isToShop } = mail;
    const order = orders.get(orderId ?? '');
    const buyer = order ? (order.owner.email ?? order.delivery.email) : null;
    return {
      ...present(job),
      ...{ kind, orderId, to: mail.to ?? (isToShop ? shopEmail : buyer) },
      canCorrect: order?.owner.isGuest === true && order.deletedAt === null && !isToShop,
    };
  });
  const failedJobs = given.flatMap(({ job, mail }) => (mail ? [] : present(job)));
  return { failedMails, failedJobs };
}

function present({ id, kind, done_at, created_at, last_error }: Job): FailedJob {
  const at = new Date(done_at ?? created_at).toISOString();
  return { jobId: id, kind, at, reason: last_error ?? '' };
}

/** Lets a job that was given up be tried again, as if it were new. @throws ShopError `not_found` */
export async function retryJob({ db, clock }: Context, id: string, by: string): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const job = await tx
      .updateTable('jobs')
      .set({
        ...{ state: 'waiting', attempts: 0, deaths: 0, run_at: now, created_at: now },
        done_at: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .returningAll()
      .executeTakeFirst();
    if (!job) throw new ShopError('not_found');
    await noteInOrder(tx, job, { action: 'mail_retried', by }, now);
  });
  db.events.emit('jobs');
}

/** Deletes a job that was given up. @throws ShopError `not_found` */
export async function discardJob({ db, clock }: Context, id: string, by: string): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await tx
      .deleteFrom('jobs')
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .returningAll()
      .executeTakeFirst();
    if (!job) throw new ShopError('not_found');
    await noteInOrder(tx, job, { action: 'mail_discarded', by }, clock());
  });
}

/** Records in an order's history that its mail was given up; nothing for other jobs. */
export function noteGivenUp({ clock }: Pick<Context, 'clock'>, tx: Tx, job: Job): Promise<void> {
  return noteInOrder(tx, job, { action: 'mail_failed', by: null }, clock());
}

type Note = { action: 'mail_failed' | 'mail_retried' | 'mail_discarded'; by: string | null };

async function noteInOrder(tx: Tx, job: Job, { action, by }: Note, now: number): Promise<void> {
  const { orderId, kind } = readMailJob(job) ?? {};
  if (orderId == null || kind === undefined) return;
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'version'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return;
  const { id: entityId, version } = order;
  const changes = [{ field: 'mail', to: kind }];
  await writeAudit(tx, { by, entity: 'order', entityId, action, changes, version }, now);
}
