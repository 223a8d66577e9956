import type { ProofState } from '#domain/proofs.ts';
import type { Fixed, Millis } from './column-types.ts';

/** One of an order's proofs counts: the latest. Those before it are `replaced`. */
export type ProofsTable = {
  /** Part of its link, with the shop's signature. */
  id: Fixed<string>;
  order_id: Fixed<string>;
  state: ProofState;
  created_at: Fixed<Millis>;
  /** Null: an approval that was given otherwise, without a mail. */
  sent_at: Fixed<Millis | null>;
  reminded_at: Millis | null;
  answered_at: Millis | null;
  /** What it shows, frozen: JSON of `FrozenPin[]`, and the SHA-256 of it. */
  pins: Fixed<string>;
  hash: Fixed<string>;
};

export type ProofTables = { proofs: ProofsTable };
