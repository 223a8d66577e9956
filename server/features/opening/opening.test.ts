import { describe, expect, test } from 'vitest';
import * as calls from '#contract/opening/opening.ts';
import { readSettings } from '#contract/settings/settings-admin.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import type { OpeningState } from '#domain/opening/opening.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import { countRows } from '#server/testing/orders.ts';
import { setRows } from '#server/testing/rows.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { readOpening } from './read-opening.ts';

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hola@pines.cl' };

describe.each(anyDatabase)("'Antes de abrir' on %s", (kind) => {
  const adminShop = useAdminShop(kind, { env: SMTP });
  const ask = (...call: Parameters<typeof adminShop.ask>) => adminShop.ask(...call);

  const stepsOf = (list: readonly OpeningState[]) => {
    expect(list.every(({ text }) => text.length > 0)).toBe(true);
    return Object.fromEntries(list.map(({ name, isDone }) => [name, isDone]));
  };
  const steps = async () =>
    stepsOf(calls.readOpening.answer.parse((await ask('/opening')).body).steps);
  const settings = async () => readSettings.answer.parse((await ask('/settings')).body).settings;
  async function save(group: 'seller' | 'payment' | 'notice', values: object) {
    const { version, values: before } = (await settings())[group];
    const json = { values: { ...before, ...values }, version };
    return ask(`/settings/${group}`, { method: 'PUT', json });
  }
  const put = (step: string) => ask(`/opening/${step}`, { method: 'PUT', json: {} });

  test('nothing is set at first, and what is saved or confirmed is done', async () => {
    expect(await steps()).toEqual({
      ...{ seller: false, payment: false, mail: false, address: false, secondFactor: false },
      ...{ copies: false, terms: false, prices: false, trial: false },
    });
    const rut = '76.123.456-0';
    await save('seller', { rut, email: 'hola@pines.cl' });
    await save('payment', { bank: 'B', accountType: 'Vista', account: '1', holder: 'Ana', rut });
    await put('terms');
    await put('prices');
    expect(await steps()).toMatchObject({ seller: true, payment: true, terms: true, prices: true });
    expect(refused(await put('mail'))).toBe('404 not_found');
    expect(refused(await put('toString'))).toBe('404 not_found');
    await setRows(
      adminShop.shop.context,
      'opening_marks',
      { value: TERMS_VERSION },
      { value: '2020-01-01' },
    );
    expect(await steps()).toMatchObject({ terms: false, prices: true });
  });

  test('a test mail goes to the admin alone, and its link confirms the sender it came from', async () => {
    const { shop } = adminShop;
    const sent = await ask('/opening/test-mail', { method: 'POST', json: {} });
    expect(sent.body).toMatchObject({ to: ADMIN_EMAIL });
    const [link = ''] = await linksTo(shop.context, ADMIN_EMAIL, 'sender_test');
    const open = (url: string) => openBrowser(shop).ask(new URL(url).pathname);
    await open(`${link.slice(0, -2)}xx`);
    expect((await steps()).mail).toBe(false);
    expect((await open(link)).location).toBe(`${shop.context.publicUrl}/?panel=ajustes`);
    expect((await steps()).mail).toBe(true);
    await save('seller', { senderEmail: 'ventas@pines.cl' });
    expect((await steps()).mail).toBe(false);
    await open(link);
    expect((await steps()).mail).toBe(false);
  });

  test('a trial order leaves nothing behind, whether the shop takes orders or not', async () => {
    const { shop } = adminShop;
    const { queries } = shop.context.db;
    const jobs = () => queries.selectFrom('jobs').select('kind').execute();
    const facts = async () => ({
      rows: await countRows(shop.context),
      uploads: await queries.selectFrom('uploads').select('id').execute(),
      addresses: await queries.selectFrom('saved_addresses').select('uid').execute(),
      mails: (await jobs()).filter(({ kind: name }) => name.startsWith('mail.')).length,
      stats: (await ask('/orders/stats')).body.stats,
    });
    await save('notice', { ordersClosed: true });
    const before = await facts();
    const { body } = await ask('/opening/trial', { method: 'POST', json: {} });
    const { trial } = calls.placeTrial.answer.parse(body);
    expect(trial.totalAmount).toBe(4200);
    expect(await facts()).toEqual(before);
    expect((await steps()).trial).toBe(true);
    expect(refused(await ask(`/orders/${trial.orderId}`))).toBe('404 not_found');
  });

  test('a sender that would be two headers or none is refused', async () => {
    for (const senderEmail of ['a@b.cl\r\nBcc: c@d.cl', 'a@b', 'a@b.cl, c@d.cl', 'Ana <a@b.cl>']) {
      const { status, body } = await save('seller', { senderEmail });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['values.senderEmail']]);
    }
    const { seller } = await settings();
    const { senderEmail: _, ...values } = seller.values;
    const json = { values, version: seller.version };
    expect((await ask('/settings/seller', { method: 'PUT', json })).status).toBe(200);
  });

  test('an https address, a second factor of each admin and a copy are seen', async () => {
    const { context } = adminShop.shop;
    const { queries } = context.db;
    const backup = { passphrase: null, place: { kind: 'folder', folder: '/none' } } as const;
    const config = { ...context.config, publicUrl: 'https://pines.cl', backup };
    const read = async () => stepsOf(await readOpening({ ...context, config }));
    // Its folder is set, but not there.
    expect((await read()).copies).toBe(false);
    const { uid } = await queries.selectFrom('people').select('uid').executeTakeFirstOrThrow();
    const factor = { uid, sealed_secret: 'x', last_step: 0, created_at: 1 };
    await queries.insertInto('second_factors').values(factor).execute();
    const note = { by: uid, entity: 'export', entityId: 'x', action: 'backup_downloaded' } as const;
    await context.db.transaction((tx) => writeAudit(tx, note, Date.now()));
    expect(await read()).toMatchObject({ address: true, copies: true, secondFactor: true });
    await openAccount(adminShop.shop, 'otra@pines.cl');
    await queries.updateTable('people').set({ role: 'admin' }).execute();
    expect((await read()).secondFactor).toBe(false);
  });
});
