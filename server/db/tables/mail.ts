import type { Fixed, Millis } from './column-types.ts';

type MailCountsTable = {
  /** The kind of mail, who gets or causes it as a keyed hash, and the period. */
  key: Fixed<string>;
  /** When the period that is counted ends. */
  ends_at: Millis;
  mails: number;
};

/** Orders whose buyer is told of them later, in one mail with others. */
type DelayedOrderNewsTable = {
  order_id: Fixed<string>;
  /** Keyed hash of the address. */
  recipient: Fixed<string>;
  /** When that mail is written. */
  due_at: Fixed<Millis>;
};

export type MailTables = {
  mail_counts: MailCountsTable;
  delayed_order_news: DelayedOrderNewsTable;
};
