import type { AuditAction, AuditEntity } from '#contract/audit.ts';
import type { Fixed, Millis } from './column-types.ts';

/** Who changed what; field names, statuses, flags and figures, never personal values. */
type AuditLogTable = {
  /** Sorts by time. */
  id: Fixed<string>;
  at: Fixed<Millis>;
  /** Null: the shop by itself. */
  actor_uid: Fixed<string | null>;
  entity: Fixed<AuditEntity>;
  entity_id: Fixed<string>;
  action: Fixed<AuditAction>;
  /** JSON, a list of changes. */
  changes: Fixed<string>;
  /** An order's version from then on. */
  version: Fixed<number | null>;
  /** In an admin's words; goes with its order, for it may tell of a person. */
  reason: string | null;
};

export type AuditTables = {
  audit_log: AuditLogTable;
};
