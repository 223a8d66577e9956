import type { AuditTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const auditColumns = {
  audit_log: {
    id: 'text',
    at: 'number',
    actor_uid: 'text or null',
    entity: 'text',
    entity_id: 'text',
    action: 'text',
    changes: 'text',
    version: 'number or null',
    reason: 'text or null',
  },
} satisfies Columns<AuditTables>;
