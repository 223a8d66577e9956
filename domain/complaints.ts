/** Until when buyers may tell that something is wrong with what they got. */
export type ComplaintRules = {
  /** Days since the last one on which it can have arrived; null: the order's page does not take it. */
  complainDays: number | null;
};

export const MAX_COMPLAIN_DAYS = 180;

/** As the text on the right of withdrawal promises. */
export const DEFAULT_COMPLAINT_RULES: ComplaintRules = { complainDays: 10 };
