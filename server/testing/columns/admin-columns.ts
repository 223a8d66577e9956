import type { AdminSchema } from '../../db/admin-types.ts';
import type { Columns } from './columns-of.ts';

export const adminColumns = {
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
  order_search: {
    order_id: 'text',
    text: 'text',
  },
  order_tallies: {
    city: 'text',
    period: 'text',
    status: 'text',
    is_guest: 'number',
    slot: 'number',
    orders: 'number',
    revenue: 'number',
  },
} satisfies Columns<AdminSchema>;
