import { join } from 'node:path';
import { type Browser, openBrowser, PASSWORD } from '../accounts.ts';
import { createClient, type ShopClient } from '../client.ts';
import type { DatabaseKind, Home } from '../database.ts';
import { createHome } from '../home.ts';
import { until } from '../jobs.ts';
import { readMails } from '../mail.ts';
import { makeOrder, placed } from '../orders.ts';
import { type ShopProcess, spawnShop } from '../process.ts';
import type { HostileCaller } from './request.ts';

/** A shop in a process of its own with people in it, to be attacked. */
export type Target = {
  home: Home;
  shop: ShopProcess;
  client: ShopClient;
  url: string;
  /** What stands for something in a path, by its parameter's name. */
  known: Record<string, string[]>;
  /** A bearer that is good now. */
  bearer: (caller: HostileCaller) => string | null;
  /** Signs in again whom an attack has signed out, in new accounts where it has to. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

const OWNER = 'jefa@pines.cl';

export async function openTarget(kind: DatabaseKind): Promise<Target> {
  const home = await createHome(kind, { hasSchema: true });
  const shop = spawnShop({ ...home.env, ADMIN_EMAILS: OWNER, LOG_LEVEL: 'error' });
  const url = await shop.ready();
  const client = createClient(() => url);
  const bearers: Record<HostileCaller, string | null> = { nobody: null, user: null, admin: null };

  async function refresh(): Promise<void> {
    for (const caller of ['user', 'admin'] as const) {
      const headers = { authorization: `Bearer ${bearers[caller]}` };
      const { body } = await client.call('/api/auth/check-admin', { headers });
      if (body.isAdmin === (caller === 'admin')) continue;
      bearers[caller] = await open(caller);
    }
  }

  let accounts = 0;
  async function open(caller: 'user' | 'admin'): Promise<string> {
    accounts += 1;
    const email = caller === 'admin' ? OWNER : `persona-${accounts}@correo.cl`;
    const browser = openBrowser({ ...client, url });
    const { status } = await browser.signIn(email);
    if (status !== 200) await signUp(browser, email);
    return String(await browser.token());
  }

  async function signUp(browser: Browser, email: string): Promise<void> {
    await browser.signUp(email, PASSWORD);
    await browser.ask('/send-verification-email', {});
    await browser.ask(await linkTo(email));
  }

  async function linkTo(email: string): Promise<string> {
    let link = '';
    await until(async () => {
      const mails = await readMails(join(home.dataDir, 'mail'));
      const mine = mails.filter(({ to = [] }) => to.some(({ address }) => address === email));
      link = /http:\S+verify-email\S+/.exec(mine.at(-1)?.text ?? '')?.[0] ?? '';
      return link !== '';
    }, 30_000);
    return link;
  }

  await refresh();
  const images = await client.uploadMany(1);
  const order = placed(await client.placeOrder(makeOrder({ images })));
  const headers = { authorization: `Bearer ${bearers.admin}` };
  const code = { code: 'ATAQUE', name: 'Ataque', type: 'percentage', value: 5 };
  await client.call('/api/admin/discounts/', { headers, json: code });
  const key = images[0]?.split('/').at(-1) ?? '';
  return {
    home,
    shop,
    client,
    url,
    known: {
      id: [order.id, code.code],
      n: ['1', '0', '2'],
      mark: ['printed'],
      name: ['Epson'],
      key: [key],
      '*': ['nada'],
    },
    bearer: (caller) => bearers[caller],
    refresh,
    close: async () => {
      await shop.kill();
      await home.remove();
    },
  };
}
