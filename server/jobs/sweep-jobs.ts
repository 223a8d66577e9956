import type { Context } from '../context.ts';
import { deleteDoneBefore } from './repo.ts';

const KEPT_MS = 30 * 86_400_000;

/** Forgets jobs done long ago; those given up stay. @returns how many went */
export function sweepJobs({ db, clock }: Context): Promise<number> {
  return deleteDoneBefore(db, clock() - KEPT_MS);
}
