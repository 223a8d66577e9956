import type { Fixed, Flag, Millis } from './column-types.ts';

/** Copies of the shop for its owner to keep elsewhere: under way, or made within the last hour. */
type BackupsTable = {
  id: Fixed<string>;
  state: 'waiting' | 'working' | 'done' | 'failed';
  /** 1 while it is under way, null afterwards: there is one at a time. */
  under_way: 1 | null;
  /** 0 to 1. */
  progress: number;
  with_pictures: Fixed<Flag>;
  /** Of its file, once it is done. */
  bytes: number | null;
  /** Why it failed. */
  failure: 'disk_full' | 'error' | null;
  requested_by: Fixed<string>;
  created_at: Fixed<Millis>;
  ended_at: Millis | null;
};

export type BackupTables = {
  backups: BackupsTable;
};
