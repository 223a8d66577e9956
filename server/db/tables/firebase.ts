import type { Fixed, Flag, Millis } from './column-types.ts';

/** What the shop knows of Firebase's accounts: it can ask for none of them. */
type FirebaseAccountsTable = {
  uid: Fixed<string>;
  /** In its one spelling; empty once the account was removed. */
  email: string;
  /** Whether Firebase says that the e-mail is verified, as the newest token has it. */
  told_verified: Flag;
  /** Whether the shop believes it: it saw how the mailbox was proved, or met the account so. */
  is_proved: Flag;
  /** How it was entered so far, such as `google.com,password`. */
  providers: string;
  /** When the newest token was made that the row was written from. */
  told_at: Millis;
  /** Sessions that began at this time or before are over; 0 for none. */
  ended_at: Millis;
  /** When the shop forgot the account; null while it stands. */
  removed_at: Millis | null;
  created_at: Millis;
};

/** Sessions that the shop has met. */
type FirebaseSessionsTable = {
  uid: Fixed<string>;
  /** When its owner signed in, which all its tokens say. */
  began_at: Fixed<Millis>;
  device: string | null;
  /** Null while it stands. */
  ended_at: Millis | null;
};

export type FirebaseTables = {
  firebase_accounts: FirebaseAccountsTable;
  firebase_sessions: FirebaseSessionsTable;
};
