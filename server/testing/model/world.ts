import type { BuyerOrder } from '#contract/orders.ts';
import { MAX_COMPLAIN_DAYS } from '#domain/complaints.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { chaseUnpaid } from '#server/features/orders/unpaid/chase-unpaid.ts';
import { type Browser, callAs, linksTo, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { ADMIN_EMAIL, type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import type { DatabaseKind } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { ACCOUNTS, type AccountNumber, type Action } from './actions.ts';
import { emptyShop } from './empty-shop.ts';
import { PAY_DAYS, REMIND_DAY, terms } from './model.ts';

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
const DAY_MS = 86_400_000;
/** At noon, so that a day more is one more on the calendar. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

/** Reminders and deadlines are on, and complaints are taken however many days pass. */
async function saveRules({ ask }: AdminShop): Promise<void> {
  const unpaid = { payDays: PAY_DAYS, reminders: [{ day: REMIND_DAY }], cancels: true };
  const groups = { unpaid, complaints: { complainDays: MAX_COMPLAIN_DAYS } };
  for (const [group, values] of Object.entries(groups)) {
    const { status } = await ask(`/settings/${group}`, {
      method: 'PUT',
      json: { values, version: 0 },
    });
    if (status !== 200) throw new Error(`the settings were answered ${status}`);
  }
}

export async function openWorld(kind: DatabaseKind): Promise<World> {
  let now = START;
  const clock = () => {
    now += 1;
    return now;
  };
  const partner = 'socia@pines.cl';
  const env = { ADMIN_EMAILS: `${ADMIN_EMAIL},${partner}` };
  const adminShop = await openAdminShop(kind, { clock, env });
  const { shop } = adminShop;
  const second = callAs(shop, await openAccount(shop, partner));
  let asked = 0;
  /** The two admins take turns. */
  const ask: AdminShop['ask'] = (path, request) => {
    asked += 1;
    return asked % 2 === 0 ? adminShop.ask(path, request) : second(`/api/admin${path}`, request);
  };
  await saveRules(adminShop);
  const browsers: Browser[] = [];
  for (const email of emails) browsers.push(await openAccount(shop, email, { verified: false }));
  const tokens: string[] = [];
  const world: World = { adminShop, placed: [], act, history, address, reset };

  const bearer = (account: AccountNumber) => ({ authorization: `Bearer ${tokens[account]}` });

  async function reset(): Promise<void> {
    now = START;
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
      return ask(`${path}/status`, { method: 'PATCH', json: { status: action.status } });
    }
    if (action.does === 'mark') {
      const method = action.isSet ? 'PUT' : 'DELETE';
      const body = action.isSet ? { json: {} } : {};
      return ask(`${path}/marks/${action.mark}`, { method, ...body });
    }
    if (action.does === 'pay') {
      const payment = { json: { paidAt: '2026-03-09', how: 'Efectivo' } };
      return action.isPaid
        ? ask(`${path}/payment`, { method: 'PUT', ...payment })
        : ask(`${path}/payment`, { method: 'DELETE' });
    }
    if (action.does === 'cancel') {
      const token = firstToken(shop.context, order?.id ?? 'NADA');
      return shop.call('/api/orders/cancel', { json: { token } });
    }
    if (action.does === 'answer') {
      const json = { accept: action.accept };
      return ask(`${path}/cancel-request`, { method: 'POST', json });
    }
    if (action.does === 'reprint') {
      const json = { items: [{ n: 1, quantity: 1 }], reason: 'Rayado' };
      return ask(`${path}/reprints`, { method: 'POST', json });
    }
    if (action.does === 'askPicture') {
      const json = { items: [1], words: 'Otra, por favor' };
      return ask(`${path}/picture-requests`, { method: 'POST', json });
    }
    if (action.does === 'sendPicture') return sendPicture(order?.id ?? 'NADA');
    if (action.does === 'restorePicture') {
      return ask(`${path}/items/1/previous-picture`, { method: 'POST', json: {} });
    }
    if (action.does === 'complain') {
      const form = new FormData();
      form.append('token', firstToken(shop.context, order?.id ?? 'NADA'));
      form.append('items', '1');
      form.append('words', 'Llegó rayado');
      return shop.call('/api/orders/complaint', { method: 'POST', raw: form });
    }
    if (action.does === 'answerComplaint') {
      return ask(`${path}/complaint`, { method: 'POST', json: { words: 'Lo vemos' } });
    }
    if (action.does === 'wait') {
      now += action.days * DAY_MS;
      await chaseUnpaid(shop.context);
      return { status: 200, body: {}, headers: new Headers() };
    }
    if (action.does === 'delete') return ask(path, { method: 'DELETE' });
    if (action.does === 'restore') return ask(`${path}/restore`, { method: 'POST' });
    if (action.does === 'toggle') {
      return ask(`/discounts/${action.code}/toggle`, { method: 'PATCH' });
    }
    if (action.does === 'erase') {
      return ask(`/people?email=${emails[action.account]}`, { method: 'DELETE' });
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

  /** By the link of the last mail. */
  async function sendPicture(orderId: string): Promise<Answer> {
    const mails = await shop.context.db.queries
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail.picture_requested')
      .orderBy('id', 'desc')
      .execute();
    const mail = mails
      .map(({ payload }) => JSON.parse(payload))
      .find((each) => each.orderId === orderId);
    const [imageUrl = ''] = await addPictures(shop.context, 1);
    const json = { token: mail?.token ?? 'ninguno', item: 1, imageUrl };
    return shop.call('/api/orders/picture', { json });
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
