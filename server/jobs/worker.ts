import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bell } from './bell.ts';
import { claimJob, releaseLeases } from './repo.ts';
import { type Bench, runJob } from './run-job.ts';

export type WorkerOptions = Omit<Bench, 'leaseMs'> & {
  /** Rung when a job was written here; those written elsewhere are found by looking. */
  bell: Bell;
  pollMs?: number;
  /** So long after a worker's death its jobs are taken by another. */
  leaseMs?: number;
  /** Jobs under way at once. */
  lanes?: number;
};

const PATIENCE_MS = 8000;
/** Between looks while the database does not answer. */
const OUTAGE_MS = 5000;

/**
 * Does the jobs whose kinds it has handlers for, oldest first.
 * @returns a function that stops it and waits for what is under way, though not for ever: what it
 *   leaves unfinished is taken up again when the lease ends
 */
export function startWorker({
  bell,
  pollMs = 1000,
  leaseMs = 30_000,
  lanes = 2,
  ...rest
}: WorkerOptions): () => Promise<void> {
  const bench: Bench = { ...rest, leaseMs };
  const { db, clock, log } = bench;
  const kinds = Object.keys(bench.handlers);
  const stopping = new AbortController();

  async function runNext(): Promise<boolean> {
    const [lease, now] = [randomUUID(), clock()];
    const job = await claimJob(db, { kinds, lease, now, until: now + leaseMs });
    if (!job) return false;
    await runJob(bench, job, { id: job.id, lease });
    return true;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rung = bell.next();
      try {
        if (!(await runNext())) await rung;
      } catch (error) {
        complain(error);
        await sleep(OUTAGE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function start(): Promise<void> {
    // SQLite's file is ours alone: whoever held these is gone.
    if (db.kind === 'sqlite') await releaseLeases(db, clock()).catch(complain);
    await Promise.all(Array.from({ length: lanes }, work));
  }

  function complain(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ err: error }, 'jobs cannot be worked on');
  }

  const poll = setInterval(bell.ring, pollMs);
  const working = start();
  return async () => {
    clearInterval(poll);
    stopping.abort();
    bell.ring();
    const over = new AbortController();
    const patience = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([working, patience]);
    over.abort();
  };
}
