import { ShopError } from '#domain/base/errors.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { isOutage } from '#server/lib/outages.ts';
import { PermanentJobError, type RunningJob } from './worker.ts';

/** How many processes may die under a job before it is given up. */
const MAX_DEATHS = 2;

type LongWork = {
  /** For the log. */
  what: string;
  job: Pick<RunningJob, 'deaths'>;
  work: () => Promise<unknown>;
  /** Called with every failure, also with one that may pass. */
  noteFailure: (error: unknown) => Promise<unknown>;
};

/**
 * Does the work of a job of the slow queue, where one runs at a time: a process that died under it
 * has probably died of it, and so would the next. Only what may pass is tried again.
 * @throws PermanentJobError, or the error that may pass
 */
export async function doLongWork({ what, job, work, noteFailure }: LongWork): Promise<void> {
  try {
    if (job.deaths >= MAX_DEATHS) {
      throw new PermanentJobError(`its process ended ${job.deaths} times`);
    }
    await work();
  } catch (error) {
    await noteFailure(error);
    if (isPassing(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PermanentJobError(`${what}: ${reason}`, { cause: error });
  }
}

/**
 * Returns whether a retry may help, for example when a bucket does not answer, or the system has no
 * memory for a process. A full disk is told instead.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof ShopError) return ['unavailable', 'busy'].includes(error.code);
  return isOutage(error) && !isFullDisk(error);
}
