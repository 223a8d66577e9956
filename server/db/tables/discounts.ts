import type { Generated } from 'kysely';
import type { DiscountType } from '#domain/discounts.ts';
import type { Fixed, Flag, Millis } from './column-types.ts';

/** Every type that a code can have: those of `DISCOUNT_TYPES`. */
type DiscountTypesTable = {
  type: Fixed<DiscountType>;
};

export type DiscountCodesTable = {
  /** Upper case. */
  code: Fixed<string>;
  name: string;
  type: DiscountType;
  /** Hundredths of a percent or of a peso: money is never a float. */
  value_hundredths: number;
  multiple_use: Flag;
  max_uses: number | null;
  once_per_buyer: Generated<Flag>;
  min_order_total: number | null;
  current_uses: number;
  /** What the orders that hold a use come to, in pesos. */
  revenue: Generated<number>;
  is_active: Flag;
  starts_at: Millis | null;
  expires_at: Millis | null;
  created_at: Fixed<Millis>;
};

type DiscountRedemptionsTable = {
  order_id: Fixed<string>;
  code: Fixed<string>;
  /** The order's, in pesos: what the code's revenue holds of it. */
  total_amount: number;
};

export type DiscountTables = {
  discount_types: DiscountTypesTable;
  discount_codes: DiscountCodesTable;
  discount_redemptions: DiscountRedemptionsTable;
};
