import {
  checkAdmin,
  listOrders,
  readAddress,
  readProfile,
  saveAddress,
  testAdmin,
  testAuth,
} from './accounts.ts';
import { readConfig } from './config.ts';
import { applyDiscount, validateDiscount } from './discounts.ts';
import { geocodeCity } from './geocode.ts';
import { checkHealth, testCors, verify, verifyDatabase } from './health.ts';
import { createOrder, viewOrder } from './orders.ts';
import type { Route } from './route.ts';
import { uploadImage } from './uploads.ts';

/** Every call of the API. The server refuses to start when one of them has no handler. */
export const routes: readonly Route[] = [
  uploadImage,
  createOrder,
  viewOrder,
  listOrders,
  readAddress,
  saveAddress,
  checkAdmin,
  readProfile,
  validateDiscount,
  applyDiscount,
  geocodeCity,
  readConfig,
  checkHealth,
  verify,
  verifyDatabase,
  testCors,
  testAuth,
  testAdmin,
];
