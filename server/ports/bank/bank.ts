import type { StatementCredit } from '#domain/payments/statement.ts';
import type { Cell } from '#domain/payments/statement-cells.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';
import { ProviderFailure } from '#server/ports/payments/payments.ts';

/** A credit as the shop keeps it. */
export type BankCredit = Omit<StatementCredit, 'sameness'> & {
  /** The same in every list that holds the movement. */
  hash: string;
  /**
   * Keyed hashes of who paid, `PAYER_LENGTH` characters each: of the RUT, then of the name, where the
   * list has them; null: it has neither.
   */
  payer: string | null;
};

/** Length of a SHA-256 in base64url. */
export const PAYER_LENGTH = 43;

/** Movements of the shop's bank account, read; debits are only counted. */
export type BankStatement = {
  layout: Layout;
  /** The same for lists whose columns are the same. */
  layoutKey: string;
  /** Number of movements, and of rows that are none. */
  rows: number;
  skipped: number;
  /** First and last day, such as `2026-03-09`. */
  from: string;
  to: string;
  /** By day. */
  credits: readonly BankCredit[];
  /** The first rows as they are written, headings included. */
  preview: readonly (readonly string[])[];
};

export type BankList = Uint8Array | Cell[][];

export type ListOptions = {
  /** Such as `2026-03-09`: days without a year are of the year up to it. */
  today: string;
  /** Corrections of columns that are remembered, by layout. */
  remembered: Readonly<Record<string, Partial<Layout>>>;
  /** Corrections of this list's columns. */
  corrections: Partial<Layout>;
};

export type Unreadable =
  | 'old_excel'
  | 'pdf'
  | 'broken'
  | 'too_many_rows'
  | 'too_large'
  | 'no_table'
  | 'no_movements';

/** A list that is none, or cannot be read; the rows that were found are shown to its owner. */
export class UnreadableList extends Error {
  readonly reason: Unreadable;
  readonly preview: readonly (readonly string[])[];

  constructor(reason: Unreadable, preview: readonly (readonly string[])[] = []) {
    super(reason);
    this.name = 'UnreadableList';
    this.reason = reason;
    this.preview = preview;
  }
}

/** A notice as it came; `now` in milliseconds since 1970. */
export type BankNotice = { signature: string | undefined; body: string; now: number };

/** A service answers, but takes too long for all its movements, or has more than are read. */
export class FeedLimit extends ProviderFailure {
  readonly reason: 'slow' | 'too_many';

  constructor(reason: FeedLimit['reason']) {
    super(reason === 'slow' ? 'it takes too long' : 'it has more movements than are read');
    this.reason = reason;
  }
}

/** A service that has the movements of the shop's account. */
export type BankFeed = {
  /**
   * Returns all movements since a day such as `2026-03-09`, as rows below their headings.
   * @throws ProviderRefusal, ProviderFailure, FeedLimit
   */
  readMovements: (since: string) => Promise<Cell[][]>;
  /** Returns the signature of a notice of new movements; null: it is of something else. */
  readNotice: (notice: BankNotice) => string | 'forged' | null;
};

/** Where the movements of the shop's bank account come from. */
export type Bank = {
  /**
   * Reads a list that the owner downloaded or copied: CSV, XLSX, HTML or text, of any bank; or rows.
   * @throws UnreadableList
   */
  readList: (list: BankList, options: ListOptions) => Promise<BankStatement>;
  /** Null: none is configured. */
  feed: BankFeed | null;
};
