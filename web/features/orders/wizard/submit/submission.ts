import type { OfferChange } from '#web/features/orders/order-terms.ts';
import type { Draft } from '../draft/draft.ts';
import type { Phase, Placing } from './place-order.ts';

/** Where sending the order stands; `submit-order.ts` changes it. */
export type Submission = {
  /** Null: nothing is being sent. */
  phase: Phase | null;
  /** The draft as ordered, while it is sent and its confirmation is shown. */
  frozen: Draft | null;
  /** The order whose confirmation is shown. */
  placing: Placing | null;
  /** Why the last attempt failed. */
  error: Error | null;
  /** The figures and days of the shop's offer that differ from those shown. */
  changes: readonly OfferChange[];
  /** Removing the order's pictures failed: the confirmation stays until its reader leaves. */
  isUnfinished: boolean;
};

export const NO_SUBMISSION: Submission = {
  phase: null,
  frozen: null,
  placing: null,
  error: null,
  changes: [],
  isUnfinished: false,
};
