import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import {
  INTERNAL_WORDS,
  openKnownPerson,
  PERSON_EMAIL,
  PERSON_WORDS,
} from '#server/testing/known-person.ts';
import { databases, openShop } from '#server/testing/shop.ts';

const file = z.object({
  success: z.literal(true),
  person: z.object({ email: z.string(), account: z.nullable(z.looseObject({})) }),
  orders: z.array(z.looseObject({ id: z.string() })),
});

describe.each(databases)('the export of a person on %s', (kind) => {
  let adminShop: AdminShop;
  let person: Browser;
  let uid: string;
  let orderIds: string[];
  beforeAll(async () => {
    adminShop = await openAdminShop(kind);
    ({ browser: person, uid, orderIds } = await openKnownPerson(adminShop));
    await adminShop.place({ delivery: { fullName: 'Otra Persona' } });
  });
  afterAll(() => adminShop.shop.close());

  const idsIn = (body: unknown) =>
    file
      .parse(body)
      .orders.map(({ id }) => id)
      .toSorted();

  test('contains all their data, and none of others, for themselves', async () => {
    const authorization = `Bearer ${await person.token()}`;
    const response = await adminShop.shop.fetch('/api/auth/profile/export', {
      headers: { authorization },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/datos-\d{4}-\d\d-\d\d\.json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(PERSON_WORDS.filter((word) => !text.includes(word))).toEqual([]);
    for (const foreign of [
      'Otra Persona',
      'jefa@',
      'token',
      '"password":',
      INTERNAL_WORDS,
      'nternal',
    ]) {
      expect(text).not.toContain(foreign);
    }
    expect(idsIn(JSON.parse(text))).toEqual(orderIds.toSorted());
    const ownOrder = file.parse(JSON.parse(text)).orders.find(({ id }) => id === orderIds[0]);
    expect(ownOrder?.proofs).toMatchObject([
      { state: 'approved', sentAt: null, pins: [{ quantity: 1 }, { quantity: 1 }] },
    ]);
    expect(file.parse(JSON.parse(text)).person.account).toMatchObject({
      uid,
      emailVerified: true,
      signIn: { providers: ['password'], sessions: [{ startedAt: expect.any(String) }] },
    });
  });

  test('is the same for the owner, by account, with the internal notes of the shop', async () => {
    const { status, body } = await adminShop.ask(`/people/${uid}/export`);
    expect(status).toBe(200);
    expect(idsIn(body)).toEqual(orderIds.toSorted());
    const noted = file.parse(body).orders.find(({ id }) => id === orderIds[0]);
    expect(noted).toMatchObject({ internalNotes: INTERNAL_WORDS, buyerNotes: 'Portón verde' });
    expect(refused(await adminShop.ask('/people/nadie/export'))).toBe('404 not_found');
    expect(refused(await adminShop.ask('/people/guest/export'))).toBe('400 validation_failed');
    expect(refused(await person.call(`/api/admin/people/${uid}/export`))).toBe('403 forbidden');
  });

  test('contains only the guest orders by e-mail, in any case', async () => {
    const email = encodeURIComponent(PERSON_EMAIL.toUpperCase());
    for (const path of [`/people/guest/export?email=${email}`, `/people/export?email=${email}`]) {
      const { body } = await adminShop.ask(path);
      expect(idsIn(body)).toEqual([orderIds[2]]);
      expect(file.parse(body).person).toMatchObject({ email: PERSON_EMAIL, account: null });
    }
    expect(refused(await adminShop.ask('/people/export?email=nadie@correo.cl'))).toBe(
      '404 not_found',
    );
  });

  test('is logged without a personal value', async () => {
    const { activity } = (await adminShop.ask('/dashboard/activity?entity=user')).body;
    const text = JSON.stringify(activity);
    expect(text).toContain('person_exported');
    expect(text).toContain(`"entityId":"${uid}"`);
    expect(text).toContain('"entityId":"guest"');
    expect(PERSON_WORDS.filter((word) => text.includes(word))).toEqual([]);
  });

  test('is refused without an e-mail, and finds no person by one without letters', async () => {
    expect((await adminShop.ask('/people/export?email=')).status).toBe(400);
    expect((await adminShop.ask('/people?email=', { method: 'DELETE' })).status).toBe(400);
    expect((await adminShop.ask('/people/export?email=%40%22')).status).toBe(404);
  });

  test('of an unverified account does not contain the guest orders of its e-mail', async () => {
    const email = 'otra-vez@correo.cl';
    await adminShop.place({ delivery: { email } });
    const stranger = await openAccount(adminShop.shop, email, { verified: false });
    const { body } = await stranger.call('/api/auth/profile/export');
    expect(idsIn(body)).toEqual([]);
  });
});

test.each(databases)('an account exports its own data a few times an hour on %s', async (kind) => {
  const shop = await openShop(kind, { env: { RATE_LIMITS: 'on' } });
  const [ana, eva] = [
    await openAccount(shop, 'ana@correo.cl'),
    await openAccount(shop, 'eva@correo.cl'),
  ];
  const own = (person: Browser) => person.call('/api/auth/profile/export');
  for (let at = 0; at < 5; at += 1) expect((await own(ana)).status).toBe(200);
  const { status, body, headers } = await own(ana);
  expect([status, body.code, body.message]).toEqual([
    ...[429, 'too_many_requests'],
    'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora',
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await own(eva)).status).toBe(200);
  await shop.close();
});
