import type { PeopleTables } from '../../db/tables/people.ts';
import type { Columns } from './columns-of.ts';

export const peopleColumns = {
  people: {
    uid: 'text',
    email: 'text',
    email_verified: 'number',
    role: 'text',
    is_active: 'number',
    created_at: 'number',
  },
  saved_addresses: {
    uid: 'text',
    full_name: 'text',
    phone: 'text',
    email: 'text or null',
    region: 'text',
    city: 'text',
    address: 'text',
    lat: 'number or null',
    lng: 'number or null',
    last_used: 'number',
  },
} satisfies Columns<PeopleTables>;
