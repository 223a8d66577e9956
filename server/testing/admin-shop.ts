import { parse } from 'csv-parse/sync';
import { openOrder } from '#contract/orders/opened-orders.ts';
import { type BuyerOrder, buyerOrder } from '#contract/orders/orders.ts';
import { type AdminOrderDetail, adminOrderDetail } from '#contract/orders/orders-admin.ts';
import { readWorkshop } from '#contract/production/workshop.ts';
import { readToday, type Today } from '#contract/today/today.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import type { Stage } from '#domain/orders/order-stage.ts';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { type Browser, callAs, cookieHeader, openAccount } from './accounts.ts';
import { addPictures } from './add-pictures.ts';
import type { Answer, Request } from './client.ts';
import type { DatabaseKind } from './database.ts';
import { mailJobsOf } from './jobs.ts';
import { type Delivery, makeOrder, placed } from './orders.ts';
import { type Overrides, openShop, type TestShop } from './shop.ts';

export const ADMIN_EMAIL = 'jefa@pines.cl';

/** A shop with its owner signed in. */
export type AdminShop = {
  shop: TestShop;
  admin: Browser;
  /** Sends a call of the owner below `/api/admin`. */
  ask: (path: string, request?: Request) => Promise<Answer>;
  /** The same for responses other than JSON. */
  fetchFile: (path: string) => Promise<Response>;
  /** Returns the lines of a spreadsheet by their headings. */
  readCsv: (path: string) => Promise<Record<string, string>[]>;
  /** Sends a change of an order to a path below `/api/admin/orders`. */
  change: (path: string, json: unknown, method?: string) => Promise<Answer>;
  /** Opens an order, by default without pictures. @returns it and its link */
  open: (body?: object) => Promise<{ order: AdminOrderDetail; link: string; token: string }>;
  setStatus: (id: string, status: string, reason?: string) => Promise<Answer>;
  /** Puts an order into the bin. */
  remove: (id: string) => Promise<Answer>;
  restore: (id: string) => Promise<Answer>;
  /** Changes some values of a group of settings. */
  saveSettings: (group: SettingsGroup, changes: object) => Promise<void>;
  /** Returns the panel's 'Hoy'. */
  today: () => Promise<Today>;
  /** Returns an order as the owner sees it. */
  read: (id: string) => Promise<AdminOrderDetail>;
  /** Returns an order as the holder of its mailed link sees it. */
  view: (id: string) => Promise<BuyerOrder>;
  /** Places a guest's order, by default of one picture. */
  place: (parts?: Parts) => Promise<BuyerOrder>;
  /** Places an order and records its payment, by default of 9 March 2026. @returns its id */
  placePaid: (parts?: Parts & { paidAt?: string }) => Promise<string>;
  /** Returns what an order waits for on the board; null: it is not there. */
  waitOf: (id: string) => Promise<Stage | null>;
  /** Returns the mails about an order, such as `order_received`, oldest first; or one kind alone. */
  mailed: (id: string, kind?: string) => Promise<string[]>;
};

type Parts = { delivery?: Partial<Delivery>; discount?: Discount | null; pictures?: number };

/** @param clock the shop's clock; accounts use the real one, so that sessions do not expire */
export async function openAdminShop(
  kind: DatabaseKind,
  { clock, ...overrides }: Overrides & { clock?: () => number } = {},
): Promise<AdminShop> {
  const env = { ADMIN_EMAILS: ADMIN_EMAIL, ...overrides.env };
  const shop = await openShop(kind, { ...overrides, env });
  const admin = await openAccount(shop, ADMIN_EMAIL);
  if (clock) shop.context.clock = clock;
  const token = keepToken(admin);
  await token();
  const { cookies } = admin;
  const call = callAs(shop, { cookies, token });
  const ask: AdminShop['ask'] = (path, request) => call(`/api/admin${path}`, request);
  const fetchFile: AdminShop['fetchFile'] = async (path) => {
    const headers = { authorization: `Bearer ${await token()}`, cookie: cookieHeader(cookies) };
    return shop.fetch(`/api/admin${path}`, { headers });
  };
  const change: AdminShop['change'] = (path, json, method = 'PUT') =>
    ask(`/orders/${path}`, { method, json });
  const place: AdminShop['place'] = async ({ pictures = 1, ...parts } = {}) => {
    const images = await addPictures(shop.context, pictures);
    return placed(await shop.placeOrder(makeOrder({ images, ...parts })));
  };
  return {
    shop,
    admin,
    ask,
    change,
    open: async (body) => {
      const deliveryData = { fullName: 'Rosa Rojas', phone: '912345678' };
      const json = { images: [], deliveryData, ...body };
      const { order, link } = openOrder.answer.parse((await ask('/orders', { json })).body);
      return { order, link, token: link.split('#pedido=')[1] ?? '' };
    },
    setStatus: (id, status, reason) => change(`${id}/status`, { status, reason }, 'PATCH'),
    remove: (id) => ask(`/orders/${id}`, { method: 'DELETE' }),
    restore: (id) => ask(`/orders/${id}/restore`, { method: 'POST' }),
    saveSettings: async (group, changes) => {
      const { settings, versions } = await shop.context.settings.read(shop.context.db.queries);
      const json = { values: { ...settings[group], ...changes }, version: versions[group] };
      const { status, body } = await ask(`/settings/${group}`, { method: 'PUT', json });
      if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    },
    today: async () => readToday.answer.parse((await ask('/today')).body),
    read: async (id) => detailed(await ask(`/orders/${id}`)),
    view: async (id) => {
      const json = { token: firstToken(shop.context, id) };
      return buyerOrder.parse((await shop.call('/api/orders/view', { json })).body.order);
    },
    fetchFile,
    readCsv: async (path) => {
      const text = await (await fetchFile(path)).text();
      return parse(text, { bom: true, delimiter: ';', columns: true });
    },
    place,
    placePaid: async ({ paidAt = '2026-03-09', ...parts } = {}) => {
      const { id } = await place(parts);
      detailed(await change(`${id}/payment`, { paidAt, how: 'Transferencia' }));
      return id;
    },
    waitOf: async (id) => {
      const { orders } = readWorkshop.answer.parse((await ask('/workshop?limit=100')).body);
      return orders.find((order) => order.id === id)?.waitsFor ?? null;
    },
    mailed: async (id, only) =>
      (await mailJobsOf(shop.context.db, id, only)).map(({ kind }) => kind.replace('mail.', '')),
  };
}

/** A token expires after 15 minutes, and the long form of a test takes longer. */
const RENEW_MS = 600_000;

/** Returns a function that returns a browser's ID token and renews it only when it is old. */
export function keepToken(browser: Pick<Browser, 'token'>): Browser['token'] {
  let kept = { token: browser.token(), at: Date.now() };
  return () => {
    if (Date.now() - kept.at > RENEW_MS) kept = { token: browser.token(), at: Date.now() };
    return kept.token;
  };
}

/** Returns the order in an admin's response, which must match its schema exactly. */
export function detailed({ status, body }: Answer): AdminOrderDetail {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return adminOrderDetail.parse(body.order);
}

/** Returns status and code of an error response, such as `409 order_changed`. */
export function refused({ status, body }: Answer): string {
  return `${status} ${body.code ?? 'ok'}`;
}
