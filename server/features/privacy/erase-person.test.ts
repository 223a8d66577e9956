import { beforeEach, describe, expect, test } from 'vitest';
import { firstToken } from '#server/features/orders/order-link.ts';
import { pictureHandlers } from '#server/features/uploads/remove-pictures.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import { mailJobsOf, startTestWorker, until } from '#server/testing/jobs.ts';
import {
  INTERNAL_WORDS,
  openKnownPerson,
  PERSON_EMAIL,
  PERSON_WORDS,
} from '#server/testing/known-person.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { answerProof, lastProofToken, viewProof } from '#server/testing/proofs.ts';
import { setRows } from '#server/testing/rows.ts';
import { searchDatabase } from '#server/testing/search-database.ts';
import { databases, testOnAny, testRaceOn, useFreshAdminShop } from '#server/testing/use-shop.ts';

const MINUTE_MS = 60_000;

describe.each(databases)('erasing a person on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let ahead: number;
  beforeEach(() => {
    ahead = 0;
  });
  const adminShop = useFreshAdminShop(kind, { context: { clock: () => Date.now() + ahead } });

  const erase = (path: string) => adminShop.ask(`/people${path}`, { method: 'DELETE' });
  const sums = async () => {
    const { queries } = adminShop.shop.context.db;
    const orders = await queries
      .selectFrom('orders')
      .select(['id', 'created_at', 'status', 'city', 'pins', 'total_amount', 'paid_on'])
      .orderBy('id')
      .execute();
    const of = async (path: string) => (await adminShop.ask(path)).body;
    const figures = [await of('/orders/stats'), await of('/orders/sales?by=month&last=2')];
    return { orders, figures };
  };

  test('leaves none of their data anywhere, and the sums unchanged', async () => {
    const { browser, uid, orderIds } = await openKnownPerson(adminShop);
    const other = await adminShop.place({ delivery: { fullName: 'Otra Persona' } });
    expect(
      new Set((await searchDatabase(adminShop.shop.context, PERSON_WORDS)).map(wordOf)),
    ).toEqual(new Set(PERSON_WORDS));
    const before = await sums();

    const answer = await erase(`/${uid}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: 'Datos borrados', orders: 3 },
    ]);
    expect(await searchDatabase(adminShop.shop.context, [...PERSON_WORDS, INTERNAL_WORDS])).toEqual(
      [],
    );
    expect(await sums()).toEqual(before);
    expect(refused(await browser.call('/api/auth/profile'))).toBe('401 unauthenticated');
    expect((await browser.signIn(PERSON_EMAIL)).status).toBe(401);

    const context = adminShop.shop.context;
    const [photo = 'none'] = (
      await context.db.queries
        .selectFrom('jobs')
        .select('payload')
        .where('kind', '=', 'receipt.remove')
        .where('run_at', '<=', context.clock())
        .execute()
    ).map(({ payload }) => JSON.parse(payload).key);
    const stop = startTestWorker({ db: context.db, handlers: pictureHandlers(context) });
    const remaining = pictureId(other.images[0] ?? '') ?? 'none';
    await until(async () =>
      (await adminShop.shop.storedFiles()).every(
        (name) => name.startsWith(remaining) || name === photo,
      ),
    );
    expect(await adminShop.shop.storedFiles()).toContain(photo);
    await stop();
    const theirs = (await adminShop.ask(`/orders/${other.id}`)).body.order;
    expect(theirs).toMatchObject({ deliveryData: { fullName: 'Otra Persona' } });
    const shown = (await adminShop.ask(`/orders/${orderIds[0]}`)).body.order;
    expect(shown).toMatchObject({
      isGuestOrder: false,
      deliveryData: { fullName: 'Persona eliminada', phone: '', city: 'Chillán' },
    });
    expect((await adminShop.ask('/orders?q=rosalia')).body.orders).toEqual([]);
    const again = await openAccount(adminShop.shop, PERSON_EMAIL);
    expect((await again.call('/api/orders')).body.orders).toEqual([]);
  });

  testAbove('ends every link that was mailed about their orders', async () => {
    const { context } = adminShop.shop;
    const { uid, orderIds } = await openKnownPerson(adminShop);
    const [own = '', , guest = ''] = orderIds;
    const call = (path: string, json: object) =>
      adminShop.shop.call(`/api/orders/${path}`, { json });
    // In progress again, it can have links of each kind.
    const status = (to: string) => adminShop.setStatus(guest, to);
    await status('pending');
    await adminShop.change(`${guest}/proofs`, {}, 'POST');
    const proof = await lastProofToken(adminShop.shop, guest);
    const asked = { items: [1], words: 'Rosalía sale cortada' };
    await adminShop.change(`${guest}/picture-requests`, asked, 'POST');
    const mail = (await mailJobsOf(context.db, guest, 'picture_requested')).at(-1);
    const picture: string = JSON.parse(mail?.payload ?? '').token;
    const tokens = [own, guest].map((id) => firstToken(context, id));
    for (const token of tokens) expect((await call('view', { token })).status).toBe(200);
    expect((await viewProof(adminShop.shop, proof)).status).toBe(200);
    expect((await call('picture/view', { token: picture })).status).toBe(200);

    await status('cancelled');
    expect((await erase(`/${uid}`)).status).toBe(200);
    await status('pending');
    for (const token of tokens) {
      expect(refused(await call('view', { token }))).toBe('404 not_found');
      expect(refused(await call('cancel', { token }))).toBe('404 not_found');
      expect(refused(await call('picture/link', { token }))).toBe('404 not_found');
    }
    expect(refused(await viewProof(adminShop.shop, proof))).toBe('404 not_found');
    expect(refused(await answerProof(adminShop.shop, proof))).toBe('404 not_found');
    expect(refused(await call('picture/view', { token: picture }))).toBe('404 not_found');
    expect(await context.db.queries.selectFrom('order_links').selectAll().execute()).toEqual([]);
  });

  testAbove('is refused while one of their orders is in progress', async () => {
    const { browser, uid, orderIds } = await openKnownPerson(adminShop);
    const json = makeOrder({ images: await addPictures(adminShop.shop.context, 1) });
    const pending = Object((await browser.call('/api/orders', { json })).body.order).id;
    expect(refused(await erase(`/${uid}`))).toBe('409 order_under_way');
    expect(refused(await browser.call('/api/auth/profile', { method: 'DELETE' }))).toBe(
      '409 order_under_way',
    );
    const status = (to: string) => adminShop.setStatus(pending, to);
    await status('processing');
    expect(refused(await erase(`/${uid}`))).toBe('409 order_under_way');
    expect((await browser.call('/api/auth/profile')).status).toBe(200);
    await status('completed');
    expect((await erase(`/${uid}`)).body.orders).toBe(orderIds.length + 1);
  });

  testAbove('by themselves requires a fresh sign-in, like their export', async () => {
    const { browser } = await openKnownPerson(adminShop);
    const headers = { 'content-type': 'application/json' };
    const leave = () => browser.call('/api/auth/profile', { method: 'DELETE', headers });
    ahead = 11 * MINUTE_MS;
    const taken = await browser.call('/api/auth/profile/export');
    expect(refused(taken)).toBe('403 fresh_sign_in_required');
    const stale = await leave();
    expect(refused(stale)).toBe('403 fresh_sign_in_required');
    expect(stale.body.message).toBe('Por seguridad, vuelve a iniciar sesión para hacer esto');
    await browser.signIn(PERSON_EMAIL);
    expect((await browser.call('/api/auth/profile/export')).status).toBe(200);
    const done = await leave();
    expect([done.status, done.body.message]).toEqual([200, 'Borramos tu cuenta y tus datos']);
    expect(await searchDatabase(adminShop.shop.context, PERSON_WORDS)).toEqual([]);
  });

  testAbove('of a guest works by e-mail, in any case, and leaves the account', async () => {
    const { browser } = await openKnownPerson(adminShop);
    const email = encodeURIComponent(PERSON_EMAIL.toUpperCase());
    expect((await erase(`/guest?email=${email}`)).body.orders).toBe(1);
    expect(refused(await erase(`?email=${email}`))).toBe('404 not_found');
    expect((await browser.call('/api/orders')).body.orders).toHaveLength(1);
    const placeOne = () => adminShop.place({ delivery: { email: 'visita@correo.cl' } });
    const { id } = await placeOne();
    expect(refused(await erase('?email=visita@correo.cl'))).toBe('409 order_under_way');
    await adminShop.setStatus(id, 'completed');
    expect((await erase('?email=visita@correo.cl')).body.orders).toBe(1);
    expect(await searchDatabase(adminShop.shop.context, ['visita@correo.cl'])).toEqual([]);
  });

  testAbove('takes their quotes with them, of which an open one is withdrawn', async () => {
    const email = 'colegio@correo.cl';
    const open = async () => {
      const charges = [{ label: 'Diseño para Rosalía', amount: 5000 }];
      const quote = { validUntil: '2999-01-01', lines: [{ quantity: 9 }], charges };
      const deliveryData = { fullName: 'Rosalía', phone: '912345678', email };
      return (await adminShop.open({ deliveryData, quote })).order.id;
    };
    const [withdrawn, deleted, asked] = [await open(), await open(), await open()];
    await adminShop.setStatus(withdrawn, 'cancelled');
    await adminShop.remove(deleted);
    expect((await erase(`?email=${email}`)).body).toMatchObject({ success: true, orders: 3 });
    expect(await adminShop.read(asked)).toMatchObject({ quote: { state: 'withdrawn' } });
    expect(await searchDatabase(adminShop.shop.context, [email, 'Rosalía'])).toEqual([]);
  });

  testAbove('of a guest with an undeliverable address finds the orders, too', async () => {
    // Its host mixes directions of writing, which no registry takes.
    const { id } = await adminShop.place({ delivery: { email: 'Visita@Correo\u05d0.cl' } });
    await adminShop.setStatus(id, 'cancelled');
    const found = await adminShop.ask('/people/guest/export?email=VISITA@correo\u05d0.cl');
    expect(found.body.orders).toMatchObject([{ id }]);
    expect((await erase('?email=visita@correo\u05d0.cl')).body.orders).toBe(1);
    expect(await searchDatabase(adminShop.shop.context, ['correo\u05d0'])).toEqual([]);
  });

  testAbove('is refused without a person, for both, owners and the last admin', async () => {
    const { uid, browser } = await openKnownPerson(adminShop);
    expect(refused(await erase('/nadie'))).toBe('404 not_found');
    expect(refused(await erase('/guest'))).toBe('400 validation_failed');
    expect(refused(await erase(`/${uid}?email=x@correo.cl`))).toBe('400 validation_failed');
    expect(refused(await erase(''))).toBe('400 validation_failed');
    const { user } = JSON.parse(
      JSON.stringify((await adminShop.admin.call('/api/auth/profile')).body),
    );
    expect(refused(await erase(`/${user.uid}`))).toBe('409 admin_by_config');
    const { queries } = adminShop.shop.context.db;
    await queries.updateTable('people').set({ role: 'admin' }).where('uid', '=', uid).execute();
    await setRows(adminShop.shop.context, 'people', { email: ADMIN_EMAIL }, { is_active: 0 });
    expect(refused(await browser.call('/api/auth/profile', { method: 'DELETE' }))).toBe(
      '409 last_admin',
    );
  });

  testRace('or orders placed at the same moment are refused: one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = `carrera${round}@correo.cl`;
      const browser = await openAccount(adminShop.shop, email);
      const authorization = `Bearer ${await browser.token()}`;
      const headers = { authorization };
      const call = (path: string, request = {}) =>
        adminShop.shop.call(path, { headers, ...request });
      await call('/api/auth/profile');
      const bodies = await Promise.all(
        [1, 2, 3].map(async () =>
          makeOrder({
            images: await addPictures(adminShop.shop.context, 1),
            delivery: { email, fullName: `Carrera ${round}` },
          }),
        ),
      );
      const [erased, ...orders] = await Promise.all([
        call('/api/auth/profile', { method: 'DELETE' }),
        ...bodies.map((json) => call('/api/orders', { json })),
        call('/api/orders/addresses', { method: 'PUT', json: { ...bodies[0]?.deliveryData } }),
      ]);
      const placed = orders.slice(0, 3).filter(({ status }) => status === 201);
      expect(orders.filter(({ status }) => ![200, 201, 401, 403].includes(status))).toEqual([]);
      expect([erased?.status, placed.length > 0]).toEqual(
        erased?.status === 200 ? [200, false] : [409, true],
      );
      if (erased?.status !== 200) continue;
      const words = [email, `Carrera ${round}`];
      expect(await searchDatabase(adminShop.shop.context, words)).toEqual([]);
    }
  });

  testAbove("continues after a stop between the shop's own data and the provider", async () => {
    const { uid } = await openKnownPerson(adminShop);
    const { context } = adminShop.shop;
    const remove = context.identity.remove;
    context.identity.remove = async () => {
      throw new Error('stopped');
    };
    expect((await erase(`/${uid}`)).status).toBe(500);
    context.identity.remove = remove;
    expect((await openBrowser(adminShop.shop).signIn(PERSON_EMAIL)).status).not.toBe(200);
    const { personHandlers } = await import('./erase-person.ts');
    const stop = startTestWorker({ db: context.db, handlers: personHandlers(context) });
    await until(async () => (await searchDatabase(context, PERSON_WORDS)).length === 0);
    await stop();
  });
});

function wordOf(hit: string): string {
  return hit.slice(hit.indexOf(': ') + 2);
}
