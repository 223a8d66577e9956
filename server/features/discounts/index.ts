export { redeemDiscount } from './check-discount.ts';
export { giveUseBack, insertRedemption, retakeUse } from './repo.ts';
export { discountRoutes } from './routes.ts';
