import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import type { PartTables } from '#server/db/tables/parts.ts';
import type { Schema } from '#server/db/types.ts';
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
    const missing = Object.values(WHERE_EXPORTED)
      .flatMap((columns) => Object.entries<string | null>(columns))
      .filter(([, path]) => path !== null && readPath(order, path) === undefined);
    expect(missing).toEqual([]);
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

type Kept = 'orders' | keyof PartTables;

/** The paths of the columns in the file; null: not personal, or derived from others. */
const WHERE_EXPORTED: { [Table in Kept]: Record<keyof Schema[Table], string | null> } = {
  orders: {
    id: 'id',
    created_at: 'createdAt',
    version: null,
    source: 'source',
    deleted_at: 'deletedAt',
    is_guest: 'isGuestOrder',
    owner_kind: null,
    owner_uid: null,
    user_email: 'userEmail',
    guest_email: 'deliveryData.email',
    guest_mailbox_key: null,
    buyer_verified: 'buyerVerified',
    is_returning: 'isReturning',
    links_ended: null,
    terms_version: 'termsVersion',
    promise_min_days: 'promise.minDays',
    promise_max_days: 'promise.maxDays',
    transport_days: 'promise.transportDays',
    full_name: 'deliveryData.fullName',
    phone: 'deliveryData.phone',
    email: 'deliveryData.email',
    region: 'deliveryData.region',
    city: 'deliveryData.city',
    address: 'deliveryData.address',
    lat: 'deliveryData.coordinates.lat',
    lng: 'deliveryData.coordinates.lng',
    notes: 'deliveryData.notes',
    // Left out for the default, delivery to the door.
    way: 'deliveryData',
    branch_courier: 'deliveryData',
    branch: 'deliveryData',
    pay_shipping: 'deliveryData',
    needed_by: 'deliveryData',
    leave_by: 'leaveBy',
    buyer_notes: 'buyerNotes',
    internal_notes: 'internalNotes',
    pins: 'deliveryData.pricing.imagesCount',
    images_total: 'deliveryData.pricing.imagesTotal',
    discount_code: 'deliveryData.pricing',
    discount_amount: 'deliveryData.pricing.discountAmount',
    charges_total: null,
    shipping_cost: 'deliveryData.pricing.shippingCost',
    total_amount: 'deliveryData.pricing.totalAmount',
    agreed_total: 'agreedTotal',
    pay_by: 'payBy',
    complete_since: 'completeSince',
    status_set: 'history',
    status_set_at: 'history',
    cancel_requested_at: 'cancelRequestedAt',
    status: 'status',
    waits_for: null,
    started_at: 'startedAt',
    paid_on: 'payments.0.paidAt',
    paid_amount: 'payments.0.amount',
    refunded_amount: 'refunds.0.amount',
    due_on: 'dueOn',
    arrives_by: 'arrivesBy',
    has_document: null,
  },
  order_payments: {
    ...{ id: null, order_id: null, attempt_id: null, noted_by: null, told_by_job: null },
    amount: 'payments.0.amount',
    paid_on: 'payments.0.paidAt',
    how: 'payments.0.how',
    noted_at: 'payments.0.notedAt',
    removed_at: 'payments.0.removedAt',
  },
  order_refunds: {
    ...{ id: null, order_id: null, created_at: null },
    amount: 'refunds.0.amount',
    reason: 'refunds.0.reason',
    due_on: 'refunds.0.dueOn',
    done_on: 'refunds.0.doneOn',
    how: 'refunds.0.how',
  },
  payment_reminders: { order_id: null, number: 'reminders', reminded_on: 'reminders' },
  order_receipts: {
    ...{ order_id: null, n: null, file: null },
    received_at: 'receipts',
    type: 'receipts',
    bytes: 'receipts',
  },
  order_deposits: {
    order_id: null,
    percent: 'depositPercent',
    from_total: 'depositFrom',
    amount: 'deposit',
    complete_on: 'depositOn',
  },
  order_quotes: { order_id: 'id', valid_until: null, accepted_at: null, quoted: null },
  order_picture_requests: {
    order_id: null,
    requested_at: 'pictureRequest',
    replaced_at: 'pictureReplacedAt',
  },
  order_invoices: {
    order_id: 'id',
    rut: 'invoice.rut',
    name: 'invoice.name',
    giro: 'invoice.giro',
    address: 'invoice.address',
  },
  order_documents: {
    kind: 'documents.0.kind',
    ...{ order_id: null, n: null, bytes: null, told_by_job: null },
    number: 'documents.0.number',
    issued_on: 'documents.0.issuedOn',
    file: 'documents.0.hasFile',
    noted_at: 'documents.0.notedAt',
    removed_at: 'documents.0.removedAt',
  },
  order_complaints: {
    ...{ order_id: null, n: null },
    made_at: 'complaints.0.at',
    words: 'complaints.0.words',
    file: 'complaints.0.hasPhoto',
    closed_at: 'complaints.0.closedAt',
    answer: 'complaints.0.answer',
  },
  order_complaint_items: { order_id: null, n: null, position: 'complaints.0.items' },
  buyer_notes: { order_id: null, notes: 'notesOnBuyer', noted_at: null },
  order_cancel_requests: {
    ...{ order_id: null, n: null },
    requested_at: 'cancelRequests',
    words: 'cancelRequests',
  },
  order_change_requests: {
    ...{ order_id: null, n: null, made_at: 'changeRequests', words: 'changeRequests' },
    ...{ closed_at: 'changeRequests', is_accepted: 'changeRequests', answer: 'changeRequests' },
  },
  order_change_pictures: {
    ...{ order_id: null, n: null, position: null, upload_id: 'changeRequests' },
    ...{ original_name: 'changeRequests', notes: 'changeRequests', pins: 'changeRequests' },
  },
  production_rounds: {
    ...{ order_id: null, n: null, printed_by: null, packed_by: null, dispatched_by: null },
    started_at: 'rounds.1.startedAt',
    reason: 'rounds.1.reason',
    was_printed: 'rounds.1.isPrinted',
    printed_at: 'rounds.0.marks.printed',
    packed_at: 'rounds.0.marks.packed',
    dispatched_at: 'rounds.0.marks.dispatched',
    courier: 'rounds.0.shipping.courier',
    tracking_number: 'rounds.0.shipping.trackingNumber',
  },
  production_round_items: {
    ...{ order_id: null, n: null },
    position: 'rounds.1.items.0.n',
    quantity: 'rounds.1.items.0.quantity',
  },
};

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
