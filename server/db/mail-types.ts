import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export type MailCountsTable = {
  /** Keyed hash of the kind of mail and who gets or causes it. */
  key: Fixed<string>;
  /** When the period that is counted began; milliseconds since 1970. */
  starts_at: number;
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
