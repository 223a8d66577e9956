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
  second_factors: {
    uid: 'text',
    sealed_secret: 'text',
    last_step: 'number',
    created_at: 'number',
  },
  second_factor_codes: {
    uid: 'text',
    code_hash: 'text',
  },
  second_factor_passes: {
    uid: 'text',
    session: 'text',
    browser_hash: 'text',
    passed_at: 'number',
  },
  identity_users: {
    id: 'text',
    name: 'text',
    email: 'text',
    email_verified: 'number',
    created_at: 'number',
    updated_at: 'number',
  },
  identity_sessions: {
    id: 'text',
    user_id: 'text',
    token: 'text',
    user_agent: 'text or null',
    created_at: 'number',
    expires_at: 'number',
  },
  identity_accounts: {
    provider_id: 'text',
    account_id: 'text',
    user_id: 'text',
    password: 'text or null',
    created_at: 'number',
    updated_at: 'number',
  },
  identity_reset_links: {
    token_hash: 'text',
    user_id: 'text',
    created_at: 'number',
    expires_at: 'number',
  },
  identity_keys: {
    id: 'text',
    public_key: 'text',
    private_key: 'text',
    alg: 'text',
    secret_id: 'text',
    created_at: 'number',
    expires_at: 'number',
  },
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
} satisfies Columns<PeopleTables>;
