import type { ProofTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';

export const proofColumns = {
  proofs: {
    id: 'text',
    order_id: 'text',
    state: 'text',
    created_at: 'number',
    sent_at: 'number or null',
    reminded_at: 'number or null',
    answered_at: 'number or null',
    pins: 'text',
    hash: 'text',
  },
} satisfies Columns<ProofTables>;
