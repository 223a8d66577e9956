import type { FirebaseTables } from '#server/db/tables/people.ts';
import type { Columns } from './columns-of.ts';

export const firebaseColumns = {
  firebase_accounts: {
    uid: 'text',
    email: 'text',
    email_verified: 'number',
    is_proved: 'number',
    providers: 'text',
    token_issued_at: 'number',
    ended_at: 'number',
    removed_at: 'number or null',
    created_at: 'number',
  },
  firebase_sessions: {
    uid: 'text',
    began_at: 'number',
    device: 'text or null',
    ended_at: 'number or null',
  },
} satisfies Columns<FirebaseTables>;
