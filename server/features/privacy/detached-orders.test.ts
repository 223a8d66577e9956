import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { firstToken } from '#server/features/orders/order-link.ts';
import { type Browser, linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { mailJobsOf } from '#server/testing/jobs.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { lastProofToken } from '#server/testing/proofs.ts';
import { searchDatabase } from '#server/testing/search-database.ts';
import { anyDatabase, databases, testOnAny, useFreshAdminShop } from '#server/testing/use-shop.ts';

const EMAIL = 'ñusta@correo.cl';
/** The other person's delivery data of the order. */
const STRANGER = {
  ...{ fullName: 'Pedro Ajeno', phone: '912121212' },
  ...{ email: 'pedro-ajeno@correo.cl', address: 'Calle Ajena 5' },
};

const file = z.object({
  person: z.object({
    email: z.string(),
    account: z.nullable(z.looseObject({})),
    detachedOrders: z.array(z.looseObject({ id: z.string() })),
  }),
  orders: z.array(z.looseObject({ id: z.string() })),
});

describe.each(databases)('an order that another person placed with my e-mail on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let owner: Browser;
  let uid: string;
  let id: string;
  const adminShop = useFreshAdminShop(kind);
  beforeEach(async () => {
    ({ owner, uid, id } = await handOver(adminShop));
  });

  const erase = (path: string) => adminShop.ask(`/people${path}`, { method: 'DELETE' });
  const shown = async () => (await adminShop.ask(`/orders/${id}`)).body.order;
  const strangersOrder = (userEmail: string | null) => ({
    userEmail,
    isGuestOrder: false,
    status: 'pending',
    deliveryData: STRANGER,
  });

  test('loses my e-mail with my account, although it is in progress, and nothing else', async () => {
    expect(await shown()).toMatchObject(strangersOrder(EMAIL));
    expect((await erase(`/${uid}`)).body).toMatchObject({ success: true, orders: 1 });
    expect(await searchDatabase(adminShop.shop.context, [EMAIL])).toEqual([]);
    const { queries } = adminShop.shop.context.db;
    for (const table of ['orders', 'uploads'] as const) {
      const rows = await queries.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(uid);
    }
    expect(await shown()).toMatchObject({ ...strangersOrder(null), version: 2 });
    expect((await adminShop.ask(`/orders?q=${encodeURIComponent(EMAIL)}`)).body.orders).toEqual([]);
    expect((await adminShop.ask('/orders?q=ajeno')).body.orders).toHaveLength(1);
  });

  testAbove('is opened by none of the links that were mailed to me', async () => {
    const { shop } = adminShop;
    const call = (path: string, token: string) => shop.call(`/api/${path}`, { json: { token } });
    const order = firstToken(shop.context, id);
    const asked = { items: [1], words: 'Sale borrosa' };
    await adminShop.change(`${id}/proofs`, {}, 'POST');
    await adminShop.change(`${id}/picture-requests`, asked, 'POST');
    const [mail] = await mailJobsOf(shop.context.db, id, 'picture_requested');
    const links = [
      ['orders/view', order],
      ['orders/cancel', order],
      ['proofs/view', await lastProofToken(shop, id)],
      ['orders/picture/view', JSON.parse(mail?.payload ?? '').token],
    ] as const;
    for (const [path, token] of links.filter(([each]) => each.endsWith('view'))) {
      expect((await call(path, token)).status).toBe(200);
    }
    expect((await erase(`?email=${encodeURIComponent(EMAIL)}`)).body.orders).toBe(1);
    for (const [path, token] of links) {
      expect(refused(await call(path, token)), path).toBe('404 not_found');
    }
    expect(await shown()).toMatchObject({ status: 'pending', pictureRequest: { items: [] } });
  });

  test('is no earlier order of mine, and its use of a code is not mine', async () => {
    const { context } = adminShop.shop;
    const discount = await addCode(context, 'UNAPP', { once_per_buyer: 1 });
    const mine = await handOver(adminShop, { email: 'mia@correo.cl', discount });
    const json = makeOrder({ images: await addPictures(context, 1), discount });
    const { id: first } = placed(await mine.owner.call('/api/orders', { json }));
    const orders = context.db.queries.selectFrom('orders').select(['owner_kind', 'is_returning']);
    const stored = await orders.where('id', 'in', [mine.id, first]).orderBy('created_at').execute();
    expect(stored).toEqual([
      { owner_kind: 'detached', is_returning: 0 },
      { owner_kind: 'account', is_returning: 0 },
    ]);
  });

  testAbove('loses it also when I delete my account myself', async () => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await owner.call('/api/auth/profile', { method: 'DELETE', headers });
    expect(status).toBe(200);
    expect(await searchDatabase(adminShop.shop.context, [EMAIL])).toEqual([]);
    expect(await shown()).toMatchObject(strangersOrder(null));
  });

  testAbove('loses it by an erasure of any spelling, and my account stays', async () => {
    const part = await adminShop.ask('/people/export?email=usta@correo.cl');
    expect(refused(part)).toBe('404 not_found');
    const typed = encodeURIComponent(`  ${EMAIL.toUpperCase().normalize('NFD')}`);
    expect((await erase(`?email=${typed}`)).body.orders).toBe(1);
    expect(await shown()).toMatchObject(strangersOrder(null));
    expect(refused(await erase(`?email=${typed}`))).toBe('404 not_found');
    expect((await owner.call('/api/auth/profile')).body.user).toMatchObject({ email: EMAIL });
    expect((await erase(`/${uid}`)).status).toBe(200);
    expect(await searchDatabase(adminShop.shop.context, [EMAIL])).toEqual([]);
  });

  testAbove('still has the e-mails of others when only its delivery names mine', async () => {
    const other = await handOver(adminShop, {
      email: 'otra@correo.cl',
      delivery: { email: EMAIL },
    });
    expect((await erase(`?email=${encodeURIComponent(EMAIL)}`)).body.orders).toBe(2);
    expect((await adminShop.ask(`/orders/${other.id}`)).body.order).toMatchObject({
      userEmail: 'otra@correo.cl',
      deliveryData: { email: null, fullName: 'Pedro Ajeno' },
    });
  });

  testAbove('is in my export by its number, without data of the other person', async () => {
    const email = encodeURIComponent(EMAIL.toUpperCase());
    const answers = [
      await owner.call('/api/auth/profile/export'),
      await adminShop.ask(`/people/${uid}/export`),
      await adminShop.ask(`/people/export?email=${email}`),
    ];
    for (const { body } of answers) {
      const { person, orders } = file.parse(body);
      expect([person.email, person.detachedOrders, orders]).toEqual([
        EMAIL,
        [{ id, createdAt: expect.any(String) }],
        [],
      ]);
      expect(Object.values(STRANGER).filter((word) => JSON.stringify(body).includes(word))).toEqual(
        [],
      );
    }
    expect(answers.map(({ body }) => file.parse(body).person.account !== null)).toEqual([
      true,
      true,
      false,
    ]);
  });

  testAbove('is found after its account was removed by who verifies the e-mail', async () => {
    await adminShop.shop.context.identity.remove(uid);
    const exported = async (browser: Browser) =>
      file.parse((await browser.call('/api/auth/profile/export')).body).person.detachedOrders;
    const next = await openAccount(adminShop.shop, EMAIL, { verified: false });
    expect(await exported(next)).toEqual([]);
    const headers = { 'content-type': 'application/json' };
    await next.call('/api/auth/profile', { method: 'DELETE', headers });
    expect(await shown()).toMatchObject(strangersOrder(EMAIL));

    const verified = await openAccount(adminShop.shop, EMAIL);
    expect(await exported(verified)).toMatchObject([{ id }]);
    await verified.call('/api/auth/profile', { method: 'DELETE', headers });
    expect(await shown()).toMatchObject(strangersOrder(null));
    expect(await searchDatabase(adminShop.shop.context, [EMAIL])).toEqual([]);
  });
});

test.each(anyDatabase)("is found by my e-mail after 'No fui yo' on %s", async (kind) => {
  const adminShop = await openAdminShop(kind);
  const { shop } = adminShop;
  const { stranger, id } = await orderAsStranger(adminShop);
  await stranger.ask('/send-verification-email', {});
  const [link = ''] = await linksTo(shop.context, EMAIL, 'verify_email');
  const token = new URL(link).searchParams.get('token');
  // As if the mail was sent: otherwise its link is not valid yet. No worker runs here.
  const { queries } = shop.context.db;
  await queries.deleteFrom('jobs').where('kind', '=', 'mail.verify_email').execute();
  expect((await openBrowser(shop).ask('/reject-account', { token })).status).toBe(200);
  const path = `/people?email=${encodeURIComponent(EMAIL)}`;
  expect((await adminShop.ask(path, { method: 'DELETE' })).body).toMatchObject({ orders: 1 });
  expect(await searchDatabase(shop.context, [EMAIL])).toEqual([]);
  expect((await adminShop.ask(`/orders/${id}`)).body.order).toMatchObject({
    userEmail: null,
    deliveryData: { fullName: 'Pedro Ajeno' },
  });
  await shop.close();
});

test('a guest with letters beyond ASCII is found in any spelling of the address', async () => {
  const adminShop = await openAdminShop('sqlite');
  const { id } = await adminShop.place({ delivery: { email: 'josé@peñalolén.cl' } });
  const typed = encodeURIComponent('JOSÉ@XN--PEALOLN-GYA1E.CL');
  const spelled = encodeURIComponent('JOSE\u0301@PEN\u0303ALOLE\u0301N.CL');
  const { body } = await adminShop.ask(`/people/export?email=${spelled}`);
  expect(file.parse(body).orders).toMatchObject([{ id }]);
  await adminShop.setStatus(id, 'completed');
  const erased = await adminShop.ask(`/people?email=${typed}`, { method: 'DELETE' });
  expect(erased.body.orders).toBe(1);
  await adminShop.shop.close();
});

type Strangers = { email?: string } & Partial<Omit<Parameters<typeof makeOrder>[0], 'images'>>;

/** Another person creates an account with the owner's e-mail, and places an order. */
async function orderAsStranger(
  { shop }: AdminShop,
  { email = EMAIL, delivery = {}, discount = null }: Strangers = {},
) {
  const stranger = await openAccount(shop, email, { verified: false });
  const json = makeOrder({
    images: await addPictures(shop.context, 1),
    discount,
    delivery: { ...STRANGER, ...delivery },
  });
  const { id } = placed(await stranger.call('/api/orders', { json }));
  return { stranger, id };
}

/** The mailbox's owner takes over the account that another person created. */
async function handOver(adminShop: AdminShop, order: Strangers = {}) {
  const { shop } = adminShop;
  const { email = EMAIL } = order;
  const { id } = await orderAsStranger(adminShop, order);
  const owner = openBrowser(shop);
  await owner.ask('/request-password-reset', { email });
  const [link = ''] = await linksTo(shop.context, email, 'reset_password');
  const { location } = await owner.ask(link);
  const token = new URL(location ?? '').searchParams.get('token');
  const newPassword = 'otra contraseña distinta';
  expect((await owner.ask('/reset-password', { token, newPassword })).status).toBe(200);
  await owner.signIn(email, newPassword);
  const { user } = JSON.parse(JSON.stringify((await owner.call('/api/auth/profile')).body));
  return { owner, uid: String(user.uid), id };
}
