import type { OrderFigureTables } from '../../db/tables/order-figures.ts';
import type { Columns } from './columns-of.ts';

export const orderFigureColumns = {
  order_tallies: {
    city: 'text',
    period: 'text',
    region: 'text',
    status: 'text',
    is_guest: 'number',
    slot: 'number',
    orders: 'number',
    revenue: 'number',
    pins: 'number',
    paid_orders: 'number',
    paid_revenue: 'number',
    returning_orders: 'number',
  },
} satisfies Columns<OrderFigureTables>;
