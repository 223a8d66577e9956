import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createNotifier } from '#server/jobs/notifier.ts';
import type { Job } from '#server/jobs/repo.ts';
import { startWorker, type WorkerOptions } from '#server/jobs/worker.ts';
import type { Home } from './database.ts';

export const silent = Fastify().log;

/** The home's database, once more. */
export function openAgain({ env }: Home): Promise<Database> {
  return openDatabase(loadConfig(env));
}

/** A worker that polls often; every option can be another. */
export function startTestWorker(
  options: Pick<WorkerOptions, 'db' | 'handlers'> & Partial<WorkerOptions>,
): () => Promise<void> {
  return startWorker({
    clock: Date.now,
    log: silent,
    notifier: createNotifier(),
    pollMs: 20,
    ...options,
  });
}

export function readJobs(db: Database): Promise<Job[]> {
  return db.queries.selectFrom('jobs').selectAll().orderBy('id').execute();
}

/** Waits until something holds, for some seconds. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited in vain');
    await sleep(20);
  }
}
