import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { lastArrival } from '#domain/delivery/business-days.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { makePhonePhoto } from '#server/testing/pictures.ts';
import { databases, testOnAny, useCheckedAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('something went wrong on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let ahead = 0;
  let photo: Uint8Array;
  const env = { SHOP_EMAIL: 'hola@pines.cl' };
  const adminShop = useCheckedAdminShop(kind, { env, clock: () => Date.now() + ahead });
  beforeAll(async () => {
    photo = await makePhonePhoto();
  });

  const tokenOf = (id: string) => firstToken(adminShop.shop.context, id);
  const mark = (id: string, name: string, json = {}) =>
    adminShop.change(`${id}/marks/${name}`, json);

  async function placeSent(): Promise<string> {
    const id = await adminShop.placePaid({ pictures: 3, paidAt: '2026-01-02' });
    await mark(id, 'dispatched', { courier: 'Starken', tracking: '111' });
    return id;
  }

  type Sent = { token?: string; items?: string[]; words?: string; file?: Uint8Array | null };

  function complain(id: string, { token = tokenOf(id), items = ['2'], ...rest }: Sent = {}) {
    const { words = 'Se despintó', file = photo } = rest;
    const form = new FormData();
    form.append('token', token);
    for (const item of items) form.append('items', item);
    form.append('words', words);
    if (file) form.append('photo', new Blob([new Uint8Array(file)]), 'foto.jpg');
    return adminShop.shop.call('/api/orders/complaint', { method: 'POST', raw: form });
  }
  const reprint = (id: string, json: object) => adminShop.change(`${id}/reprints`, json, 'POST');

  test('the buyer tells it with a photo, which is the owner’s alone and without metadata', async () => {
    const id = await placeSent();
    const sentOn = dayOf(Date.now() + ahead);
    const until = addDays(lastArrival(sentOn, DEFAULT_PROMISE), 10);
    expect(await adminShop.view(id)).toMatchObject({ complainBy: until, complaint: null });
    const sent = await complain(id, { items: ['[3,1]'] });
    expect(sent).toMatchObject({
      status: 201,
      body: { order: { complaint: { items: [1, 3], isOpen: true } } },
    });
    const order = await adminShop.read(id);
    expect(order.complaint).toMatchObject({ words: 'Se despintó', hasPhoto: true });
    const file = await adminShop.fetchFile(`/orders/${id}/complaint/photo`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get('content-type')).toBe('image/webp');
    expect(bytes.includes('Exif') || bytes.includes('EXIF')).toBe(false);
    expect((await adminShop.shop.fetch(`/api/admin/orders/${id}/complaint/photo`)).status).toBe(
      401,
    );
    const { body } = await adminShop.ask('/today');
    const row = { id, words: 'Se despintó', waitsFor: null };
    expect(body.complaints).toContainEqual(expect.objectContaining(row));
    expect(await adminShop.mailed(id)).toEqual(
      expect.arrayContaining(['complaint_received', 'complaint_told']),
    );
  });

  testAbove('a later complaint takes the place of the first, and its photo too', async () => {
    const id = await placeSent();
    await complain(id);
    const before = await adminShop.shop.storedFiles();
    await complain(id, { items: ['1', '2'], words: 'También la otra' });
    expect((await adminShop.read(id)).complaint).toMatchObject({
      items: [1, 2],
      words: 'También la otra',
    });
    await expect
      .poll(async () => (await adminShop.shop.storedFiles()).length)
      .toBeLessThanOrEqual(before.length + 1);
    const words = (await adminShop.read(id)).history.filter(
      ({ action }) => action === 'complaint_sent',
    );
    expect(words.map(({ reason }) => reason)).toEqual(['Se despintó', 'También la otra']);
  });

  test('one that is received while the links end is refused, with its photo', async () => {
    const { storage } = adminShop.shop.context;
    const id = await placeSent();
    const before = await adminShop.shop.storedFiles();
    const { putFile } = storage;
    const { deliveryData } = await adminShop.read(id);
    const other = { ...deliveryData, email: 'otra@correo.cl' };
    const put = vi.spyOn(storage, 'putFile').mockImplementationOnce(async (key, path) => {
      await putFile(key, path);
      expect((await adminShop.change(`${id}/address`, other)).status).toBe(200);
    });
    expect(refused(await complain(id))).toBe('404 not_found');
    put.mockRestore();
    expect(await adminShop.shop.storedFiles()).toEqual(before);
    expect((await adminShop.read(id)).complaint).toBeNull();
  });

  testAbove('may come as JSON, without a photo', async () => {
    const id = await placeSent();
    const send = (json: unknown) => adminShop.shop.call('/api/orders/complaint', { json });
    const sent = await send({ token: tokenOf(id), items: [1, 3], words: 'Se despintó' });
    expect([sent.status, sent.body.order]).toMatchObject([201, { complaint: { items: [1, 3] } }]);
    for (const wrong of [
      [],
      { items: [1], words: 5 },
      { token: tokenOf(id), items: 1, words: 'x' },
    ]) {
      expect(refused(await send(wrong))).toBe('400 validation_failed');
    }
    const raw = { method: 'POST', raw: 'hola', headers: { 'content-type': 'text/plain' } };
    expect((await adminShop.shop.call('/api/orders/complaint', raw)).status).toBe(415);
  });

  testAbove('needs no photo; the first one stays until the complaint is answered', async () => {
    const id = await placeSent();
    expect((await complain(id, { file: null })).status).toBe(201);
    expect((await adminShop.read(id)).complaint).toMatchObject({ hasPhoto: false });
    await complain(id);
    await complain(id, { file: null, words: 'Y el broche se cae' });
    expect((await adminShop.read(id)).complaint).toMatchObject({ hasPhoto: true });
    const answer = { method: 'POST', json: { words: 'Lo vemos' } };
    await adminShop.ask(`/orders/${id}/complaint`, answer);
    expect(await adminShop.view(id)).toMatchObject({
      complaint: { isOpen: false, answer: 'Lo vemos' },
    });
    await complain(id, { file: null });
    expect((await adminShop.read(id)).complaint).toMatchObject({
      hasPhoto: false,
      isOpen: true,
      answer: null,
    });
  });

  testAbove('is refused too early, too late, without a real photo or such a picture', async () => {
    const { id: placed } = await adminShop.place();
    expect(refused(await complain(placed))).toBe('409 complaint_too_late');
    const id = await placeSent();
    const html = Buffer.from('<svg onload=alert(1)>');
    expect(refused(await complain(id, { file: html }))).toBe('415 image_type_not_allowed');
    for (const items of [[], ['9'], ['x'], ['0'], ['[1,']]) {
      expect(refused(await complain(id, { items }))).toBe('400 validation_failed');
    }
    expect(refused(await complain(id, { words: ' ' }))).toBe('400 validation_failed');
    expect(refused(await complain(id, { token: `${id}.x` }))).toBe('404 not_found');
    ahead += 30 * DAY_MS;
    expect(refused(await complain(id))).toBe('409 complaint_too_late');
    expect(await adminShop.view(id)).toMatchObject({ complainBy: null });
    expect(await adminShop.shop.arrivingFiles()).toEqual([]);
  });

  testAbove('takes the longest words and a field for each picture, all of them', async () => {
    const id = await placeSent();
    const words = 'ñ'.repeat(1000);
    expect((await complain(id, { items: ['1', '2', '3'], words, file: null })).status).toBe(201);
    expect((await adminShop.read(id)).complaint).toMatchObject({ items: [1, 2, 3], words });
    for (const length of [1001, 16_384, 70_000]) {
      const long = await complain(id, { words: 'ñ'.repeat(length), file: null });
      expect(refused(long)).toBe('400 validation_failed');
      expect(long.body.fields?.words).toMatch(/^El texto es demasiado largo/);
    }
    const items = [JSON.stringify(Array.from({ length: 500 }, (_, at) => at + 1))];
    const unknown = await complain(id, { items, file: null });
    expect(unknown.body.fields).toEqual({ items: 'Este pedido no tiene esa imagen' });
    expect((await complain(id, { items: Array(501).fill('1'), file: null })).status).toBe(400);
    expect((await adminShop.read(id)).complaint).toMatchObject({ words });
  });

  test('a reprint runs with marks of its own, and leaves status, sums and history of pins alone', async () => {
    const id = await placeSent();
    await complain(id);
    const before = await adminShop.read(id);
    const json = { items: [{ n: 2, quantity: 1 }], reason: 'Se despintó' };
    const started = await reprint(id, json);
    expect(started.status).toBe(201);
    expect(refused(await reprint(id, json))).toBe('409 order_under_way');
    const { body } = await adminShop.ask('/workshop?waitsFor=print');
    expect(body).toMatchObject({
      orders: [{ id, reprint: true, pins: 1, pictures: 1, items: [{ n: 2 }] }],
      pins: { print: 1 },
    });
    const sheet = await adminShop.ask('/sheets', { method: 'POST', json: { orderIds: [id] } });
    expect(sheet.body.sheet).toMatchObject({ pins: 1, printedBefore: [], unmarked: [{ id }] });
    for (const name of ['printed', 'packed', 'dispatched']) {
      expect((await adminShop.read(id)).status).toBe('completed');
      expect((await mark(id, name, { courier: 'Starken', tracking: '222' })).status).toBe(200);
    }
    const after = await adminShop.read(id);
    expect(after).toMatchObject({
      status: before.status,
      deliveryData: { pricing: before.deliveryData.pricing },
      waitsFor: null,
      shipping: { courier: 'Starken', trackingNumber: '111' },
      reprint: {
        items: [{ n: 2, quantity: 1 }],
        isUnderWay: false,
        isPrinted: false,
        shipping: { courier: 'Starken', trackingNumber: '222' },
      },
      complaint: { isOpen: false },
    });
    expect(await adminShop.view(id)).toMatchObject({
      reprint: { isSent: true, isPrinted: false, parcel: { tracking: '222' } },
      parcel: { tracking: '111' },
      status: 'completed',
    });
    expect((await adminShop.ask('/orders/sales')).body.reprinted).toBe(1);
    expect(await adminShop.mailed(id)).toEqual(
      expect.arrayContaining(['reprint_started', 'reprint_sent']),
    );
    // Taking the dispatch back opens the complaint again.
    await adminShop.ask(`/orders/${id}/marks/dispatched`, { method: 'DELETE' });
    expect((await adminShop.read(id)).complaint).toMatchObject({ isOpen: true });
    await mark(id, 'dispatched', { courier: 'Starken', tracking: '222' });
    expect((await adminShop.read(id)).complaint).toMatchObject({ isOpen: false });
    const corrected = { courier: 'Starken', trackingNumber: '223', ofReprint: true };
    await adminShop.change(`${id}/shipping`, corrected);
    expect(await adminShop.view(id)).toMatchObject({
      reprint: { parcel: { tracking: '223' } },
      parcel: { tracking: '111' },
    });
    expect((await reprint(id, { ...json, isPrinted: true })).status).toBe(201);
    expect(await adminShop.view(id)).toMatchObject({
      reprint: { isSent: false, isPrinted: true, parcel: null },
    });
    expect((await adminShop.read(id)).waitsFor).toBe('pack');
    expect((await adminShop.ask('/orders/sales')).body.reprinted).toBe(1);
    const withdrawn = await adminShop.ask(`/orders/${id}/reprints`, { method: 'DELETE' });
    // The reprint before it is still known.
    expect(detailed(withdrawn)).toMatchObject({
      waitsFor: null,
      reprint: { isUnderWay: false, shipping: { trackingNumber: '223' } },
      status: 'completed',
    });
  });

  testAbove('as many pins as were ordered are made again', async () => {
    const [imageUrl = ''] = await adminShop.shop.uploadMany(1);
    const { order } = await adminShop.open({
      images: [{ imageUrl, originalName: 'a.png', quantity: 9999 }],
    });
    await mark(order.id, 'dispatched');
    const items = [{ n: 1, quantity: 9999 }];
    expect((await reprint(order.id, { items, reason: 'Se perdieron' })).status).toBe(201);
    expect((await adminShop.read(order.id)).reprint?.items).toEqual(items);
  });

  testAbove('a refund is noted in the history, and an answer closes the complaint', async () => {
    const id = await placeSent();
    await complain(id);
    const { deliveryData } = await adminShop.read(id);
    const answer = (json: object) => adminShop.change(`${id}/complaint`, json, 'POST');
    expect(refused(await answer({}))).toBe('400 validation_failed');
    const future = { amount: 1000, on: addDays(dayOf(Date.now() + ahead), 2) };
    expect(refused(await answer({ refund: future }))).toBe('400 validation_failed');
    const refund = { amount: 1000, on: '2026-03-09' };
    const closed = detailed(await answer({ words: 'Perdón', refund }));
    expect(closed).toMatchObject({
      complaint: { isOpen: false },
      notedRefund: refund,
      deliveryData,
    });
    expect(await adminShop.view(id)).toMatchObject({
      complaint: { answer: 'Perdón' },
      notedRefund: refund,
    });
    expect(closed.history.at(-1)).toMatchObject({
      action: 'complaint_answered',
      reason: 'Perdón',
      changes: [
        { field: 'notedRefund', to: 1000 },
        { field: 'notedRefundOn', to: '2026-03-09' },
      ],
    });
    expect(await adminShop.mailed(id)).toContain('complaint_answered');
  });
});
