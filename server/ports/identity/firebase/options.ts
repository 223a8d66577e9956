import type { FirebaseSettings } from '#server/config/firebase.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import type { Limits } from '#server/limits/limits.ts';

export type FirebaseOptions = {
  db: Database;
  settings: FirebaseSettings;
  /** The site's origin; known for sure once the server listens. */
  publicUrl: () => string;
  /** Further origins by which a browser may reach this very site. */
  ownOrigins: () => readonly string[];
  limits: Limits;
  clock: () => number;
  /** A session has ended, and what it had passed with it. */
  forgetPass: (db: Queries | Tx, session: { uid: string; session: string }) => Promise<void>;
  /** Whether the shop lets this person in at all. */
  mayEnter: (db: Queries | Tx, uid: string) => Promise<boolean>;
  /** An account's e-mail was proved by another than who opened it: what he left is not theirs. */
  handOver: (tx: Tx, uid: string) => Promise<void>;
  /** An account is gone. */
  forget: (tx: Tx, uid: string) => Promise<void>;
};
