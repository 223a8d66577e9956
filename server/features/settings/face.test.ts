import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#contract/home/config.ts';
import { readSettings } from '#contract/settings/settings-admin.ts';
import { databases } from '#server/testing/shop.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';

const NONE = { colour: '', instagram: '', hours: '' };

describe.each(databases)("the shop's face on %s", (kind) => {
  let ahead = 0;
  const adminShop = useAdminShop(kind, { clock: () => Date.now() + ahead });
  afterEach(() => adminShop.ask('/settings/face', { method: 'DELETE' }));

  const read = async () =>
    readSettings.answer.parse((await adminShop.ask('/settings')).body).settings.face;
  const save = async (values: object) => {
    const json = { values: { ...NONE, ...values }, version: (await read()).version };
    return adminShop.ask('/settings/face', { method: 'PUT', json });
  };
  const page = async () => {
    // Settings are cached for two seconds.
    ahead += 3000;
    const response = await adminShop.shop.fetch('/', { headers: { accept: 'text/html' } });
    return response.text();
  };
  const config = async () => {
    ahead += 3000;
    return readConfig.answer.parse((await adminShop.shop.call('/api/config')).body);
  };

  test('is on the home page, which is the same to the byte after a reset', async () => {
    const before = [await page(), JSON.stringify(await config())];
    expect(await read()).toMatchObject({ isDefault: true, values: NONE });
    await save({ colour: '#0b6e4f', instagram: '@pines.cl', hours: 'Lunes a viernes' });
    const own = await page();
    expect(own).toMatch(/<style>:root\{--color-brand:#0b6e4f;[^<]*dark\)\{:root\{/);
    expect(own).toContain('content="#b9d5cc" media="(prefers-color-scheme: light)"');
    expect(own).toContain('por <a href="https://www.instagram.com/pines.cl/">Instagram</a>,');
    expect((await config()).face).toEqual({ instagram: 'pines.cl', hours: 'Lunes a viernes' });
    await adminShop.ask('/settings/face', { method: 'DELETE' });
    expect([await page(), JSON.stringify(await config())]).toEqual(before);
  });

  test('refuses a colour without readable text, and keeps what was saved', async () => {
    await save({ colour: '#0b6e4f' });
    const { status, body } = await save({ colour: '#808080' });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['values.colour']]);
    expect((await read()).values.colour).toBe('#0b6e4f');
  });
});
