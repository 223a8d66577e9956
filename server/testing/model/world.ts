import type { BuyerOrder } from '#contract/orders.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { type Browser, linksTo, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import type { DatabaseKind } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { ACCOUNTS, type AccountNumber, type Action } from './actions.ts';
import { emptyShop } from './empty-shop.ts';
import { terms } from './model.ts';

/** A real shop in which actions are run; it can be emptied and used again. */
export type World = {
  adminShop: AdminShop;
  /** Orders as they were acknowledged, in the order in which they were. */
  placed: BuyerOrder[];
  act: (action: Action) => Promise<Answer>;
  history: (account: AccountNumber) => Promise<BuyerOrder[]>;
  address: (account: AccountNumber) => Promise<unknown>;
  /** Makes the shop empty, its codes unused, its accounts unverified. */
  reset: () => Promise<void>;
};

const emails = ['ana@correo.cl', 'berta@correo.cl'] as const;
export async function openWorld(kind: DatabaseKind): Promise<World> {
  let now = Date.now();
  const clock = () => {
    now += 1;
    return now;
  };
  const adminShop = await openAdminShop(kind, { clock });
  const { shop } = adminShop;
  const browsers: Browser[] = [];
  for (const email of emails) browsers.push(await openAccount(shop, email, { verified: false }));
  const tokens: string[] = [];
  const world: World = { adminShop, placed: [], act, history, address, reset };

  const bearer = (account: AccountNumber) => ({ authorization: `Bearer ${tokens[account]}` });

  async function reset(): Promise<void> {
    await emptyShop(shop.context, emails);
    for (const account of ACCOUNTS) tokens[account] = String(await browsers[account]?.token());
    world.placed = [];
  }

  async function act(action: Action): Promise<Answer> {
    const order =
      'order' in action ? world.placed[action.order % Math.max(1, world.placed.length)] : null;
    const path = `/orders/${order?.id ?? 'NADA'}`;
    if (action.does === 'order') return place(action);
    if (action.does === 'status') {
      return adminShop.ask(`${path}/status`, { method: 'PATCH', json: { status: action.status } });
    }
    if (action.does === 'mark') {
      const method = action.isSet ? 'PUT' : 'DELETE';
      const body = action.isSet ? { json: {} } : {};
      return adminShop.ask(`${path}/marks/${action.mark}`, { method, ...body });
    }
    if (action.does === 'pay') {
      const payment = { json: { paidAt: '2026-03-09', how: 'Efectivo' } };
      return action.isPaid
        ? adminShop.ask(`${path}/payment`, { method: 'PUT', ...payment })
        : adminShop.ask(`${path}/payment`, { method: 'DELETE' });
    }
    if (action.does === 'cancel') {
      const token = firstToken(shop.context, order?.id ?? 'NADA');
      return shop.call('/api/orders/cancel', { json: { token } });
    }
    if (action.does === 'answer') {
      const json = { accept: action.accept };
      return adminShop.ask(`${path}/cancel-request`, { method: 'POST', json });
    }
    if (action.does === 'reprint') {
      const json = { items: [{ n: 1, quantity: 1 }], reason: 'Rayado' };
      return adminShop.ask(`${path}/reprints`, { method: 'POST', json });
    }
    if (action.does === 'delete') return adminShop.ask(path, { method: 'DELETE' });
    if (action.does === 'restore') return adminShop.ask(`${path}/restore`, { method: 'POST' });
    if (action.does === 'toggle') {
      return adminShop.ask(`/discounts/${action.code}/toggle`, { method: 'PATCH' });
    }
    if (action.does === 'erase') {
      return adminShop.ask(`/people?email=${emails[action.account]}`, { method: 'DELETE' });
    }
    const headers = bearer(action.account);
    if (action.does === 'apply') {
      const { code, orderTotal } = action;
      return shop.call('/api/discount-codes/apply', { headers, json: { code, orderTotal } });
    }
    if (action.does === 'join') return join(action.account);
    const { deliveryData } = makeOrder({ images: [], delivery: { city: action.city } });
    return shop.call('/api/orders/addresses', { method: 'PUT', headers, json: deliveryData });
  }

  async function place(action: Extract<Action, { does: 'order' }>): Promise<Answer> {
    const { account, asGuest, code, quantity, city } = action;
    const [imageUrl = ''] = await addPictures(shop.context, 1);
    const delivery = { city, email: emails[account] };
    const discount = code && terms[code].discount;
    const json = makeOrder({ images: [{ imageUrl, quantity }], delivery, discount });
    const answer = await shop.call('/api/orders', {
      json,
      headers: asGuest ? {} : bearer(account),
    });
    if (answer.status === 201) world.placed.push(placed(answer));
    return answer;
  }

  /** Verifies the account's e-mail; a second time is fine. */
  async function join(account: AccountNumber): Promise<Answer> {
    const browser = browsers[account];
    await browser?.ask('/send-verification-email', {});
    const link = (await linksTo(shop.context, emails[account], 'verify_email')).at(-1);
    if (link) await browser?.ask(link);
    return shop.call('/api/auth/profile', { headers: bearer(account) });
  }

  async function history(account: AccountNumber): Promise<BuyerOrder[]> {
    const { body } = await shop.call('/api/orders?limit=50', { headers: bearer(account) });
    const { orders }: { orders: BuyerOrder[] } = JSON.parse(JSON.stringify(body));
    return orders;
  }

  async function address(account: AccountNumber): Promise<unknown> {
    const { body } = await shop.call('/api/orders/addresses', { headers: bearer(account) });
    return body.address;
  }

  return world;
}
