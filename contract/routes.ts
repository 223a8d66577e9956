import { listActivity } from './audit.ts';
import { readConfig } from './config.ts';
import * as dashboard from './dashboard.ts';
import { applyDiscount, validateDiscount } from './discounts.ts';
import * as discounts from './discounts-admin.ts';
import { geocodeCity } from './geocode.ts';
import { checkHealth, testCors, verify, verifyDatabase } from './health.ts';
import { createOrder, listOrders, viewOrder } from './orders.ts';
import * as orders from './orders-admin-calls.ts';
import {
  checkAdmin,
  readAddress,
  readProfile,
  saveAddress,
  testAdmin,
  testAuth,
} from './people.ts';
import * as users from './people-admin.ts';
import * as privacy from './privacy.ts';
import type { FileRoute, Route } from './route.ts';
import * as secondFactor from './second-factor.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
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
  secondFactor.readSecondFactor,
  secondFactor.beginEnrolment,
  secondFactor.finishEnrolment,
  secondFactor.passSecondFactor,
  secondFactor.renewRecoveryCodes,
  secondFactor.removeSecondFactor,
  listSessions,
  endSession,
  endOtherSessions,
  privacy.eraseProfile,
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
  dashboard.adminHome,
  dashboard.adminCheck,
  dashboard.readDashboard,
  dashboard.readDashboardMain,
  listActivity,
  dashboard.readMetrics,
  dashboard.readSettings,
  orders.listAdminOrders,
  orders.readOrderStats,
  orders.listBin,
  orders.changeOrderStatuses,
  orders.readAdminOrder,
  orders.changeOrderStatus,
  orders.editOrderNotes,
  orders.recordPayment,
  orders.removePayment,
  orders.recordShipping,
  orders.correctAddress,
  orders.deleteOrder,
  orders.restoreOrder,
  discounts.listDiscounts,
  discounts.createDiscount,
  discounts.readDiscountStats,
  discounts.toggleDiscount,
  discounts.deleteDiscount,
  users.listUsers,
  users.readUserStats,
  users.readUser,
  users.changeUserRole,
  users.changeUserStatus,
  privacy.erasePerson,
  privacy.eraseGuest,
];

/** Every call that is answered with a file. */
export const files: readonly FileRoute[] = [
  orders.exportOrders,
  orders.downloadPictures,
  orders.downloadPicture,
  privacy.exportProfile,
  privacy.exportPerson,
  privacy.exportGuest,
];
