export { redeemDiscount } from './check-discount.ts';
export { insertRedemption } from './repo.ts';
export { discountRoutes } from './routes.ts';
