export { peopleDeskRoutes } from './admin-routes.ts';
export { personHandlers } from './remove-account.ts';
export { peopleRoutes } from './routes.ts';
