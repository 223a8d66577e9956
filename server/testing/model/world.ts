import { randomUUID } from 'node:crypto';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { MAX_COMPLAIN_DAYS } from '#domain/aftersales/complaints.ts';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { firstToken, quoteUrl } from '#server/features/orders/order-link.ts';
import { proofUrl } from '#server/features/production/proofs/proof-news.ts';
import { choresOf } from '#server/start-shop.ts';
import { type Browser, callAs, linksTo, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import {
  ADMIN_EMAIL,
  type AdminShop,
  detailed,
  openAdminShop,
} from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import type { DatabaseKind } from '#server/testing/database.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { answerProof } from '#server/testing/proofs.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import type { Overrides } from '#server/testing/shop.ts';
import { ACCOUNTS, type AccountNumber, type Action } from './actions.ts';
import { emptyShop } from './empty-shop.ts';
import { REMIND_DAY } from './model.ts';
import { PAY_DAYS, partOf } from './model-money.ts';
import { terms } from './model-order.ts';

/** The users of a shop: its buyers, and two admins (the owner and a partner). */
export type Cast = {
  /** Acknowledged orders, in this sequence. */
  placed: BuyerOrder[];
  act: (action: Action) => Promise<Answer>;
  history: (account: AccountNumber) => Promise<BuyerOrder[]>;
  address: (account: AccountNumber) => Promise<unknown>;
};

/** A real shop in which actions are run; it can be emptied and reused. */
export type World = Cast & {
  adminShop: AdminShop;
  /** Makes the shop empty, its codes unused, its accounts unverified. */
  reset: () => Promise<void>;
};

export const EMAILS = ['ana@correo.cl', 'berta@correo.cl'] as const;
export const PARTNER = 'socia@pines.cl';
/** At noon, so that 24 hours later is always the next calendar day. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

/** Half of the orders have more pins. */
export const DEPOSIT_RULE: DepositRule = { depositPercent: 50, depositFrom: 70_000 };

/** Turns on reminders and deadlines, and allows complaints for the longest time. */
export async function saveRules(ask: AdminShop['ask']): Promise<void> {
  const unpaid = { payDays: PAY_DAYS, reminders: [{ day: REMIND_DAY }], cancels: true };
  const groups = { unpaid, complaints: { complainDays: MAX_COMPLAIN_DAYS } };
  for (const [group, values] of Object.entries(groups)) await saveGroup(ask, group, values);
}

export async function saveDepositRule(ask: AdminShop['ask']): Promise<void> {
  await saveGroup(ask, 'payment', { ...NO_PAYMENT_DETAILS, ...DEPOSIT_RULE });
}

async function saveGroup(ask: AdminShop['ask'], group: string, values: object): Promise<void> {
  const json = { values, version: 0 };
  const { status } = await ask(`/settings/${group}`, { method: 'PUT', json });
  if (status !== 200) throw new Error(`the settings were answered ${status}`);
}

export async function openWorld(
  kind: DatabaseKind,
  overrides: Pick<Overrides, 'isInjected'> = {},
): Promise<World> {
  let now = START;
  const clock = () => {
    now += 1;
    return now;
  };
  const env = { ADMIN_EMAILS: `${ADMIN_EMAIL},${PARTNER}` };
  const adminShop = await openAdminShop(kind, { ...overrides, clock, env });
  const { shop } = adminShop;
  const { context } = shop;
  const second = callAs(shop, await openAccount(shop, PARTNER));
  let asked = 0;
  /** The two admins take turns. */
  const ask: AdminShop['ask'] = (path, request) => {
    asked += 1;
    return asked % 2 === 0 ? adminShop.ask(path, request) : second(`/api/admin${path}`, request);
  };
  await saveRules(adminShop.ask);
  await saveDepositRule(adminShop.ask);
  const browsers: Browser[] = [];
  for (const email of EMAILS) browsers.push(await openAccount(shop, email, { verified: false }));
  const tokens: string[] = [];

  /** Returns the token in the last mail. */
  async function pictureToken(orderId: string): Promise<string | undefined> {
    const mails = await context.db.queries
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'mail.picture_requested')
      .orderBy('id', 'desc')
      .execute();
    const asking = mails.map(({ payload }) => JSON.parse(payload));
    return asking.find((each) => each.orderId === orderId)?.token;
  }

  const cast = assemble({
    shop,
    ask,
    browsers,
    bearer: async (account) => tokens[account] ?? '',
    addPicture: async () => (await addPictures(context, 1))[0] ?? '',
    pictureToken,
    proofToken: (orderId) => mailedProof(context, orderId),
    verifyLink: async (email) => (await linksTo(context, email, 'verify_email')).at(-1),
    wait: async (days) => {
      now += days * DAY_MS;
      for (const { run } of choresOf(context)) await run();
    },
    insist: (call) => call(),
  });

  async function reset(): Promise<void> {
    now = START;
    await emptyShop(context, EMAILS);
    for (const account of ACCOUNTS) tokens[account] = String(await browsers[account]?.token());
    cast.placed = [];
  }

  return Object.assign(cast, { adminShop, reset });
}

/**
 * Returns the token of the mail about an order's last proof, even if its links were revoked since.
 */
export async function mailedProof(
  context: Pick<Context, 'secret' | 'publicUrl'> & { db: Pick<Context['db'], 'queries'> },
  orderId: string,
): Promise<string | undefined> {
  const proof = await context.db.queries
    .selectFrom('proofs')
    .select('id')
    .where('order_id', '=', orderId)
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return proof && new URL(proofUrl(context, proof.id, 0)).hash.replace('#pedido=', '');
}

type Means = {
  shop: AdminShop['shop'];
  ask: AdminShop['ask'];
  browsers: readonly Browser[];
  /** Returns an account's current ID token. */
  bearer: (account: AccountNumber) => Promise<string>;
  /** Adds an unordered picture. @returns its URL */
  addPicture: () => Promise<string>;
  /** Returns the token of the last link for another picture, if there is one. */
  pictureToken: (orderId: string) => Promise<string | undefined>;
  /** Returns the token of the link to the last proof, if one was sent. */
  proofToken: (orderId: string) => Promise<string | undefined>;
  /** Returns the link by which an e-mail is verified. */
  verifyLink: (email: string) => Promise<string | undefined>;
  wait: (days: number) => Promise<void>;
  /** Retries a call until it gets a valid response; only for calls that can be repeated. */
  insist: (call: () => Promise<Answer>) => Promise<Answer>;
};

/** Returns users who perform the actions in a shop. */
export function assemble(means: Means): Cast {
  const { shop, ask, browsers, addPicture } = means;
  const cast: Cast = { placed: [], act, history, address };
  const bearer = async (account: AccountNumber) => ({
    authorization: `Bearer ${await means.bearer(account)}`,
  });

  async function act(action: Action): Promise<Answer> {
    const order =
      'order' in action ? cast.placed[action.order % Math.max(1, cast.placed.length)] : null;
    const id = order?.id ?? 'NADA';
    const send = (part: string, json?: object, method = json ? 'POST' : 'DELETE') =>
      ask(`/orders/${id}${part}`, { method, json });
    if (action.does === 'order') return place(action);
    if (action.does === 'quote') return makeQuote(action);
    if (action.does === 'acceptQuote') return acceptQuote(action);
    if (action.does === 'status') return send('/status', { status: action.status }, 'PATCH');
    if (action.does === 'mark') {
      return action.isSet
        ? send(`/marks/${action.mark}`, {}, 'PUT')
        : send(`/marks/${action.mark}`);
    }
    if (action.does === 'pay') {
      const payment = { paidAt: '2026-03-09', how: 'Efectivo' };
      return action.isPaid ? send('/payment', payment, 'PUT') : send('/payment');
    }
    if (action.does === 'payPart') {
      const amount = order ? partOf({ total: order.deliveryData.pricing.totalAmount }, action) : 1;
      return send('/payments', { amount, paidAt: '2026-03-09', how: 'Transferencia' });
    }
    if (action.does === 'changeItems') {
      const answer = await send('/items', { items: [{ n: 1, quantity: action.quantity }] }, 'PUT');
      const at = cast.placed.findIndex(({ id }) => id === order?.id);
      if (answer.status === 200 && order) {
        const { items, deliveryData } = detailed(answer);
        cast.placed[at] = { ...order, items, deliveryData };
      }
      return answer;
    }
    if (action.does === 'cancel') {
      const json = { token: firstToken(shop.context, id) };
      return shop.call('/api/orders/cancel', { json });
    }
    if (action.does === 'answer') return send('/cancel-request', { accept: action.accept });
    if (action.does === 'reprint') {
      return send('/reprints', { items: [{ n: 1, quantity: 1 }], reason: 'Rayado' });
    }
    if (action.does === 'askPicture') {
      return send('/picture-requests', { items: [1], words: 'Otra, por favor' });
    }
    if (action.does === 'sendPicture') return sendPicture(id);
    if (action.does === 'restorePicture') return send('/items/1/previous-picture', {});
    if (action.does === 'complain') {
      const form = new FormData();
      form.append('token', firstToken(shop.context, id));
      form.append('items', '1');
      form.append('words', 'Llegó rayado');
      return shop.call('/api/orders/complaint', { method: 'POST', raw: form });
    }
    if (action.does === 'answerComplaint') return send('/complaint', { words: 'Lo vemos' });
    if (action.does === 'sendReceipt') return sendReceipt(shop, id);
    if (action.does === 'sendProof') return send('/proofs', {});
    if (action.does === 'answerProof') {
      const token = (await means.proofToken(id)) ?? 'ninguno';
      return answerProof(shop, token, { approved: action.isApproved });
    }
    if (action.does === 'wait') {
      await means.wait(action.days);
      return { status: 200, body: {}, headers: new Headers() };
    }
    if (action.does === 'delete') return send('');
    if (action.does === 'restore') return send('/restore', {});
    if (action.does === 'toggle') {
      return ask(`/discounts/${action.code}/toggle`, { method: 'PATCH' });
    }
    if (action.does === 'erase') {
      return ask(`/people?email=${EMAILS[action.account]}`, { method: 'DELETE' });
    }
    const headers = await bearer(action.account);
    if (action.does === 'apply') {
      const { code, orderTotal } = action;
      return shop.call('/api/discount-codes/apply', { headers, json: { code, orderTotal } });
    }
    if (action.does === 'join') return join(action.account);
    const { deliveryData } = makeOrder({ images: [], delivery: { city: action.city } });
    return shop.call('/api/orders/addresses', { method: 'PUT', headers, json: deliveryData });
  }

  /** Sends a picture by the link in the last mail. */
  async function sendPicture(orderId: string): Promise<Answer> {
    const token = (await means.pictureToken(orderId)) ?? 'ninguno';
    const json = { token, item: 1, imageUrl: await addPicture() };
    return shop.call('/api/orders/picture', { json });
  }

  async function place(action: Extract<Action, { does: 'order' }>): Promise<Answer> {
    const { account, asGuest, code, quantity, city } = action;
    const imageUrl = await addPicture();
    const delivery = { city, email: EMAILS[account] };
    const discount = code && terms[code].discount;
    const json = makeOrder({ images: [{ imageUrl, quantity }], delivery, discount });
    const key = { 'idempotency-key': randomUUID() };
    const headers = asGuest ? key : { ...key, ...(await bearer(account)) };
    const answer = await means.insist(() => shop.call('/api/orders', { json, headers }));
    if (answer.status === 201) cast.placed.push(placed(answer));
    return answer;
  }

  async function makeQuote(action: Extract<Action, { does: 'quote' }>): Promise<Answer> {
    const { account, quantity, city, charge, days } = action;
    const { deliveryData } = makeOrder({ images: [], delivery: { city, email: EMAILS[account] } });
    const quote = {
      validUntil: addDays(dayOf(shop.context.clock()), days),
      lines: [{ quantity }],
      ...(charge > 0 ? { charges: [{ label: 'Diseño', amount: charge }] } : {}),
    };
    const json = { images: [], deliveryData: { ...deliveryData, pricing: null }, quote };
    const answer = await ask('/orders', { method: 'POST', json });
    if (answer.status === 201) cast.placed.push(placed(answer));
    return answer;
  }

  /** Accepts with a picture of all its pins. */
  async function acceptQuote(action: Extract<Action, { does: 'acceptQuote' }>): Promise<Answer> {
    const quotes = cast.placed.filter(({ quote }) => quote);
    const quoted = quotes[action.quote % Math.max(1, quotes.length)];
    const { id = 'NADA', deliveryData: { email, pricing } = {} } = quoted ?? {};
    const images = [{ imageUrl: await addPicture(), quantity: pricing?.imagesCount ?? 1 }];
    const delivery = { city: action.city, email: email ?? EMAILS[0] };
    const body = makeOrder({ images, delivery });
    const [, token] = quoteUrl(shop.context, { id, linksEnded: 0 }).split('#pedido=');
    const answer = await shop.call('/api/orders/quote/accept', { json: { token, ...body } });
    const at = cast.placed.findIndex((order) => order.id === id);
    if (answer.status === 201) cast.placed[at] = placed(answer);
    return answer;
  }

  /** Verifies the account's e-mail; it may be verified already. */
  async function join(account: AccountNumber): Promise<Answer> {
    const browser = browsers[account];
    await browser?.ask('/send-verification-email', {});
    const link = await means.verifyLink(EMAILS[account]);
    if (link) await browser?.ask(link);
    const headers = await bearer(account);
    return means.insist(() => shop.call('/api/auth/profile', { headers }));
  }

  async function history(account: AccountNumber): Promise<BuyerOrder[]> {
    const { body } = await shop.call('/api/orders?limit=50', { headers: await bearer(account) });
    const { orders }: { orders: BuyerOrder[] } = JSON.parse(JSON.stringify(body));
    return orders;
  }

  async function address(account: AccountNumber): Promise<unknown> {
    const { body } = await shop.call('/api/orders/addresses', { headers: await bearer(account) });
    return body.address;
  }

  return cast;
}
