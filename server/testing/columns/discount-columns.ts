import type { DiscountTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';

export const discountColumns = {
  discount_types: {
    type: 'text',
  },
  discount_codes: {
    code: 'text',
    name: 'text',
    type: 'text',
    value_hundredths: 'number',
    multiple_use: 'number',
    max_uses: 'number or null',
    once_per_buyer: 'number',
    min_order_total: 'number or null',
    current_uses: 'number',
    revenue: 'number',
    is_active: 'number',
    starts_at: 'number or null',
    expires_at: 'number or null',
    created_at: 'number',
  },
  discount_redemptions: {
    order_id: 'text',
    code: 'text',
    total_amount: 'number',
  },
} satisfies Columns<DiscountTables>;
