import * as z from 'zod';
import type { AuditAction, AuditChange, AuditEntity, AuditEntry } from '#contract/base/audit.ts';
import { auditChange } from '#contract/base/audit.ts';
import type { Queries } from '#server/db/types.ts';

const storedChanges = z.array(auditChange);

/** An audit entry, with the fields that only the order's history shows. */
export type StoredAudit = AuditEntry & { reason: string | null };

function entries(db: Queries) {
  return db
    .selectFrom('audit_log as entry')
    .leftJoin('people as actor', 'actor.uid', 'entry.actor_uid')
    .selectAll('entry')
    .select('actor.email as actor_email');
}

/** Actions that only read data: their entries are left out of histories. */
const READ_ACTIONS: AuditAction[] = ['exported', 'originals_opened', 'person_exported'];

/** Returns the changes of one entity, oldest first. */
export async function auditOf(
  db: Queries,
  entity: AuditEntity,
  entityId: string,
): Promise<StoredAudit[]> {
  const rows = await entries(db)
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .where('action', 'not in', READ_ACTIONS)
    .orderBy('at')
    // Of the same millisecond; entries without a version are those of no change of an order.
    .orderBy('version', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/** Returns how often an action was recorded for an order since a time; by default ever. */
export async function countActions(
  db: Queries,
  { orderId, action, since = 0 }: { orderId: string; action: AuditAction; since?: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('entity', '=', 'order')
    .where('entity_id', '=', orderId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the id of the last entry of an order with an action; undefined: there is none. */
export async function findLastAction(
  db: Queries,
  orderId: string,
  action: AuditAction,
): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('entity', '=', 'order')
    .where('entity_id', '=', orderId)
    .where('action', '=', action)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.id;
}

/** Returns when an action was recorded last, in milliseconds since 1970; null: never. */
export async function findLastTime(
  db: Queries,
  { entity, action }: { entity: AuditEntity; action: AuditAction },
): Promise<number | null> {
  const entry = await db
    .selectFrom('audit_log')
    .select('at')
    .where('entity', '=', entity)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.at ?? null;
}

export async function findAudit(db: Queries, id: string): Promise<StoredAudit | null> {
  const row = await entries(db).where('entry.id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

/** Returns at most `limit` entries older than the entry `before`, newest first. */
export async function auditFeed(
  db: Queries,
  {
    entity,
    before,
    limit,
  }: { entity: AuditEntity | undefined; before: string | null; limit: number },
): Promise<AuditEntry[]> {
  const rows = await entries(db)
    .$if(entity !== undefined, (query) => query.where('entity', '=', entity ?? 'order'))
    .$if(before !== null, (query) => query.where('entry.id', '<', before ?? ''))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(present).map(({ reason: _, ...entry }) => entry);
}

/** @param changes the stored JSON */
function readStoredChanges(changes: string): AuditChange[] {
  return storedChanges.parse(JSON.parse(changes));
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function present(row: Row): StoredAudit {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    by: row.actor_uid === null ? null : { uid: row.actor_uid, email: row.actor_email },
    entity: row.entity,
    entityId: row.entity_id,
    action: row.action,
    changes: readStoredChanges(row.changes),
    reason: row.reason,
  };
}
