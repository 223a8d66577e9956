import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Attempts } from './attempts.ts';
import type { WithHashing } from './hashing.ts';
import type { KeyStore } from './keys.ts';
import type { PasswordAttempts } from './password-attempts.ts';

/** A mail that the provider wants sent. */
type IdentityMail = { kind: 'verify_email' | 'reset_password'; to: string; url: string };

/** Tells an account's owner what happened to it; `at` in milliseconds since 1970. */
type IdentityNotice = { to: string; at: number } & (
  | { kind: 'password_changed' }
  | { kind: 'sign_in_method_added'; method: 'password' | 'google' }
);

export type EmbeddedOptions = {
  db: Database;
  /** Signs the session cookie, encrypts signing keys and sign-ins at Google under way. */
  authKey: string;
  /** Signs what a browser keeps of the accounts that signed in from it. */
  deviceKey: Uint8Array;
  /** As it is now: a password may not be the shop's name. */
  shopName: () => Promise<string>;
  /** Signs the links of verification mails. */
  mailKey: Uint8Array;
  /** The site's origin; known for sure once the server listens. */
  publicUrl: () => string;
  /** Further origins by which a browser may reach this very site. */
  ownOrigins: () => readonly string[];
  google: Readonly<{ clientId: string; clientSecret: string; issuer: string }> | null;
  limits: Limits;
  clock: () => number;
  /** Writes a mail; with a transaction's handle it is sent if and only if that commits. */
  enqueueMail: (db: Queries | Tx, mail: IdentityMail) => Promise<void>;
  /** Called after the commit, so that the mail leaves at once. */
  ringMail: () => void;
  /** Writes the mail in the transaction of its cause: it is sent if and only if that commits. */
  sendNotice: (tx: Tx, notice: IdentityNotice) => Promise<void>;
  /** Whether a session lacks its account's second factor, by the request's `Cookie` header. */
  lacksSecondFactor: (
    session: { uid: string; session: string },
    cookies: string | undefined,
  ) => Promise<boolean>;
  /** A session has ended, and what it had passed with it. */
  forgetPass: (db: Queries | Tx, session: { uid: string; session: string }) => Promise<void>;
  /** Whether the shop lets this person in at all. */
  mayEnter: (db: Queries | Tx, uid: string) => Promise<boolean>;
  /** An account's e-mail was proved by another than who opened it: what he left is not theirs. */
  handOver: (tx: Tx, uid: string) => Promise<void>;
  /** An account is gone. */
  forget: (tx: Tx, uid: string) => Promise<void>;
};

/** What the provider's calls are made of. */
export type CallParts = {
  options: OpenedOptions;
  keys: KeyStore;
  attempts: Attempts;
  tries: PasswordAttempts;
  /** Runs calls that hash passwords. */
  withHashing: WithHashing;
};

/** With the log that the server lends which serves the calls. */
export type OpenedOptions = EmbeddedOptions & { log: Log };
