import { answerChange, requestChange } from './aftersales/change-requests.ts';
import { sendComplaint } from './aftersales/complaints.ts';
import {
  answerComplaint,
  downloadComplaintPhoto,
  startReprint,
  withdrawReprint,
} from './aftersales/complaints-admin.ts';
import * as backup from './backup/backup.ts';
import { listActivity } from './base/audit.ts';
import type { FileRoute, Route } from './base/route.ts';
import * as buyers from './buyers/buyers.ts';
import { geocodeCity } from './delivery/geocode.ts';
import { applyDiscount, validateDiscount } from './discounts/discounts.ts';
import * as discounts from './discounts/discounts-admin.ts';
import {
  checkHealth,
  reportBrowserError,
  testCors,
  verify,
  verifyDatabase,
} from './health/health.ts';
import * as health from './health/health-admin.ts';
import { readConfig } from './home/config.ts';
import * as opening from './opening/opening.ts';
import * as dashboard from './orders/dashboard.ts';
import { addPictures, openOrder, viewOpenedOrder } from './orders/opened-orders.ts';
import { cancelOrder, createOrder, listOrders, viewOrder } from './orders/orders.ts';
import * as orders from './orders/orders-admin-calls.ts';
import * as quotes from './orders/quotes.ts';
import * as documents from './payments/documents.ts';
import { beginPayment } from './payments/online-payment.ts';
import { exportPayments, listPayments } from './payments/online-payment-admin.ts';
import { addPayment, dropPayment } from './payments/payments-admin.ts';
import { downloadReceipt, sendReceipt } from './payments/receipts.ts';
import { refundOrder } from './payments/refunds-admin.ts';
import * as sales from './payments/sales.ts';
import * as statements from './payments/statements.ts';
import { handlePayment, unhandlePayment } from './payments/stray-payments.ts';
import { checkAdmin, readProfile, saveAddress, testAdmin, testAuth } from './people/people.ts';
import * as users from './people/people-admin.ts';
import { readAddress } from './people/saved-address.ts';
import * as secondFactor from './people/second-factor.ts';
import { endOtherSessions, endSession, listSessions } from './people/sessions.ts';
import * as privacy from './privacy/privacy.ts';
import { changeItems } from './production/items.ts';
import * as parcels from './production/parcels.ts';
import * as pictures from './production/pictures.ts';
import * as printers from './production/printers.ts';
import * as proofs from './production/proofs.ts';
import * as sheets from './production/sheets.ts';
import { readWorkshop, removeMark, setMark, setMarks } from './production/workshop.ts';
import * as settings from './settings/settings-admin.ts';
import { readToday } from './today/today.ts';
import { uploadImage } from './uploads/uploads.ts';

/** All routes, by their operation id in the OpenAPI document. */
const calls: Readonly<Record<string, Route>> = {
  uploadImage,
  createOrder,
  viewOrder,
  cancelOrder,
  requestChange,
  answerChange,
  beginPayment,
  viewProof: proofs.viewProof,
  answerProof: proofs.answerProof,
  undoProofAnswer: proofs.undoProofAnswer,
  listOrders,
  requestPictureLink: pictures.requestPictureLink,
  viewPictureRequest: pictures.viewPictureRequest,
  replacePicture: pictures.replacePicture,
  viewOpenedOrder,
  addPictures,
  viewQuote: quotes.viewQuote,
  acceptQuote: quotes.acceptQuote,
  sendReceipt,
  sendComplaint,
  readAddress,
  saveAddress,
  checkAdmin,
  readProfile,
  readSecondFactor: secondFactor.readSecondFactor,
  beginEnrolment: secondFactor.beginEnrolment,
  finishEnrolment: secondFactor.finishEnrolment,
  passSecondFactor: secondFactor.passSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  removeSecondFactor: secondFactor.removeSecondFactor,
  listSessions,
  endSession,
  endOtherSessions,
  eraseProfile: privacy.eraseProfile,
  validateDiscount,
  applyDiscount,
  geocodeCity,
  readConfig,
  checkHealth,
  verify,
  verifyDatabase,
  testCors,
  reportBrowserError,
  testAuth,
  testAdmin,
  adminHome: dashboard.adminHome,
  adminCheck: dashboard.adminCheck,
  readDashboard: dashboard.readDashboard,
  readDashboardMain: dashboard.readDashboardMain,
  listActivity,
  readMetrics: dashboard.readMetrics,
  readSettings: settings.readSettings,
  ...Object.fromEntries(
    Object.entries(settings.saveSettings).map(([group, route]) => [
      `save${group.charAt(0).toUpperCase()}${group.slice(1)}`,
      route,
    ]),
  ),
  uploadLogo: settings.uploadLogo,
  resetSettings: settings.resetSettings,
  listSettingsVersions: settings.listSettingsVersions,
  readHealth: health.readHealth,
  retryJob: health.retryJob,
  discardJob: health.discardJob,
  readOpening: opening.readOpening,
  confirmStep: opening.confirmStep,
  sendTestMail: opening.sendTestMail,
  placeTrial: opening.placeTrial,
  requestBackup: backup.requestBackup,
  readLatestBackup: backup.readLatestBackup,
  readBackup: backup.readBackup,
  listAdminOrders: orders.listAdminOrders,
  openOrder,
  readOrderStats: orders.readOrderStats,
  readSales: sales.readSales,
  listBin: orders.listBin,
  changeOrderStatuses: orders.changeOrderStatuses,
  changeOrderStatusesByPost: orders.changeOrderStatusesByPost,
  readAdminOrder: orders.readAdminOrder,
  changeOrderStatus: orders.changeOrderStatus,
  answerCancelRequest: orders.answerCancelRequest,
  answerComplaint,
  startReprint,
  withdrawReprint,
  editOrderNotes: orders.editOrderNotes,
  editInternalNotes: orders.editInternalNotes,
  noteDocument: documents.noteDocument,
  requestInvoice: documents.requestInvoice,
  removeDocument: documents.removeDocument,
  recordPayment: orders.recordPayment,
  removePayment: orders.removePayment,
  recordPayments: orders.recordPayments,
  addPayment,
  dropPayment,
  refundOrder,
  readStatement: statements.readStatement,
  fetchStatement: statements.fetchStatement,
  confirmStatement: statements.confirmStatement,
  undoStatement: statements.undoStatement,
  listPayments,
  handlePayment,
  unhandlePayment,
  recordShipping: orders.recordShipping,
  correctAddress: orders.correctAddress,
  deleteOrder: orders.deleteOrder,
  restoreOrder: orders.restoreOrder,
  setMarks,
  recordParcels: parcels.recordParcels,
  setMark,
  removeMark,
  readToday,
  readWorkshop,
  requestPictures: pictures.requestPictures,
  withdrawPictureRequest: pictures.withdrawPictureRequest,
  changeItem: proofs.changeItem,
  changeItems,
  restorePicture: proofs.restorePicture,
  sendProof: proofs.sendProof,
  withdrawProof: proofs.withdrawProof,
  recordApproval: proofs.recordApproval,
  requestSheet: sheets.requestSheet,
  listSheets: sheets.listSheets,
  readSheet: sheets.readSheet,
  cancelSheet: sheets.cancelSheet,
  listPrinters: printers.listPrinters,
  savePrinter: printers.savePrinter,
  removePrinter: printers.removePrinter,
  listDiscounts: discounts.listDiscounts,
  createDiscount: discounts.createDiscount,
  readDiscountStats: discounts.readDiscountStats,
  toggleDiscount: discounts.toggleDiscount,
  deleteDiscount: discounts.deleteDiscount,
  readBuyer: buyers.readBuyer,
  editBuyerNotes: buyers.editBuyerNotes,
  listUsers: users.listUsers,
  readUserStats: users.readUserStats,
  readUser: users.readUser,
  changeUserRole: users.changeUserRole,
  changeUserStatus: users.changeUserStatus,
  erasePerson: privacy.erasePerson,
  eraseGuest: privacy.eraseGuest,
};

const downloads: Readonly<Record<string, FileRoute>> = {
  downloadReceipt,
  downloadDocument: documents.downloadDocument,
  openDocument: documents.openDocument,
  exportDocuments: documents.exportDocuments,
  downloadComplaintPhoto,
  exportOrders: orders.exportOrders,
  exportSales: sales.exportSales,
  exportPayments,
  downloadPictures: orders.downloadPictures,
  downloadPicture: orders.downloadPicture,
  downloadSheet: sheets.downloadSheet,
  downloadCalibration: printers.downloadCalibration,
  downloadSlips: parcels.downloadSlips,
  downloadQuote: quotes.downloadQuote,
  downloadLabels: parcels.downloadLabels,
  downloadHandover: parcels.downloadHandover,
  downloadBackup: backup.downloadBackup,
  exportProfile: privacy.exportProfile,
  exportPerson: privacy.exportPerson,
  exportGuest: privacy.exportGuest,
};

/** All routes of the API. The server refuses to start if one has no handler. */
export const routes: readonly Route[] = Object.values(calls);

export const files: readonly FileRoute[] = Object.values(downloads);

const names = new Map(
  Object.entries({ ...calls, ...downloads }).map(([name, call]) => [call.path + call.method, name]),
);

/** Returns the operation id of a route in the OpenAPI document. */
export function nameOf({ path, method }: Pick<Route, 'path' | 'method'>): string | undefined {
  return names.get(path + method);
}
