export { changeStatus } from './orders/change-status.ts';
export { deleteOrder } from './orders/delete-order.ts';
export { emptyBin } from './orders/empty-bin.ts';
export { readStatusNews } from './orders/status-news.ts';
export { adminRoutes } from './routes.ts';
