import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from './fields.ts';
import { cursor, limit, nextCursor } from './paging.ts';

export const AUDIT_ENTITIES = [
  'order',
  'discount',
  'user',
  'export',
  'settings',
  'payment',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

const AUDIT_ACTIONS = [
  'status_changed',
  'notes_changed',
  'internal_notes_changed',
  'address_changed',
  'payment_changed',
  'payment_added',
  'payment_refunded',
  'refund_noted',
  'refund_confirmed',
  'payment_handled',
  'shipping_changed',
  'document_changed',
  'invoice_requested',
  'cancelled_by_buyer',
  'cancel_requested',
  'cancel_declined',
  'change_requested',
  'change_answered',
  'complaint_sent',
  'complaint_answered',
  'reprint_started',
  'reprint_withdrawn',
  'mark_set',
  'mark_removed',
  'item_changed',
  'items_changed',
  'order_opened',
  'quote_accepted',
  'pictures_added',
  'picture_requested',
  'picture_withdrawn',
  'picture_replaced',
  'picture_restored',
  'proof_sent',
  'proof_answered',
  'proof_undone',
  'proof_withdrawn',
  'proof_recorded',
  'sheet_requested',
  'sheet_cancelled',
  'deleted',
  'restored',
  'removed',
  'created',
  'toggled',
  'role_changed',
  'access_changed',
  'settings_saved',
  'settings_reset',
  'exported',
  'originals_opened',
  'backup_requested',
  'backup_downloaded',
  'mail_failed',
  'mail_retried',
  'mail_discarded',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'person_exported',
  'erased',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

/** A changed field: statuses, flags and figures with their values, others by name only. */
export const auditChange = z.object({
  field: z.string(),
  from: z.optional(value),
  to: z.optional(value),
});
export type AuditChange = z.infer<typeof auditChange>;

/** Null: the shop itself. The e-mail is the current one, null for an erased account. */
export const actor = z.nullable(z.object({ uid: z.string(), email: z.nullable(z.string()) }));

export const auditFacts = {
  id: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  by: actor,
  action: z.enum(AUDIT_ACTIONS),
  changes: z.array(auditChange),
};

export const auditEntry = z.object({
  ...auditFacts,
  entity: z.enum(AUDIT_ENTITIES),
  /** The id of an order, a code, an account's uid, a file's name, a group of settings or a payment. */
  entityId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listActivity = adminRoute('GET', '/admin/dashboard/activity', {
  summary: 'The audit trail, newest first',
  query: z.object({
    entity: z.optional(z.enum(AUDIT_ENTITIES, { error: 'Este tipo no existe' })),
    limit: limit(50),
    cursor,
  }),
  answer: success({ activity: z.array(auditEntry), nextCursor }),
});
