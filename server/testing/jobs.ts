import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Job } from '#server/jobs/repo.ts';
import { startWorker, type WorkerOptions } from '#server/jobs/worker.ts';
import type { Home } from './database.ts';

export const silent = Fastify().log;

/** Opens the home's database on another connection. */
export function openAgain({ env }: Home): Promise<Database> {
  return openDatabase(loadConfig(env));
}

/** Starts a worker that polls often; every option can be overridden. */
export function startTestWorker(
  options: Pick<WorkerOptions, 'db' | 'handlers'> & Partial<WorkerOptions>,
): () => Promise<void> {
  return startWorker({ clock: Date.now, log: silent, pollMs: 20, ...options });
}

export function readJobs(db: Database): Promise<Job[]> {
  return db.queries.selectFrom('jobs').selectAll().orderBy('id').execute();
}

/** Returns the jobs of the mails about an order, oldest first, by default of every kind. */
export function mailJobsOf(
  { queries }: Pick<Database, 'queries'>,
  id: string,
  kind = '%',
): Promise<Job[]> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'like', `mail.${kind}`)
    .where('payload', 'like', `%${id}%`)
    .orderBy('id')
    .execute();
}

/** Returns the kinds of the mails about an order, such as `mail.order_received`. */
export async function mailsOf(db: Pick<Database, 'queries'>, id: string) {
  return (await mailJobsOf(db, id)).map(({ kind }) => kind);
}

/** Waits until a condition is true. @throws Error after `ms` milliseconds */
export async function until(isMet: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isMet())) {
    if (Date.now() > end) throw new Error('waited in vain');
    await sleep(20);
  }
}
