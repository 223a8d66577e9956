import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export type MailCountsTable = {
  /** The kind of mail, who gets or causes it as a keyed hash, and the period. */
  key: Fixed<string>;
  /** When the period that is counted ends; milliseconds since 1970. */
  ends_at: number;
  mails: number;
};

/** Orders whose buyer is told of them later, in one mail with others. */
export type DelayedOrderNewsTable = {
  order_id: Fixed<string>;
  /** Keyed hash of the address. */
  recipient: Fixed<string>;
  /** When that mail is written; milliseconds since 1970. */
  due_at: Fixed<number>;
};

export type MailSchema = {
  mail_counts: MailCountsTable;
  delayed_order_news: DelayedOrderNewsTable;
};
