import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { type Claim, finishJobs } from './repo.ts';

/** For so long a job that is done waits for others, to be written with them. */
const GATHER_MS = 5;

/** Writes down that a job is done; returns when that is on disk. */
export type Finish = (claim: Claim) => Promise<void>;

/** Returns what writes jobs that end at about the same time in one statement, instead of one each. */
export function createFinish(db: Database, clock: () => number): Finish {
  let gathering: { claims: Claim[]; written: Promise<void> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function write(claims: readonly Claim[]): Promise<void> {
    await Promise.all([last, sleep(GATHER_MS)]);
    gathering = null;
    await finishJobs(db, claims, clock());
  }

  return (claim) => {
    if (gathering) {
      gathering.claims.push(claim);
    } else {
      const claims = [claim];
      gathering = { claims, written: write(claims) };
      last = gathering.written.catch(() => undefined);
    }
    return gathering.written;
  };
}
