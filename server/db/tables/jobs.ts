import type { Fixed, Millis } from './column-types.ts';

/** Mails about accounts, and what takes minutes (`slow`), have workers of their own. */
export type JobQueue = 'account' | 'general' | 'slow';

export type JobsTable = {
  /** Sorts by time; also names what the job makes, such as a mail. */
  id: Fixed<string>;
  kind: Fixed<string>;
  queue: Fixed<JobQueue>;
  /** JSON; empty once the job is done. */
  payload: string;
  state: 'waiting' | 'done' | 'dead';
  /** How often it was begun. */
  attempts: number;
  /** Not to be begun before; while a worker has it, when its lease ends. */
  run_at: Millis;
  /** Names the claim of the worker that has it. */
  lease: string | null;
  last_error: string | null;
  created_at: Fixed<Millis>;
  done_at: Millis | null;
};

export type JobTables = {
  jobs: JobsTable;
};
