import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { type Claim, finishJob, type Job, markJobDead, postponeJob, renewLease } from './repo.ts';
import { MAX_ATTEMPTS, retryDelay } from './retry-delay.ts';

/** Between tries to write down how a job ended. */
const AGAIN_MS = 500;

/** Does what a job asks for, outside of any transaction; may run more than once for one job. */
export type JobHandler = (payload: unknown, job: { id: string }) => Promise<void>;

/** Thrown by a handler when trying again is of no use. */
export class PermanentJobError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentJobError';
  }
}

export type JobRunner = {
  db: Database;
  clock: () => number;
  log: Log;
  handlers: Readonly<Record<string, JobHandler>>;
  leaseMs: number;
};

/** Runs a claimed job to its end: done, to be tried again, or given up. */
export async function runJob(runner: JobRunner, job: Job, claim: Claim): Promise<void> {
  const { db, clock, log, leaseMs } = runner;
  if (job.attempts > MAX_ATTEMPTS) {
    await markJobDead(db, claim, clock(), job.last_error ?? 'its process ended each time it ran');
    return;
  }
  const renewal = setInterval(() => {
    renewLease(db, claim, clock() + leaseMs).catch((error) =>
      log.warn({ job: job.id, err: error }, 'lease not renewed'),
    );
  }, leaseMs / 3);
  try {
    await handle(runner, job);
    await record(runner, () => finishJob(db, claim, clock()));
    log.info({ job: job.id, kind: job.kind, attempts: job.attempts }, 'job done');
  } catch (error) {
    await giveBack(runner, job, claim, error);
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Writes how a job ended, again and again while the database refuses (a full disk, an outage): an
 * ending that is not written costs a second mail, or the rest of the lease. Written or not, the
 * lease decides.
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

async function handle({ handlers }: JobRunner, { id, kind, payload }: Job): Promise<void> {
  const handler = handlers[kind];
  if (!handler) throw new Error(`no handler for ${kind}`);
  await handler(JSON.parse(payload), { id });
}

async function giveBack(runner: JobRunner, job: Job, claim: Claim, cause: unknown): Promise<void> {
  const { db, clock, log } = runner;
  const error = describe(cause);
  const facts = { job: job.id, kind: job.kind, attempts: job.attempts, error };
  if (cause instanceof PermanentJobError || job.attempts >= MAX_ATTEMPTS) {
    await record(runner, () => markJobDead(db, claim, clock(), error));
    log.error(facts, 'job given up');
  } else {
    const until = clock() + retryDelay(job.attempts);
    await record(runner, () => postponeJob(db, claim, { until, error }));
    log.warn(facts, 'job failed, to be tried again');
  }
}

/** Mail servers like to repeat addresses in what they say: none is kept or logged. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…').slice(0, 500);
}
