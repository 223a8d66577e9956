import type { AddressColumns, Fixed, Flag, Millis } from './columns.ts';

export type PeopleTables = {
  people: {
    /** The identity provider's. */
    uid: Fixed<string>;
    /** Lower case, as the provider last sent it. */
    email: string;
    /** The `recipientKey` of the e-mail. */
    mailbox_key: string;
    email_verified: Flag;
    role: 'admin' | 'user';
    is_active: Flag;
    created_at: Fixed<Millis>;
  };
  saved_addresses: AddressColumns & {
    uid: Fixed<string>;
    last_used: Millis;
  };
  second_factors: {
    uid: Fixed<string>;
    /** The secret shared with the app, encrypted. */
    sealed_secret: Fixed<string>;
    /**
     * The step of the last accepted code, in half minutes since 1970: it and earlier ones are void.
     */
    last_step: number;
    created_at: Fixed<Millis>;
  };
  /** Unused recovery codes. */
  second_factor_codes: {
    uid: Fixed<string>;
    /** Keyed hash. */
    code_hash: Fixed<string>;
  };
  second_factor_passes: {
    uid: Fixed<string>;
    /** The identity provider's id of the session. */
    session: Fixed<string>;
    /** SHA-256 of the random value in the browser's cookie. */
    browser_hash: Fixed<string>;
    passed_at: Fixed<Millis>;
  };
  identity_users: {
    id: Fixed<string>;
    name: string;
    /** Lower case. */
    email: string;
    email_verified: Flag;
    created_at: Fixed<Millis>;
    updated_at: Millis;
  };
  identity_sessions: {
    id: Fixed<string>;
    user_id: Fixed<string>;
    /** The session cookie's value, signed. */
    token: Fixed<string>;
    /** The name of browser and system, such as `Chrome · Windows`. */
    user_agent: Fixed<string | null>;
    created_at: Fixed<Millis>;
    expires_at: Fixed<Millis>;
  };
  /** A sign-in method of an account: `credential` (a password) or `google`. */
  identity_accounts: {
    provider_id: string;
    /** The account's own id for a password, Google's subject for Google. */
    account_id: string;
    user_id: Fixed<string>;
    /** A hash. */
    password: string | null;
    created_at: Fixed<Millis>;
    updated_at: Millis;
  };
  identity_reset_links: {
    token_hash: Fixed<string>;
    user_id: Fixed<string>;
    created_at: Fixed<Millis>;
    expires_at: Millis;
  };
  /** Signed links that were used, until they expire. */
  identity_used_links: {
    id: Fixed<string>;
    expires_at: Fixed<Millis>;
  };
  /** Keys that sign ID tokens; the private key is encrypted with AUTH_SECRET. */
  identity_keys: {
    /** The `kid` of its tokens. */
    id: Fixed<string>;
    public_key: Fixed<string>;
    private_key: Fixed<string>;
    alg: Fixed<string>;
    /** Id of the secret that encrypts it. */
    secret_id: Fixed<string>;
    created_at: Fixed<Millis>;
    expires_at: Fixed<Millis>;
  };
  /** A copy of Firebase's accounts, taken from their tokens: the shop cannot query them there. */
  firebase_accounts: {
    uid: Fixed<string>;
    /** In its canonical spelling; empty once the account was removed. */
    email: string;
    /** The newest token's claim `email_verified`. */
    email_verified: Flag;
    /** Whether its user has proved to own the mailbox, in a way that the shop accepts. */
    is_proved: Flag;
    /** The providers its user has signed in with, such as `google.com,password`. */
    providers: string;
    /** When the newest token that the row was updated from was issued. */
    token_issued_at: Millis;
    /** Sessions that began at this time or before are over; 0 for none. */
    ended_at: Millis;
    /** When the shop removed the account; null while it exists. */
    removed_at: Millis | null;
    created_at: Millis;
  };
  /** Sessions of Firebase's accounts that have sent a request to the shop. */
  firebase_sessions: {
    uid: Fixed<string>;
    /** When its user signed in: the claim `auth_time` of all its tokens. */
    began_at: Fixed<Millis>;
    device: string | null;
    /** Null while it is open. */
    ended_at: Millis | null;
  };
};
