import { createLoader } from '#web/lib/loader.ts';

/** The steps after the pictures, loaded while these are chosen. */
export const checkout = createLoader('checkout', () => import('./Checkout.tsx'));
