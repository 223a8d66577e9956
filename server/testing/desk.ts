import type { Order } from '#contract/orders.ts';
import type { Discount } from '#domain/discounts.ts';
import { type Browser, openAccount } from './accounts.ts';
import type { Answer, Request } from './client.ts';
import type { DatabaseKind } from './database.ts';
import { type Delivery, makeOrder, placed } from './orders.ts';
import { type Overrides, openShop, type TestShop } from './shop.ts';

export const ADMIN_EMAIL = 'jefa@pines.cl';

/** A shop with its owner signed in. */
export type Desk = {
  shop: TestShop;
  admin: Browser;
  /** A call of the owner's, below `/api/admin`. */
  ask: (path: string, request?: Request) => Promise<Answer>;
  /** The same for whatever is no JSON. */
  fetchFile: (path: string) => Promise<Response>;
  /** A guest's order of one picture. */
  place: (parts?: {
    delivery?: Partial<Delivery>;
    discount?: Discount | null;
    pictures?: number;
  }) => Promise<Order>;
};

export async function openDesk(kind: DatabaseKind, overrides: Overrides = {}): Promise<Desk> {
  const env = { ADMIN_EMAILS: ADMIN_EMAIL, ...overrides.env };
  const shop = await openShop(kind, { ...overrides, env });
  const admin = await openAccount(shop, ADMIN_EMAIL);
  const authorization = `Bearer ${await admin.token()}`;
  return {
    shop,
    admin,
    ask: (path, { headers, ...request } = {}) =>
      shop.call(`/api/admin${path}`, { ...request, headers: { authorization, ...headers } }),
    fetchFile: (path) => shop.fetch(`/api/admin${path}`, { headers: { authorization } }),
    place: async ({ delivery = {}, discount = null, pictures = 1 } = {}) => {
      const images = await shop.uploadMany(pictures);
      return placed(await shop.placeOrder(makeOrder({ images, delivery, discount })));
    },
  };
}
