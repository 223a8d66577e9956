import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '#domain/base/dates.ts';
import type { Database } from '#server/db/database.ts';
import type { JobQueue, Tx } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import { within } from '#server/lib/within.ts';
import {
  advanceJobs,
  type Claim,
  claimJobs,
  type Job,
  releaseLeases,
  writeClaimed,
} from './repo.ts';

export type WorkerOptions = Omit<JobRunner, 'leaseMs'> & {
  /** Jobs of this process are found at once, those of others by polling. */
  pollMs?: number;
  /** Milliseconds after which the jobs of a dead worker are started by another. */
  leaseMs?: number;
  /** Milliseconds that a stop waits for running jobs. */
  stopMs?: number;
  /** Jobs that run at once, besides one of the mails about accounts and one of the slow jobs. */
  concurrency?: number;
};

/** A loop of the worker: its queues in order of preference, and how many jobs it runs at once. */
type Loop = { queues: readonly JobQueue[]; places: number };
const ACCOUNT_ONLY: Loop = { queues: ['account'], places: 1 };
const SLOW_ONLY: Loop = { queues: ['slow'], places: 1 };

/** A clock that goes back by more was set back: jobs would wait until it has caught up. */
const SET_BACK_MS = 2000;
/** Delay between polls while the database does not answer. */
const OUTAGE_MS = 5000;

/**
 * Runs the jobs whose kinds it has handlers for: mails about accounts first, then the oldest. One
 * loop runs only those mails, and one only jobs that take minutes, so that neither waits for the
 * others nor delays them.
 * @returns a function that stops it and waits for running jobs, with a timeout: an unfinished slow
 *   job may be started again at once, another one when its lease ends
 */
export function startWorker({
  pollMs = 1000,
  leaseMs = 30_000,
  stopMs = 8000,
  concurrency = 6,
  ...rest
}: WorkerOptions): () => Promise<void> {
  const { db, clock, log } = rest;
  const runner: JobRunner = { ...rest, leaseMs };
  const kinds = Object.keys(runner.handlers);
  const stopping = new AbortController();
  let next = Promise.withResolvers<void>();
  function wake(): void {
    next.resolve();
    next = Promise.withResolvers();
  }

  async function claim(queues: readonly JobQueue[], places: number): Promise<Job[]> {
    const jobs: Job[] = [];
    const running = [...inProgress.keys()].map(({ id }) => id);
    for (const queue of queues) {
      const limit = places - jobs.length;
      if (limit <= 0) break;
      const [lease, now] = [randomUUID(), clock()];
      jobs.push(
        ...(await claimJobs(db, {
          queue,
          kinds,
          limit,
          running,
          lease,
          now,
          until: now + leaseMs,
        })),
      );
    }
    return jobs;
  }

  /** The claims of running jobs, with their queues. */
  const inProgress = new Map<Claim, JobQueue>();

  /** Jobs are acquired in one statement for all free slots, once half of them are free. */
  async function work({ queues, places }: Loop): Promise<void> {
    const running = new Set<Promise<void>>();
    while (!stopping.signal.aborted) {
      const woken = next.promise;
      try {
        const free = places - running.size;
        const jobs = await claim(queues, free);
        for (const job of jobs) {
          const claim = { id: job.id, lease: job.lease ?? '' };
          inProgress.set(claim, job.queue);
          const run = runJob(runner, job, claim)
            .catch(complain)
            .finally(() => {
              inProgress.delete(claim);
              running.delete(run);
            });
          running.add(run);
        }
        if (jobs.length < free) await woken;
        while (running.size > places / 2) await Promise.race(running);
      } catch (error) {
        complain(error);
        await sleep(OUTAGE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    await Promise.all(running);
  }

  async function start(): Promise<void> {
    // Only this process has SQLite's file open: the process that had these leases has ended.
    if (db.kind === 'sqlite') await releaseLeases(db, clock()).catch(complain);
    const quick: Loop = { queues: ['account', 'general'], places: concurrency };
    await Promise.all([ACCOUNT_ONLY, SLOW_ONLY, quick].map(work));
  }

  function complain(error: unknown): void {
    if (!stopping.signal.aborted) log.error({ err: error }, 'jobs cannot be worked on');
  }

  let ahead = clock() - performance.now();
  const poll = setInterval(() => {
    const was = ahead;
    ahead = clock() - performance.now();
    const back = Math.round(was - ahead);
    // With PostgreSQL all processes use the database's clock: see `shareClock`.
    if (back > SET_BACK_MS && db.kind === 'sqlite') {
      advanceJobs(db, { by: back, now: clock() }).catch(complain);
    }
    wake();
  }, pollMs);
  db.events.on('jobs', wake);
  const working = start();
  return async () => {
    clearInterval(poll);
    db.events.off('jobs', wake);
    stopping.abort();
    wake();
    await within(stopMs, () => working);
    // A process that is stopped did not die under its job.
    const released = { lease: null, run_at: clock() };
    const interrupted = [...inProgress].filter(([, queue]) => queue === 'slow');
    await Promise.allSettled(interrupted.map(([each]) => writeClaimed(db, each, released)));
  };
}

/** Delay between attempts to write the result of a job. */
const AGAIN_MS = 500;

/** Runs a job, outside of any transaction; may be called more than once for one job. */
export type JobHandler = (payload: unknown, job: RunningJob) => Promise<void>;
export type RunningJob = Pick<Job, 'id' | 'deaths'>;

/** Thrown by a handler when a retry cannot help. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

type JobRunner = {
  db: Database;
  /** Runs in the transaction that gives up a job. */
  onGivenUp?: (tx: Tx, job: Job) => Promise<void>;
  clock: () => number;
  log: Log;
  handlers: Readonly<Record<string, JobHandler>>;
  leaseMs: number;
};

/** Runs a leased job and writes its result: done, to be retried, or given up. */
async function runJob(runner: JobRunner, job: Job, claim: Claim): Promise<void> {
  const { db, clock, log, leaseMs } = runner;
  if (job.attempts > MAX_ATTEMPTS) {
    const error = job.last_error ?? 'its process ended each time it ran';
    await giveUp(runner, job, claim, error);
    return;
  }
  const renewal = setInterval(() => {
    writeClaimed(db, claim, { run_at: clock() + leaseMs }).catch((error) =>
      log.warn({ job: job.id, err: error }, 'lease not renewed'),
    );
  }, leaseMs / 3);
  try {
    await handle(runner, job);
    const done = { state: 'done', payload: '', lease: null, last_error: null } as const;
    await record(runner, () => writeClaimed(db, claim, { ...done, done_at: clock() }));
    log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job done');
  } catch (error) {
    await giveBack(runner, job, claim, error);
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Writes the result of a job, and retries while the database refuses (a full disk, an outage): a
 * lost result would cause a second mail, or a wait for the end of the lease.
 * @throws the last error after as long as a lease lasts
 */
async function record({ leaseMs }: JobRunner, write: () => Promise<unknown>): Promise<void> {
  for (let left = leaseMs; ; left -= AGAIN_MS) {
    try {
      await write();
      return;
    } catch (error) {
      if (left <= AGAIN_MS) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

async function handle({ handlers }: JobRunner, { id, kind, payload, deaths }: Job): Promise<void> {
  const handler = handlers[kind];
  if (!handler) throw new Error(`no handler for ${kind}`);
  await handler(JSON.parse(payload), { id, deaths });
}

async function giveBack(runner: JobRunner, job: Job, claim: Claim, cause: unknown): Promise<void> {
  const { db, clock, log } = runner;
  const error = describe(cause);
  const facts = { job: job.id, kind: job.kind, attempts: job.attempts, error };
  if (cause instanceof PermanentJobError || job.attempts >= MAX_ATTEMPTS) {
    await record(runner, () => giveUp(runner, job, claim, error));
    log.error(facts, 'job given up');
  } else {
    const until = clock() + retryDelay(job.attempts);
    const waiting = { run_at: until, lease: null, last_error: error };
    await record(runner, () => writeClaimed(db, claim, waiting));
    log.warn(facts, 'job failed, to be tried again');
  }
}

/** Writes that a job is given up; its row stays for the owner. */
async function giveUp(runner: JobRunner, job: Job, claim: Claim, error: string): Promise<void> {
  const dead = { state: 'dead', lease: null, last_error: error } as const;
  await runner.db.transaction(async (tx) => {
    const isOurs = await writeClaimed({ queries: tx }, claim, { ...dead, done_at: runner.clock() });
    if (isOurs) await runner.onGivenUp?.(tx, job);
  });
}

/**
 * Returns an error's text without e-mails, which mail servers often repeat: none is stored or
 * logged.
 */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const isEmail = (word: string) => /.@./u.test(word);
  return text.replaceAll(/[^\s<>]+/g, (word) => (isEmail(word) ? '…' : word)).slice(0, 500);
}

const FIRST_MS = 5000;
const LONGEST_MS = HOUR_MS;
const JITTER = 0.25;

/** How often a job is tried before it is given up, after about two days. */
export const MAX_ATTEMPTS = 58;

/**
 * Returns the delay before a retry: twice as long each time up to an hour, with a random part, so
 * that jobs that failed together are not retried together.
 * @param attempts made so far, 1 or more
 * @param random 0 to 1
 * @returns milliseconds
 */
export function retryDelay(attempts: number, random: number = Math.random()): number {
  const delay = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
