import type { OrderSearchTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';

export const orderSearchColumns = {
  order_search: {
    order_id: 'text',
    created_at: 'number',
    text: 'text',
  },
} satisfies Columns<OrderSearchTables>;
