import type { Queries, Tx } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import type { ProviderOptions } from '#server/ports/identity/options.ts';
import type { Attempts, PasswordAttempts } from './attempts.ts';
import type { WithHashing } from './hashing.ts';
import type { KeyStore } from './keys.ts';

/** A mail with a link, sent by a job. */
type IdentityMail = { kind: 'verify_email' | 'reset_password'; to: string; url: string };

/** A mail about a change of an account, to its owner; `at` in milliseconds since 1970. */
type IdentityNotice = { to: string; at: number } & (
  | { kind: 'password_changed' }
  | { kind: 'sign_in_method_added'; method: 'password' | 'google' }
);

export type EmbeddedOptions = ProviderOptions & {
  /** Signs the session cookie; encrypts signing keys and pending sign-ins at Google. */
  authKey: string;
  /** Signs the cookie with the accounts that have signed in from a browser. */
  deviceKey: Uint8Array;
  /** Returns the shop's current name: a password may not be it. */
  shopName: () => Promise<string>;
  /** Signs the links of verification mails. */
  mailKey: Uint8Array;
  /** Signs the first admin's links. */
  firstEntryKey: Uint8Array;
  /** Makes an account an admin, whose e-mail is verified. */
  grantAdmin: (tx: Tx, uid: string) => Promise<void>;
  google: Readonly<{ clientId: string; clientSecret: string; issuer: string }> | null;
  /** Writes a mail; with a transaction's handle it is sent if and only if that commits. */
  enqueueMail: (db: Queries | Tx, mail: IdentityMail) => Promise<void>;
  /** Writes the mail in the transaction of its cause: it is sent if and only if that commits. */
  sendNotice: (tx: Tx, notice: IdentityNotice) => Promise<void>;
  /** Whether a session lacks its account's second factor, by the request's `Cookie` header. */
  lacksSecondFactor: (
    session: { uid: string; session: string },
    cookies: string | undefined,
  ) => Promise<boolean>;
};

export type CallParts = {
  options: OpenedOptions;
  keys: KeyStore;
  attempts: Attempts;
  tries: PasswordAttempts;
  withHashing: WithHashing;
};

/** With the log of the server that serves the calls. */
export type OpenedOptions = EmbeddedOptions & { log: Log };
