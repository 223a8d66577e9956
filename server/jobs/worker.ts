import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue } from '../db/types.ts';
import type { Notifier } from './notifier.ts';
import { claimJobs, type Job, releaseLeases } from './repo.ts';
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

/** A loop of the worker: its queues in order of preference, and how many jobs it has under way. */
type Loop = { queues: readonly JobQueue[]; places: number };
const ACCOUNT_ONLY: Loop = { queues: ['account'], places: 1 };
const SLOW_ONLY: Loop = { queues: ['slow'], places: 1 };

/** How long a stop waits for jobs under way. */
const STOP_MS = 8000;
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
  concurrency = 6,
  ...rest
}: WorkerOptions): () => Promise<void> {
  const { db, clock, log } = rest;
  const runner: JobRunner = { ...rest, leaseMs };
  const kinds = Object.keys(runner.handlers);
  const stopping = new AbortController();

  async function claim(queues: readonly JobQueue[], places: number): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const queue of queues) {
      const limit = places - jobs.length;
      if (limit <= 0) break;
      const [lease, now] = [randomUUID(), clock()];
      jobs.push(
        ...(await claimJobs(db, { queue, kinds, limit, lease, now, until: now + leaseMs })),
      );
    }
    return jobs;
  }

  /** Jobs are taken in one statement for all places that are free, once half of them are. */
  async function work({ queues, places }: Loop): Promise<void> {
    const running = new Set<Promise<void>>();
    while (!stopping.signal.aborted) {
      const notified = notifier.next(queues);
      try {
        const free = places - running.size;
        const jobs = await claim(queues, free);
        for (const job of jobs) {
          const run = runJob(runner, job, { id: job.id, lease: job.lease ?? '' })
            .catch(complain)
            .finally(() => running.delete(run));
          running.add(run);
        }
        if (jobs.length < free) await notified;
        while (running.size > places / 2) await Promise.race(running);
      } catch (error) {
        complain(error);
        await sleep(OUTAGE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    await Promise.all(running);
  }

  async function start(): Promise<void> {
    // SQLite's file is ours alone: whoever held these is gone.
    if (db.kind === 'sqlite') await releaseLeases(db, clock()).catch(complain);
    const any: Loop = { queues: ['account', 'general'], places: concurrency };
    await Promise.all([ACCOUNT_ONLY, SLOW_ONLY, any].map(work));
  }

  function complain(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ err: error }, 'jobs cannot be worked on');
  }

  const poll = setInterval(() => notifier.notify(), pollMs);
  const working = start();
  return async () => {
    clearInterval(poll);
    stopping.abort();
    notifier.notify();
    const over = new AbortController();
    const patience = sleep(STOP_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([working, patience]);
    over.abort();
  };
}
