import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import type { PartTables } from '#server/db/tables/parts.ts';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { openAdminShop, refused } from '#server/testing/admin-shop.ts';
import {
  INTERNAL_WORDS,
  openKnownPerson,
  PERSON_EMAIL,
  PERSON_WORDS,
} from '#server/testing/known-person.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { anyDatabase, databases, openShop, testOnAny } from '#server/testing/shop.ts';
import { readTableTypes } from '#server/testing/table-types.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';

const file = z.object({
  success: z.literal(true),
  person: z.object({ email: z.string(), account: z.nullable(z.looseObject({})) }),
  orders: z.array(z.looseObject({ id: z.string() })),
});

describe.each(databases)('the export of a person on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let person: Browser;
  let uid: string;
  let orderIds: string[];
  const adminShop = useAdminShop(kind);
  beforeAll(async () => {
    ({ browser: person, uid, orderIds } = await openKnownPerson(adminShop));
    await adminShop.place({ delivery: { fullName: 'Otra Persona' } });
  });

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

  test('has every column of their orders, but what is the shop’s own', async () => {
    const { body } = await adminShop.ask(`/people/${uid}/export`);
    const order = file.parse(body).orders.find(({ id }) => id === orderIds[0]);
    const paths = exportedPaths();
    expect(paths.length).toBeGreaterThan(90);
    expect(paths.filter((path) => readPath(order, path) === undefined)).toEqual([]);
    expect(order).toMatchObject({
      document: { number: '4711', issuedOn: '2026-03-09', hasFile: false },
      complaints: [{ items: [1], closedAt: expect.any(String), hasPhoto: true }],
      rounds: [
        { shipping: { courier: 'Starken', trackingNumber: 'TRK-777' } },
        { items: [{ n: 1, quantity: 1 }], isPrinted: true, startedAt: expect.any(String) },
      ],
    });
    const guest = file.parse(body).orders.find(({ id }) => id === orderIds[2]);
    expect(guest?.pictureRequest).toMatchObject({ items: [1], words: 'Rosalía sale cortada' });
  });

  testAbove("is the same for the owner, with the shop's internal notes", async () => {
    const { status, body } = await adminShop.ask(`/people/${uid}/export`);
    expect(status).toBe(200);
    expect(idsIn(body)).toEqual(orderIds.toSorted());
    const noted = file.parse(body).orders.find(({ id }) => id === orderIds[0]);
    expect(noted).toMatchObject({ internalNotes: INTERNAL_WORDS, buyerNotes: 'Portón verde' });
    expect(refused(await adminShop.ask('/people/nadie/export'))).toBe('404 not_found');
    expect(refused(await adminShop.ask('/people/guest/export'))).toBe('400 validation_failed');
    expect(refused(await person.call(`/api/admin/people/${uid}/export`))).toBe('403 forbidden');
  });

  testAbove('contains only the guest orders by e-mail, in any case', async () => {
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

  testAbove('is logged without a personal value', async () => {
    const { activity } = (await adminShop.ask('/dashboard/activity?entity=user')).body;
    const text = JSON.stringify(activity);
    expect(text).toContain('person_exported');
    expect(text).toContain(`"entityId":"${uid}"`);
    expect(text).toContain('"entityId":"guest"');
    expect(PERSON_WORDS.filter((word) => text.includes(word))).toEqual([]);
  });

  testAbove('is refused without an e-mail, and finds nobody by one without letters', async () => {
    expect((await adminShop.ask('/people/export?email=')).status).toBe(400);
    expect((await adminShop.ask('/people?email=', { method: 'DELETE' })).status).toBe(400);
    expect((await adminShop.ask('/people/export?email=%40%22')).status).toBe(404);
  });

  testAbove('of an unverified account has no guest orders of its e-mail', async () => {
    const email = 'otra-vez@correo.cl';
    await adminShop.place({ delivery: { email } });
    const stranger = await openAccount(adminShop.shop, email, { verified: false });
    const { body } = await stranger.call('/api/auth/profile/export');
    expect(idsIn(body)).toEqual([]);
  });
});

/**
 * Where a table's columns are in the file: below `at` under their own names, unless they are `named`,
 * or in a list that may be empty. `own`: the shop's own, or derived from others.
 */
type Place = { at?: string; list?: string; named?: Record<string, string>; own: string };

const places: Record<'orders' | keyof PartTables, Place> = {
  orders: {
    named: {
      is_guest: 'isGuestOrder',
      guest_email: 'deliveryData.email',
      promise_min_days: 'promise.minDays',
      promise_max_days: 'promise.maxDays',
      transport_days: 'promise.transportDays',
      ...below('deliveryData', 'full_name phone email region city address notes'),
      ...below('deliveryData.coordinates', 'lat lng'),
      ...below('deliveryData.pricing', 'images_total discount_amount shipping_cost total_amount'),
      pins: 'deliveryData.pricing.imagesCount',
      discount_code: 'deliveryData.pricing',
      // Left out for the default, delivery to the door.
      ...{ way: 'deliveryData', branch_courier: 'deliveryData', branch: 'deliveryData' },
      ...{ pay_shipping: 'deliveryData', needed_by: 'deliveryData' },
      ...{ status_set: 'history', status_set_at: 'history' },
      paid_on: 'payments.0.paidAt',
      paid_amount: 'payments.0.amount',
      refunded_amount: 'refunds.0.amount',
    },
    own: 'version owner_kind owner_uid guest_mailbox_key links_ended charges_total waits_for has_document',
  },
  order_payments: {
    at: 'payments.0',
    named: { paid_on: 'payments.0.paidAt' },
    own: 'id order_id attempt_id noted_by told_by_job',
  },
  order_refunds: { at: 'refunds.0', own: 'id order_id created_at' },
  payment_reminders: { list: 'reminders', own: 'order_id' },
  order_receipts: { list: 'receipts', own: 'order_id n file' },
  order_deposits: {
    named: {
      ...{ percent: 'depositPercent', from_total: 'depositFrom' },
      ...{ amount: 'deposit', complete_on: 'depositOn' },
    },
    own: 'order_id',
  },
  order_quotes: { own: 'order_id valid_until accepted_at quoted' },
  order_picture_requests: {
    named: { requested_at: 'pictureRequest', replaced_at: 'pictureReplacedAt' },
    own: 'order_id',
  },
  order_invoices: { at: 'invoice', own: 'order_id' },
  order_documents: {
    at: 'documents.0',
    named: { file: 'documents.0.hasFile' },
    own: 'order_id n bytes told_by_job',
  },
  order_complaints: {
    at: 'complaints.0',
    named: { made_at: 'complaints.0.at', file: 'complaints.0.hasPhoto' },
    own: 'order_id n',
  },
  order_complaint_items: { named: { position: 'complaints.0.items' }, own: 'order_id n' },
  buyer_notes: { named: { notes: 'notesOnBuyer' }, own: 'order_id noted_at' },
  order_cancel_requests: { list: 'cancelRequests', own: 'order_id n' },
  order_change_requests: { list: 'changeRequests', own: 'order_id n' },
  order_change_pictures: { list: 'changeRequests', own: 'order_id n position' },
  production_rounds: {
    at: 'rounds.1',
    named: {
      was_printed: 'rounds.1.isPrinted',
      printed_at: 'rounds.0.marks.printed',
      packed_at: 'rounds.0.marks.packed',
      dispatched_at: 'rounds.0.marks.dispatched',
      ...below('rounds.0.shipping', 'courier tracking_number'),
    },
    own: 'order_id n printed_by packed_by dispatched_by',
  },
  production_round_items: {
    at: 'rounds.1.items.0',
    named: { position: 'rounds.1.items.0.n' },
    own: 'order_id n',
  },
};

function nameOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function below(path: string, columns: string): Record<string, string> {
  return Object.fromEntries(columns.split(' ').map((each) => [each, `${path}.${nameOf(each)}`]));
}

/** Returns the paths of all columns that the file must have. */
function exportedPaths(): string[] {
  const types = readTableTypes(keysOf(MARKS));
  return Object.entries(places).flatMap(([table, { at = '', list, named = {}, own }]) =>
    Object.keys(types[table] ?? {})
      .filter((column) => !own.split(' ').includes(column))
      .map((column) => list ?? named[column] ?? `${at}.${nameOf(column)}`.replace(/^\./, '')),
  );
}

function readPath(order: unknown, path: string): unknown {
  return path.split('.').reduce((part: unknown, name) => Object(part)[name], order);
}

test.each(anyDatabase)('an order of 500 names is exported within bounds on %s', async (kind) => {
  const shop = await openAdminShop(kind);
  const [imageUrl = ''] = await addPictures(shop.shop.context, 1);
  const images = Array.from({ length: 500 }, (_, at) => ({
    imageUrl,
    text: { ...FIRST_STYLE, value: `Ñandú de nombre ${at}` },
  }));
  const delivery = { email: 'curso@correo.cl' };
  const { id } = placed(await shop.shop.placeOrder(makeOrder({ images, delivery })));
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await shop.ask(`/orders/${id}/proofs`, { method: 'POST', json: {} })).status).toBe(201);
  }
  const file = await shop.fetchFile('/people/export?email=curso@correo.cl');
  const text = await file.text();
  expect(text).toContain('Ñandú de nombre 499');
  expect(text.length).toBeLessThan(400_000);
  await shop.shop.close();
});

test.each(anyDatabase)('an account exports its data a few times an hour on %s', async (kind) => {
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
