import type { OrderFigureTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';

export const orderFigureColumns = {
  order_statistics: {
    day: 'text',
    region: 'text',
    city: 'text',
    status: 'text',
    orders: 'number',
    guest_orders: 'number',
    returning_orders: 'number',
    paid_orders: 'number',
    pins: 'number',
    revenue: 'number',
    paid_revenue: 'number',
  },
  stale_statistics: {
    day: 'text',
  },
} satisfies Columns<OrderFigureTables>;
