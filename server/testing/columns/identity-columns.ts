import type { IdentityTables } from '#server/db/tables/people.ts';
import type { Columns } from './columns-of.ts';

export const identityColumns = {
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
} satisfies Columns<IdentityTables>;
