import type { AuditAction, AuditEntity } from '#contract/base/audit.ts';
import type { CheckState } from '#domain/health/checks.ts';
import type { OpeningStep } from '#domain/opening/opening.ts';
import type { StoredGroup } from '#server/settings/stored.ts';
import type { Fixed, Flag, Millis } from './columns.ts';

export type CopyFailure = 'disk_full' | 'unavailable' | 'error';

/** Mails about accounts, and jobs that take minutes (`slow`), have separate workers. */
export type JobQueue = 'account' | 'general' | 'slow';

export type OperationTables = {
  /** Who changed what: field names, statuses, flags and numbers, never personal values. */
  audit_log: {
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
  /** Copies of the shop for its owner to download: in progress, or made within the last hour. */
  /** Steps before the opening that were done. */
  opening_marks: {
    step: Fixed<OpeningStep>;
    /** What it was done for: the version of the terms, the sender's address; else empty. */
    value: string;
    marked_at: Millis;
  };
  backups: {
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
  /** Copies of the nights, and the trial restores after them. */
  nightly_copies: {
    /** In Chile, such as `2026-03-10`. */
    day: Fixed<string>;
    begun_at: Fixed<Millis>;
    /** Null while it is made. */
    ended_at: Millis | null;
    /** Of its zip; null unless it is good. */
    bytes: number | null;
    failure: CopyFailure | null;
    trial_at: Millis | null;
    /** Orders that were restored; null unless all was good. */
    trial_orders: number | null;
    trial_failure: CopyFailure | null;
  };
  /** The shop's health at the last look, a row for each check. */
  health_checks: {
    name: Fixed<string>;
    state: CheckState;
    /** Null while it is ok. */
    since: Millis | null;
    text: string;
    /** JSON: what the check found, for the next look. */
    facts: string;
    /** 1: `ALERT_URL` was told that it is not ok. */
    is_alerted: Flag;
  };
  geocoded_cities: {
    city: Fixed<string>;
    /** In degrees; both null when the geocoder does not know the place. */
    lat: number | null;
    lng: number | null;
    requested_at: Millis;
  };
  /** One row, which limits the rate of the requests of all processes. */
  geocoder_turns: {
    id: Fixed<number>;
    /** The earliest time of the next request. */
    next_at: Millis;
  };
  jobs: {
    /** Sorts by time; also the id of what the job creates, such as a mail. */
    id: Fixed<string>;
    kind: Fixed<string>;
    queue: Fixed<JobQueue>;
    /** JSON; empty once the job is done. */
    payload: string;
    state: 'waiting' | 'done' | 'dead';
    /** How often it was started. */
    attempts: number;
    /** How often its process ended while it ran. */
    deaths: number;
    /** The earliest start; while a worker has the job, the end of its lease. */
    run_at: Millis;
    /** Id of the lease of the worker that has it. */
    lease: string | null;
    last_error: string | null;
    /** When it was enqueued, or tried again by an admin. */
    created_at: Millis;
    done_at: Millis | null;
  };
  mail_counts: {
    /** The kind of mail, a keyed hash of its recipient or client, and the period. */
    key: Fixed<string>;
    /** End of the counted period. */
    ends_at: Millis;
    mails: number;
  };
  /** Requests per limiter and client; used by the PostgreSQL store of the rate limiter. */
  rate_limits: {
    key: string;
    points: number;
    expire: number | null;
  };
  /** Every save of a group; the highest version is valid. */
  settings: {
    group_name: Fixed<StoredGroup>;
    /** From 1 on, without gaps. */
    version: Fixed<number>;
    /** JSON; null: the group was reset to its defaults. */
    saved_values: Fixed<string | null>;
    saved_at: Fixed<Millis>;
    /** The admin's uid. */
    saved_by: Fixed<string>;
  };
};
