import type { Database } from '../db/database.ts';
import { deleteDoneBefore } from './repo.ts';

const KEPT_MS = 30 * 86_400_000;

/** Forgets jobs done long ago; those given up stay. @returns how many went */
export function sweepJobs(db: Database, now: number): Promise<number> {
  return deleteDoneBefore(db, now - KEPT_MS);
}
