import { afterEach, beforeEach } from 'vitest';
import type { JobHandler } from '#server/jobs/worker.ts';
import type { DatabaseKind } from './database.ts';
import { readJobs, startTestWorker } from './jobs.ts';
import { useFreshDatabase } from './use-home.ts';

/** A new database in each test, and workers on it that stop at its end; their clock is advanced. */
export function useJobs(kind: DatabaseKind) {
  const db = useFreshDatabase(kind);
  let stops: (() => Promise<void>)[];
  let ahead: number;
  const clock = () => Date.now() + ahead;
  beforeEach(() => {
    stops = [];
    ahead = 0;
  });
  afterEach(() => Promise.all(stops.map((stop) => stop())));

  function advance(millis: number): void {
    ahead += millis;
  }

  function work(handler: JobHandler, options: Partial<Parameters<typeof startTestWorker>[0]> = {}) {
    const stop = startTestWorker({ db, clock, handlers: { greet: handler }, ...options });
    stops.push(stop);
    return stop;
  }

  async function onlyJob() {
    const [job, ...others] = await readJobs(db);
    if (!job || others.length > 0) throw new Error(`${others.length + 1} jobs`);
    return job;
  }

  const isState = (state: string) => async () => (await onlyJob()).state === state;

  return { db, clock, advance, work, onlyJob, isState };
}
