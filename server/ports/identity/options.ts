import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Account } from './identity.ts';

/** What every identity provider needs of the shop. */
export type ProviderOptions = {
  db: Database;
  /** The site's origin; it may change until the server listens. */
  publicUrl: () => string;
  /** Further origins under which a browser may reach this very site. */
  ownOrigins: () => readonly string[];
  limits: Limits;
  clock: () => number;
  /** Called when a session has ended: its second factor no longer counts. */
  forgetPass: (db: Queries | Tx, session: { uid: string; session: string }) => Promise<void>;
  /** Returns whether the shop accepts this person at all. */
  mayEnter: (db: Queries | Tx, uid: string) => Promise<boolean>;
  /** Stores what has changed of an account, whose e-mail was verified: its next call may be far. */
  remember: (tx: Tx, account: Account) => Promise<void>;
  /** Removes what an account's former user left, when another one has proved the e-mail. */
  handOver: (tx: Tx, uid: string) => Promise<void>;
  /** Called when an account is removed. */
  forget: (tx: Tx, uid: string) => Promise<void>;
};
