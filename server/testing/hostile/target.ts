import { join } from 'node:path';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { delivery } from '#domain/settings/delivery.ts';
import { settingsGroups } from '#domain/settings/settings.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { type Browser, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { type Answer, createClient, type ShopClient } from '#server/testing/client.ts';
import type { DatabaseKind, Home } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { until } from '#server/testing/jobs.ts';
import { readMails } from '#server/testing/mail.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';
import type { Known } from './known.ts';
import type { HostileCaller, HostileRequest } from './request.ts';
import type { HeaderLine } from './wrong-heads.ts';

/** A shop in a separate process with users, to be attacked. */
export type Target = {
  home: Home;
  shop: ShopProcess;
  client: ShopClient;
  url: string;
  known: Known;
  /** Part of an order that only the admin may read: no attacker knows its id or link. */
  secret: string;
  /** Returns valid header lines with the credentials for this request. */
  proofOf: (request: HostileRequest) => HeaderLine[];
  /** Signs in again after an attack has signed users out, with new accounts if needed. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

/** A signed-in user. */
type Visitor = { bearer: string; cookie: string };

const OWNER = 'jefa@pines.cl';
const BUYER = String(sampleDelivery.email);
const SECRET = 'Pasaje Secreto 77';
const CODE = 'ATAQUE';

/** Returns the first text field with this name in a response. */
function find({ body }: Answer, name: string): string {
  const [, text] = new RegExp(`"${name}":"([^"]+)"`).exec(JSON.stringify(body)) ?? [];
  if (text === undefined) throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return text;
}

export async function openTarget(kind: DatabaseKind): Promise<Target> {
  const home = await createHome(kind, { hasSchema: true });
  const env = { ...home.env, ADMIN_EMAILS: OWNER, LOG_LEVEL: 'error' };
  const shop = spawnShop(env, { hasProbe: true });
  const url = await shop.ready();
  const client = createClient(() => url);
  const visitors: Partial<Record<HostileCaller, Visitor>> = {};

  async function refresh(): Promise<void> {
    for (const caller of ['user', 'admin'] as const) {
      const { bearer = '', cookie = '' } = visitors[caller] ?? {};
      const headers = { authorization: `Bearer ${bearer}` };
      const { body } = await client.call('/api/auth/check-admin', { headers });
      const session = await client.fetch('/api/identity/token', { headers: { cookie } });
      if (body.isAdmin === (caller === 'admin') && session.ok) continue;
      visitors[caller] = await open(caller);
    }
  }

  let accounts = 0;
  async function open(caller: 'user' | 'admin'): Promise<Visitor> {
    accounts += 1;
    const email = caller === 'admin' ? OWNER : `persona-${accounts}@correo.cl`;
    const browser = openBrowser({ ...client, url });
    const { status } = await browser.signIn(email);
    if (status !== 200) await signUp(browser, email);
    const bearer = String(await browser.token());
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { bearer, cookie };
  }

  async function signUp(browser: Browser, email: string): Promise<void> {
    await browser.signUp(email, PASSWORD);
    await browser.ask('/send-verification-email', {});
    await browser.ask(await findInMail(email, /http:\S+verify-email\S+/));
  }

  /** Waits for a mail to an address, and returns what it matches. */
  async function findInMail(email: string, wanted: RegExp): Promise<string> {
    let found = '';
    await until(async () => {
      const mails = await readMails(join(home.dataDir, 'mail'));
      const mine = mails.filter(({ to = [] }) => to.some(({ address }) => address === email));
      found = wanted.exec(mine.at(-1)?.text ?? '')?.[0] ?? '';
      return found !== '';
    }, 30_000);
    return found;
  }

  function proofOf({ caller, target }: HostileRequest): HeaderLine[] {
    const visitor = visitors[caller];
    if (!visitor) return [];
    return target.startsWith('/api/identity')
      ? [
          ['cookie', visitor.cookie],
          ['origin', url],
        ]
      : [['authorization', `Bearer ${visitor.bearer}`]];
  }

  async function fill(): Promise<Known> {
    const headers = { authorization: `Bearer ${visitors.admin?.bearer}` };
    const code = { code: CODE, name: 'Ataque', type: 'percentage', value: 5 };
    await client.call('/api/admin/discounts/', { headers, json: code });
    // Ignored otherwise, whatever it is.
    const asking = { values: { ...delivery.usual, asksForDay: true }, version: 0 };
    await client.call('/api/admin/settings/delivery', { method: 'PUT', headers, json: asking });
    const images = await client.uploadMany(4);
    await client.placeOrder(
      makeOrder({ images: images.slice(0, 1), delivery: { address: SECRET } }),
    );
    const order = placed(await client.placeOrder(makeOrder({ images: images.slice(1, 2) })));
    const json = { orderIds: [order.id] };
    const sheet = await client.call('/api/admin/sheets', { headers, json });
    const { bearer } = await open('user');
    const other = await client.call('/api/auth/profile', {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const link = await findInMail(BUYER, /#pedido=\S+/);
    const { pricing: _, notes: __, ...address } = order.deliveryData;
    return {
      values: {
        id: [order.id, CODE, find(sheet, 'id')],
        orderIds: [order.id],
        orderId: [order.id],
        uid: [find(other, 'uid'), 'nadie'],
        n: ['1', '0', '2'],
        mark: keysOf(MARKS),
        name: ['Epson'],
        printer: ['Epson'],
        group: keysOf(settingsGroups),
        key: [images[2]?.split('/').at(-1) ?? ''],
        imageUrl: images,
        code: [CODE],
        token: [link.slice('#pedido='.length)],
        email: [BUYER, OWNER],
        region: [sampleDelivery.region],
        city: [sampleDelivery.city],
        phone: [sampleDelivery.phone],
        password: [PASSWORD],
        newPassword: [PASSWORD],
        callbackURL: ['/?emailVerified=true'],
        redirectTo: ['/?resetPassword=true'],
        provider: ['google'],
        '*': ['nada'],
      },
      bodies: {
        'POST /api/orders': makeOrder({ images: images.slice(2) }),
        'PUT /api/orders/addresses': address,
        'PUT /api/admin/orders/{id}/address': address,
      },
    };
  }

  await refresh();
  return {
    home,
    shop,
    client,
    url,
    known: await fill(),
    secret: SECRET,
    proofOf,
    refresh,
    close: async () => {
      await shop.kill();
      await home.remove();
    },
  };
}
