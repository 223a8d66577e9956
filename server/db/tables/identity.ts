import type { Fixed, Flag, Millis } from './column-types.ts';

export type IdentityUsersTable = {
  id: Fixed<string>;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: Flag;
  created_at: Fixed<Millis>;
  updated_at: Millis;
};

type IdentitySessionsTable = {
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** What the session cookie holds, signed. */
  token: Fixed<string>;
  /** The name of browser and system, such as `Chrome · Windows`. */
  user_agent: Fixed<string | null>;
  created_at: Fixed<Millis>;
  expires_at: Fixed<Millis>;
};

/** A sign-in method of an account: `credential` (a password) or `google`. */
type IdentityAccountsTable = {
  provider_id: string;
  /** The account's own id for a password, Google's subject for Google. */
  account_id: string;
  user_id: Fixed<string>;
  /** A hash. */
  password: string | null;
  created_at: Fixed<Millis>;
  updated_at: Millis;
};

type IdentityResetLinksTable = {
  token_hash: Fixed<string>;
  user_id: Fixed<string>;
  created_at: Fixed<Millis>;
  expires_at: Millis;
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
  identity_reset_links: IdentityResetLinksTable;
  identity_keys: IdentityKeysTable;
};
