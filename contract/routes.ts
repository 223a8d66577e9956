import * as changeRequests from './aftersales/change-requests.ts';
import * as complaints from './aftersales/complaints.ts';
import * as complaintsAdmin from './aftersales/complaints-admin.ts';
import * as backup from './backup/backup.ts';
import * as audit from './base/audit.ts';
import type { FileRoute, Route } from './base/route.ts';
import * as buyers from './buyers/buyers.ts';
import * as geocode from './delivery/geocode.ts';
import * as discounts from './discounts/discounts.ts';
import * as discountsAdmin from './discounts/discounts-admin.ts';
import * as health from './health/health.ts';
import * as healthAdmin from './health/health-admin.ts';
import * as config from './home/config.ts';
import * as opening from './opening/opening.ts';
import * as dashboard from './orders/dashboard.ts';
import * as openedOrders from './orders/opened-orders.ts';
import * as orders from './orders/orders.ts';
import * as ordersAdminCalls from './orders/orders-admin-calls.ts';
import * as quotes from './orders/quotes.ts';
import * as documents from './payments/documents.ts';
import * as onlinePayment from './payments/online-payment.ts';
import * as onlinePaymentAdmin from './payments/online-payment-admin.ts';
import * as paymentsAdmin from './payments/payments-admin.ts';
import * as receipts from './payments/receipts.ts';
import * as refundsAdmin from './payments/refunds-admin.ts';
import * as sales from './payments/sales.ts';
import * as statements from './payments/statements.ts';
import * as strayPayments from './payments/stray-payments.ts';
import * as people from './people/people.ts';
import * as peopleAdmin from './people/people-admin.ts';
import * as savedAddress from './people/saved-address.ts';
import * as secondFactor from './people/second-factor.ts';
import * as sessions from './people/sessions.ts';
import * as privacy from './privacy/privacy.ts';
import * as items from './production/items.ts';
import * as parcels from './production/parcels.ts';
import * as pictures from './production/pictures.ts';
import * as printers from './production/printers.ts';
import * as proofs from './production/proofs.ts';
import * as sheets from './production/sheets.ts';
import * as workshop from './production/workshop.ts';
import * as settingsAdmin from './settings/settings-admin.ts';
import * as today from './today/today.ts';
import * as uploads from './uploads/uploads.ts';

/** The files of the contract that define routes, by their folders. */
const modules = [
  [changeRequests, complaintsAdmin, complaints],
  [backup],
  [audit],
  [buyers],
  [geocode],
  [discountsAdmin, discounts],
  [healthAdmin, health],
  [config],
  [opening],
  [dashboard, openedOrders, ordersAdminCalls, orders, quotes],
  [
    documents,
    onlinePaymentAdmin,
    onlinePayment,
    paymentsAdmin,
    receipts,
    refundsAdmin,
    sales,
    statements,
    strayPayments,
  ],
  [peopleAdmin, people, savedAddress, secondFactor, sessions],
  [privacy],
  [items, parcels, pictures, printers, proofs, sheets, workshop],
  [settingsAdmin],
  [today],
  [uploads],
].flat();

type Call = Route | FileRoute;

/** What the files export that is a route, by its name: its operation id in the OpenAPI document. */
const calls = [
  ...modules.flatMap((module) => Object.entries<unknown>(module)),
  ...Object.entries(settingsAdmin.saveSettings).map(
    ([group, route]) => [`save${group.charAt(0).toUpperCase()}${group.slice(1)}`, route] as const,
  ),
].flatMap(([name, exported]) => (isCall(exported) ? [{ name, call: exported }] : []));

function isCall(exported: unknown): exported is Call {
  const isObject = typeof exported === 'object' && exported !== null;
  return isObject && 'method' in exported && 'path' in exported;
}

/** All routes of the API. The server refuses to start if one has no handler. */
export const routes: readonly Route[] = calls.flatMap(({ call }) => ('answer' in call ? call : []));

export const files: readonly FileRoute[] = calls.flatMap(({ call }) =>
  'file' in call ? call : [],
);

const names = new Map(calls.map(({ name, call }) => [call.path + call.method, name]));

/** Returns the operation id of a route in the OpenAPI document. */
export function nameOf({ path, method }: Pick<Route, 'path' | 'method'>): string | undefined {
  return names.get(path + method);
}
