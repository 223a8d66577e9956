import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Account } from './identity.ts';

/** Dependencies of every identity provider. */
export type ProviderOptions = {
  db: Database;
  /** The site's origin; it may change until the server listens. */
  publicUrl: () => string;
  /** Other origins under which a browser may reach this site. */
  ownOrigins: () => readonly string[];
  limits: Limits;
  clock: () => number;
  /** Called when a session has ended: its second factor no longer counts. */
  forgetPass: (db: Queries | Tx, session: { uid: string; session: string }) => Promise<void>;
  /** Returns whether the account may sign in: it is not disabled. */
  mayEnter: (db: Queries | Tx, uid: string) => Promise<boolean>;
  /**
   * Stores an account's changes after its e-mail was verified: its next request may be much later.
   */
  remember: (tx: Tx, account: Account) => Promise<void>;
  /** Removes the data of an account's former user, when another one has proved the e-mail. */
  handOver: (tx: Tx, uid: string) => Promise<void>;
  /** Called when an account is removed. */
  forget: (tx: Tx, uid: string) => Promise<void>;
};
