import type { AuditAction, AuditChange, AuditEntity } from '#contract/base/audit.ts';
import type { Tx } from '#server/db/types.ts';
import { newJobId } from '#server/lib/ids.ts';

export type AuditNote = {
  /** An admin's uid; null: the shop itself. */
  by: string | null;
  entity: AuditEntity;
  entityId: string;
  action: AuditAction;
  /** For personal fields only their names, never their values; by default none. */
  changes?: readonly AuditChange[];
  version?: number;
  reason?: string | null;
};

/** Returns the change of a field; none when it stays the same. */
export function diff<Value extends string | number | boolean | null>(
  field: string,
  from: Value,
  to: Value,
): AuditChange[] {
  return from === to ? [] : [{ field, from, to }];
}

/** The same without the values, for a personal field. */
export function diffName(field: string, from: unknown, to: unknown): AuditChange[] {
  return from === to ? [] : [{ field }];
}

/** Records a change in the transaction that makes it. @returns the entry's id */
export async function writeAudit(tx: Tx, note: AuditNote, now: number): Promise<string> {
  const id = newJobId(now);
  await tx
    .insertInto('audit_log')
    .values({
      id,
      at: now,
      actor_uid: note.by,
      entity: note.entity,
      entity_id: note.entityId,
      action: note.action,
      changes: JSON.stringify(note.changes ?? []),
      version: note.version ?? null,
      reason: note.reason ?? null,
    })
    .execute();
  return id;
}

/** Deletes the admins' reasons on entries of these orders: they may name the buyers. */
export async function forgetReasons(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('audit_log')
    .set({ reason: null })
    .where('entity', '=', 'order')
    .where('entity_id', 'in', orderIds)
    .where('reason', 'is not', null)
    .execute();
}
