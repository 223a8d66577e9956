import type { ColumnType } from 'kysely';
import type { Fixed, Flag, Millis, Time } from './column-types.ts';

export type IdentityUsersTable = {
  id: Fixed<string>;
  name: string;
  /** Lower case. */
  email: string;
  /** 0 or 1 with SQLite. */
  email_verified: ColumnType<boolean | Flag, boolean, never>;
  image: string | null;
  created_at: Time;
  updated_at: Time;
};

type IdentitySessionsTable = {
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** What the session cookie holds, signed. */
  token: string;
  expires_at: Time;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Time;
  updated_at: Time;
};

/** A sign-in method of an account: `credential` (a password) or `google`. */
type IdentityAccountsTable = {
  id: Fixed<string>;
  user_id: Fixed<string>;
  provider_id: string;
  account_id: string;
  /** A hash. */
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Time | null;
  refresh_token_expires_at: Time | null;
  scope: string | null;
  created_at: Time;
  updated_at: Time;
};

/** Reset links and sign-ins under way; `identifier` is a hash. */
type IdentityVerificationsTable = {
  id: Fixed<string>;
  identifier: string;
  value: string;
  expires_at: Time;
  created_at: Time;
  updated_at: Time;
};

/** Keys that sign ID tokens; the private one encrypted by AUTH_SECRET. */
type IdentityKeysTable = {
  /** The `kid` of its tokens. */
  id: Fixed<string>;
  public_key: Fixed<string>;
  private_key: Fixed<string>;
  alg: Fixed<string>;
  /** Names the secret that encrypts it. */
  secret_id: Fixed<string>;
  created_at: Fixed<Millis>;
  expires_at: Fixed<Millis>;
};

export type IdentityTables = {
  identity_users: IdentityUsersTable;
  identity_sessions: IdentitySessionsTable;
  identity_accounts: IdentityAccountsTable;
  identity_verifications: IdentityVerificationsTable;
  identity_keys: IdentityKeysTable;
};
