export { eraseBuyers, lockEndedOrders } from './erase-buyer.ts';
export { orderIdsOf } from './list-own-orders.ts';
export { orderUrl } from './order-link.ts';
export { presentOrder } from './present-order.ts';
export { readOrder, readTermsVersion } from './read-order.ts';
export { findOrder, lookUpOrder, type StoredOrder, withItems } from './repo.ts';
export { orderRoutes } from './routes.ts';
export { insertSearchText, searchTextOf, updateSearchText } from './search-text.ts';
export { addUp, tally } from './tallies.ts';
