import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser } from '../../../testing/accounts.ts';
import { createClient } from '../../../testing/client.ts';
import { databases, type Home } from '../../../testing/database.ts';
import { createHome } from '../../../testing/home.ts';
import { type ShopProcess, spawnShop } from '../../../testing/process.ts';

const EMAIL = 'rosa@secreta.cl';

describe.each(databases)("the log's word on sign-ins on %s", (kind) => {
  let home: Home;
  let shop: ShopProcess;
  let url: string;
  beforeAll(async () => {
    home = await createHome(kind);
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'on', LOG_LEVEL: 'info' };
    shop = spawnShop({ ...home.env, ...env });
    url = await shop.ready();
  });
  afterAll(async () => {
    await shop.kill();
    await home.remove();
  });

  const lines = () =>
    shop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line));

  test('names account and client without telling either, for success, failure and refusal', async () => {
    const browser = openBrowser({ ...createClient(() => url), url });
    const from = (password: string, email = EMAIL) =>
      browser.ask('/sign-in/email', { email, password }, { 'x-forwarded-for': '190.1.1.1' });
    const { body } = await browser.signUp(EMAIL, 'una clave muy larga');
    const { id } = JSON.parse(JSON.stringify(body?.user));
    await from('una clave muy larga');
    await from('no es esta', 'nadie@secreta.cl');
    for (let time = 0; time < 11; time += 1) await from('no es esta');

    // Each line is written after its answer, so the lines may change places.
    const found = await vi.waitFor(() => {
      const about = lines().filter(({ way }) => way !== undefined);
      expect(about).toHaveLength(14);
      return about;
    }, 60_000);
    const client = found.find(({ msg, way }) => msg === 'signed in' && way === 'password')?.client;
    expect(client).toMatch(/^[\w-]{22}$/);
    for (const line of [
      { msg: 'signed in', way: 'sign-up', account: id },
      { msg: 'signed in', way: 'password', account: id, client },
      { msg: 'sign-in failed', account: null, client },
      { msg: 'sign-in failed', account: id, client, status: 401 },
      { msg: 'sign-in refused', account: id, status: 429 },
    ]) {
      expect(found).toContainEqual(expect.objectContaining(line));
    }
    expect(shop.output()).not.toMatch(/secreta|190\.1\.1\.1|clave/);
  });
});
