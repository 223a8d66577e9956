export { findAddress, storeAddress } from './repo.ts';
export { accountRoutes } from './routes.ts';
export { sessionRoutes } from './session-routes.ts';
