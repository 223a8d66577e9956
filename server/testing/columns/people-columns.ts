import { addressColumns } from '#server/db/tables/columns.ts';
import type { PeopleTables } from '#server/db/tables/people.ts';
import type { Columns } from './columns-of.ts';

export const peopleColumns = {
  people: {
    uid: 'text',
    email: 'text',
    mailbox_key: 'text',
    email_verified: 'number',
    role: 'text',
    is_active: 'number',
    created_at: 'number',
  },
  saved_addresses: {
    uid: 'text',
    ...addressColumns,
    last_used: 'number',
  },
} satisfies Columns<PeopleTables>;
