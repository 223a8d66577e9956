import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '../db/types.ts';
import type { Notifier } from './notifier.ts';
import { claimJob, releaseLeases } from './repo.ts';
import { type JobRunner, runJob } from './run-job.ts';

export type WorkerOptions = Omit<JobRunner, 'leaseMs'> & {
  /** Notified when a job was written by this process; jobs of other processes are found by polling. */
  notifier: Notifier;
  pollMs?: number;
  /** So long after a worker's death its jobs are taken by another. */
  leaseMs?: number;
  /** Jobs under way at once, besides one of the mails about accounts and one of the slow jobs. */
  concurrency?: number;
};

/** Queues in order of preference, for a loop of the worker. */
const ANY: readonly JobQueue[] = ['account', 'general'];
const ACCOUNT_ONLY: readonly JobQueue[] = ['account'];
const SLOW_ONLY: readonly JobQueue[] = ['slow'];

const PATIENCE_MS = 8000;
/** Between polls while the database does not answer. */
const OUTAGE_MS = 5000;

/**
 * Does the jobs whose kinds it has handlers for: mails about accounts first, then the oldest. One
 * loop does nothing else than those mails, and one nothing but what takes minutes, so that neither
 * is held up by the rest nor holds it up.
 * @returns a function that stops it and waits for what is under way, though not for ever: what it
 *   leaves unfinished is taken up again when the lease ends
 */
export function startWorker({
  notifier,
  pollMs = 1000,
  leaseMs = 30_000,
  concurrency = 2,
  ...rest
}: WorkerOptions): () => Promise<void> {
  const runner: JobRunner = { ...rest, leaseMs };
  const { db, clock, log } = runner;
  const kinds = Object.keys(runner.handlers);
  const stopping = new AbortController();

  async function runNext(queues: readonly JobQueue[]): Promise<boolean> {
    for (const queue of queues) {
      const [lease, now] = [randomUUID(), clock()];
      const job = await claimJob(db, { queue, kinds, lease, now, until: now + leaseMs });
      if (!job) continue;
      await runJob(runner, job, { id: job.id, lease });
      return true;
    }
    return false;
  }

  async function work(queues: readonly JobQueue[]): Promise<void> {
    while (!stopping.signal.aborted) {
      const notified = notifier.next();
      try {
        if (!(await runNext(queues))) await notified;
      } catch (error) {
        complain(error);
        await sleep(OUTAGE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function start(): Promise<void> {
    // SQLite's file is ours alone: whoever held these is gone.
    if (db.kind === 'sqlite') await releaseLeases(db, clock()).catch(complain);
    const loops = [ACCOUNT_ONLY, SLOW_ONLY, ...Array.from({ length: concurrency }, () => ANY)];
    await Promise.all(loops.map(work));
  }

  function complain(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ err: error }, 'jobs cannot be worked on');
  }

  const poll = setInterval(notifier.notify, pollMs);
  const working = start();
  return async () => {
    clearInterval(poll);
    stopping.abort();
    notifier.notify();
    const over = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([working, patience]);
    over.abort();
  };
}
