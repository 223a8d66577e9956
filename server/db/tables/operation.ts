import type { AuditAction, AuditEntity } from '#contract/audit.ts';
import type { SettingsGroup } from '#domain/settings.ts';
import type { Fixed, Flag, Millis } from './columns.ts';

/** Who changed what: field names, statuses, flags and numbers, never personal values. */
type AuditLogTable = {
  /** Sorts by time. */
  id: Fixed<string>;
  at: Fixed<Millis>;
  /** Null: the shop itself. */
  actor_uid: Fixed<string | null>;
  entity: Fixed<AuditEntity>;
  entity_id: Fixed<string>;
  action: Fixed<AuditAction>;
  /** JSON, a list of changes. */
  changes: Fixed<string>;
  /** The order's version after the change. */
  version: Fixed<number | null>;
  /** An admin's note; deleted with its order, because it may name a person. */
  reason: string | null;
};

export type AuditTables = {
  audit_log: AuditLogTable;
};

/** Copies of the shop for its owner to download: in progress, or made within the last hour. */
type BackupsTable = {
  id: Fixed<string>;
  state: 'waiting' | 'working' | 'done' | 'failed';
  /** 1 while it is in progress, null afterwards: unique, so there is one at a time. */
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

type GeocodedCitiesTable = {
  city: Fixed<string>;
  /** In degrees; both null when the geocoder does not know the place. */
  lat: number | null;
  lng: number | null;
  requested_at: Millis;
};

/** One row, which limits the rate of the requests of all processes. */
type GeocoderTurnsTable = {
  id: Fixed<number>;
  /** The earliest time of the next request. */
  next_at: Millis;
};

export type GeocodingTables = {
  geocoded_cities: GeocodedCitiesTable;
  geocoder_turns: GeocoderTurnsTable;
};

/** Mails about accounts, and jobs that take minutes (`slow`), have separate workers. */
export type JobQueue = 'account' | 'general' | 'slow';

export type JobsTable = {
  /** Sorts by time; also the id of what the job creates, such as a mail. */
  id: Fixed<string>;
  kind: Fixed<string>;
  queue: Fixed<JobQueue>;
  /** JSON; empty once the job is done. */
  payload: string;
  state: 'waiting' | 'done' | 'dead';
  /** How often it was started. */
  attempts: number;
  /** The earliest start; while a worker has the job, the end of its lease. */
  run_at: Millis;
  /** Id of the lease of the worker that has it. */
  lease: string | null;
  last_error: string | null;
  created_at: Fixed<Millis>;
  done_at: Millis | null;
};

export type JobTables = {
  jobs: JobsTable;
};

type MailCountsTable = {
  /** The kind of mail, a keyed hash of its recipient or client, and the period. */
  key: Fixed<string>;
  /** End of the counted period. */
  ends_at: Millis;
  mails: number;
};

export type MailTables = {
  mail_counts: MailCountsTable;
};

/** Requests per limiter and client; used by the PostgreSQL store of the rate limiter. */
type RateLimitsTable = {
  key: string;
  points: number;
  expire: number | null;
};

export type RateLimitTables = {
  rate_limits: RateLimitsTable;
};

/** Every save of a group; the highest version is valid. */
type SettingsTable = {
  group_name: Fixed<SettingsGroup>;
  /** From 1 on, without gaps. */
  version: Fixed<number>;
  /** JSON; null: the group was reset to its defaults. */
  saved_values: Fixed<string | null>;
  saved_at: Fixed<Millis>;
  /** The admin's uid. */
  saved_by: Fixed<string>;
};

export type SettingsTables = {
  settings: SettingsTable;
};
