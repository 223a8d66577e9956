import type { Fixed, Millis } from './column-types.ts';

type MailCountsTable = {
  /** The kind of mail, who gets or causes it as a keyed hash, and the period. */
  key: Fixed<string>;
  /** When the period that is counted ends. */
  ends_at: Millis;
  mails: number;
};

export type MailTables = {
  mail_counts: MailCountsTable;
};
