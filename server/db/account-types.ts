import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
/** ISO 8601 text with SQLite, a date with PostgreSQL; both take the text. */
type Time = ColumnType<string | Date, string, string>;

export type PeopleTable = {
  /** The identity provider's. */
  uid: Fixed<string>;
  /** Lower case, as the provider last told it. */
  email: string;
  email_verified: 0 | 1;
  role: 'admin' | 'user';
  is_active: 0 | 1;
  created_at: Fixed<number>;
};

export type SavedAddressesTable = {
  uid: Fixed<string>;
  full_name: string;
  phone: string;
  email: string | null;
  region: string;
  city: string;
  address: string;
  lat: number | null;
  lng: number | null;
  /** Milliseconds since 1970 (UTC). */
  last_used: number;
};

export type IdentityUsersTable = {
  id: Fixed<string>;
  name: string;
  /** Lower case. */
  email: string;
  /** 0 or 1 with SQLite. */
  email_verified: ColumnType<boolean | 0 | 1, boolean, never>;
  image: string | null;
  created_at: Time;
  updated_at: Time;
};

export type IdentitySessionsTable = {
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

/** A way into an account: `credential` (a password) or `google`. */
export type IdentityAccountsTable = {
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
export type IdentityVerificationsTable = {
  id: Fixed<string>;
  identifier: string;
  value: string;
  expires_at: Time;
  created_at: Time;
  updated_at: Time;
};

/** Keys that sign ID tokens; the private one encrypted by AUTH_SECRET. */
export type IdentityKeysTable = {
  /** The `kid` of its tokens. */
  id: Fixed<string>;
  public_key: Fixed<string>;
  private_key: Fixed<string>;
  alg: Fixed<string>;
  /** Names the secret that encrypts it. */
  secret_id: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
};

export type AccountSchema = {
  people: PeopleTable;
  saved_addresses: SavedAddressesTable;
  identity_users: IdentityUsersTable;
  identity_sessions: IdentitySessionsTable;
  identity_accounts: IdentityAccountsTable;
  identity_verifications: IdentityVerificationsTable;
  identity_keys: IdentityKeysTable;
};
