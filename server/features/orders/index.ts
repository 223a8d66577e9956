export { orderUrl } from './order-link.ts';
export { readOrder } from './read-order.ts';
export { orderRoutes } from './routes.ts';
