import { describe, expect, test } from 'vitest';
import { readBuyer } from '#contract/buyers/buyers.ts';
import { openOrder } from '#contract/orders/opened-orders.ts';
import { acceptQuote as acceptQuoteCall } from '#contract/orders/quotes.ts';
import { addDays, DAY_MS, dayOf, formatDay } from '#domain/base/dates.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { findLiveOrder } from '#server/features/orders/order.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';
import { acceptQuote } from './accept-quote.ts';

const SCHOOL = { fullName: 'Colegio Los Aromos', phone: '912345678' };
const AMOUNT = 100 * 1700 + 2500 + 5000;

describe.each(databases)('quotes on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let ahead = 0;
  const admin = useAdminShop(kind, { clock: () => Date.now() + ahead });
  const today = dayOf(Date.now());

  async function quote(more: object = {}, body: object = {}) {
    const asked = {
      validUntil: addDays(today, 10),
      lines: [{ quantity: 60 }, { quantity: 40 }],
      charges: [{ label: 'Diseño', amount: 5000 }],
      ...more,
    };
    const deliveryData = { ...SCHOOL, region: 'XVI', city: 'Chillán' };
    return admin.ask('/orders', {
      method: 'POST',
      json: { images: [], deliveryData, quote: asked, ...body },
    });
  }
  const idOf = ({ body }: Answer) => openOrder.answer.parse(body).order.id;
  const tokenOf = ({ body }: Answer) => String(body.link).split('#pedido=')[1] ?? '';
  async function opened() {
    const answer = await quote();
    return { id: idOf(answer), token: tokenOf(answer) };
  }
  const call = (path: string, json: object) =>
    admin.shop.call(`/api/orders/quote/${path}`, { json });
  const accept = (token: string, more: object = {}) =>
    call('accept', { token, deliveryData: sampleDelivery, ...more });
  async function pictures(...quantities: number[]) {
    const urls = await addPictures(admin.shop.context, quantities.length);
    return quantities.map((quantity, at) => ({
      ...{ imageUrl: urls[at], originalName: `${at}.jpg`, quantity },
    }));
  }
  const figures = async () => ({
    stats: (await admin.ask('/orders/stats')).body.stats,
    main: (await admin.ask('/dashboard/main')).body,
    board: (await admin.ask('/workshop')).body.counts,
    today: (await admin.ask('/today')).body.counts,
  });

  test('are on no board and in no sum until accepted, then orders at the quoted price', async () => {
    const before = await figures();
    const { id, token } = await opened();
    expect(await figures()).toEqual(before);
    const pricing = { imagesCount: 100, totalAmount: AMOUNT, shippingCost: 2500 };
    const open = { validUntil: addDays(today, 10), state: 'open' };
    expect(await admin.read(id)).toMatchObject({
      ...{ waitsFor: null, quote: open, balance: AMOUNT, amountDue: 0, source: 'panel' },
      deliveryData: { pricing },
    });
    const exported = await (await admin.fetchFile('/orders/export.csv')).text();
    expect(exported).not.toContain(id);
    expect(refused(await admin.change(`${id}/payment`, { paidAt: today, how: 'x' }))).toBe(
      '409 order_incomplete',
    );
    expect((await call('view', { token })).body.quote).toMatchObject({
      ...open,
      pricing,
      items: [{ quantity: 60, unitPrice: 1700 }, { quantity: 40 }],
      charges: [{ label: 'Diseño', amount: 5000 }],
    });
    // Prices that rise later do not matter.
    await admin.saveSettings('prices', { pin: 9000 });

    const wrong = await accept(token, { images: await pictures(99) });
    expect([refused(wrong), wrong.body.fields]).toEqual([
      '400 validation_failed',
      { images: 'Las imágenes deben sumar los pines cotizados: 100' },
    ]);
    const images = await pictures(30, 70);
    const [first, second] = await Promise.all([1, 2].map(() => accept(token, { images })));
    const both = [first, second].map((answer) => answer?.status).sort();
    expect(both).toEqual([201, 409]);
    const body = { ...(first?.status === 201 ? first : second)?.body };
    expect(body).toMatchObject({
      order: { id, quote: { state: 'accepted' }, deliveryData: { pricing } },
    });
    const link = { token: firstToken(admin.shop.context, id) };
    const linked = await admin.shop.call('/api/orders/view', { json: link });
    expect(linked.body.order).toMatchObject({ quote: { state: 'accepted' } });
    expect(body).not.toHaveProperty('link');
    expect(await admin.read(id)).toMatchObject({
      ...{ waitsFor: 'payment', quote: { state: 'accepted' }, balance: AMOUNT },
      userEmail: sampleDelivery.email,
    });
    expect(refused(await accept(token))).toBe('409 quote_ended');
    expect((await figures()).stats).toMatchObject({ totalOrders: 1 });
    expect(await admin.mailed(id)).toEqual(expect.arrayContaining(['order_received']));
    expect((await admin.ask('/settings/prices', { method: 'DELETE' })).status).toBe(200);
  });

  testAbove('are mailed once, named as quotes, and make nobody a returning buyer', async () => {
    const email = 'colegio@correo.cl';
    const school = { ...SCHOOL, phone: '955550001', region: 'XVI', city: 'Chillán', email };
    const sent = await quote({}, { deliveryData: school });
    const [id, { body }] = [idOf(sent), sent];
    expect(await admin.mailed(id)).toEqual(['quote_sent']);
    const [mail, ...others] = (await writeMails(admin.shop)).filter(({ to }) =>
      to?.some(({ address }) => address === email),
    );
    expect(others).toEqual([]);
    expect(mail?.text).toContain(String(body.link));
    expect(mail?.text).toContain(formatDay(addDays(today, 10)));
    const later = (await admin.place({ delivery: { email, phone: '955550002' } })).id;
    const isReturning = async (orderId: string) =>
      (await findLiveOrder(admin.shop.context.db.queries, orderId))?.owner.isReturning;
    expect(await isReturning(later)).toBe(false);
    const { orders, total } = readBuyer.answer.parse(
      (await admin.ask(`/buyers?orderId=${id}`)).body,
    ).buyer;
    const quoted = { id, isQuote: true, pins: 100, totalAmount: AMOUNT, amountDue: 0 };
    expect(orders).toContainEqual(expect.objectContaining(quoted));
    expect(total).toBe(4200);
    await accept(String(body.link).split('#pedido=')[1] ?? '', {
      deliveryData: { ...sampleDelivery, email },
    });
    expect(await isReturning((await admin.place({ delivery: { email } })).id)).toBe(true);
  });

  testAbove('withdrawn and open again, are mailed as quotes', async () => {
    const email = 'liceo@correo.cl';
    const school = { ...SCHOOL, region: 'XVI', city: 'Chillán', email };
    const sent = await quote({}, { deliveryData: school });
    const [id, { body }] = [idOf(sent), sent];
    const set = (status: string, reason?: string) =>
      admin.change(`${id}/status`, { status, reason }, 'PATCH');
    const mails = async () =>
      (await writeMails(admin.shop)).filter(({ to }) =>
        to?.some(({ address }) => address === email),
      );
    const quoted = 'Tu cotización de Pines';
    expect((await mails()).map(({ subject }) => subject)).toEqual([quoted]);
    await set('cancelled', 'Se acabó el metal');
    const [first, withdrawn, ...others] = await mails();
    expect(others).toEqual([]);
    expect([first?.subject, withdrawn?.subject]).toEqual([quoted, `${quoted} ya no vale`]);
    expect(withdrawn?.text).toContain('Motivo: Se acabó el metal');
    expect(withdrawn?.text).toContain(String(body.link));
    expect(withdrawn?.text).not.toMatch(/tu pedido/i);
    await set('pending');
    const again = (await mails()).filter(({ subject }) => !subject?.endsWith('ya no vale'));
    expect(again).toHaveLength(2);
  });

  testAbove('without pictures wait for the quoted ones, at the quoted price', async () => {
    const [{ id, token }, other] = [await opened(), await opened()];
    const { notes: _, ...address } = sampleDelivery;
    expect((await admin.change(`${id}/address`, address)).status).toBe(200);
    expect(await admin.mailed(id)).toEqual(['quote_sent']);
    const { body } = await accept(token);
    const quoted = { imagesCount: 100, imagesTotal: 170_000, shippingCost: 2500 };
    expect(body.order).toMatchObject({ id, deliveryData: { pricing: quoted } });
    const exported = await (await admin.fetchFile(`/orders/export.csv?q=${id}`)).text();
    expect(exported).toContain(`;100;170000;;0;2500;${AMOUNT};`);
    const add = String(body.link).split('#pedido=')[1];
    expect(await admin.read(id)).toMatchObject({ waitsFor: 'incomplete', balance: AMOUNT });
    expect(await admin.mailed(id)).toContain('pictures_wanted');
    const asked = await admin.shop.call('/api/orders/pictures/view', { json: { token: add } });
    expect(asked.body.quoted).toMatchObject([{ quantity: 100, product: { id: 'pin' } }]);
    await admin.saveSettings('prices', { pin: 9000 });
    const send = async (...quantities: number[]) =>
      admin.shop.call('/api/orders/pictures', {
        json: { token: add, images: await pictures(...quantities) },
      });
    // The owner may add them, at the quoted price and shipping as well.
    await accept(other.token);
    const [{ imageUrl, originalName } = {}] = await pictures(100);
    const added = { items: [{ imageUrl, originalName, quantity: 100 }] };
    expect(detailed(await admin.change(`${other.id}/items`, added))).toMatchObject({
      ...{ balance: AMOUNT, agreedTotal: null, deliveryData: { pricing: quoted } },
    });
    expect((await send(9999)).body.fields).toEqual({
      images: 'Las imágenes deben sumar los pines cotizados: 100',
    });
    expect((await send(100)).status).toBe(200);
    const pricing = { imagesTotal: 170_000, discountAmount: 0, totalAmount: AMOUNT };
    const complete = { waitsFor: 'payment', balance: AMOUNT, agreedTotal: null };
    const whole = await admin.read(id);
    expect(whole).toMatchObject({ ...complete, deliveryData: { pricing } });
    expect(whole.history.at(-1)?.changes).toEqual([{ field: 'pins', from: 0, to: 100 }]);
    // In a changed order its pins cost what was quoted, too.
    const items = [{ n: 1, quantity: 101 }];
    expect(detailed(await admin.change(`${id}/items`, { items })).balance).toBe(AMOUNT + 1700);
    await admin.ask('/settings/prices', { method: 'DELETE' });
  });

  testAbove('are accepted with the products of their day', async () => {
    const press = { face: 58, cut: 70, safe: 51 };
    const pin = { press, price: 1700, steps: [], finishes: [], retired: false };
    const sell = async (retired: boolean) => {
      const mini = { ...pin, id: 'mini', name: 'Mini', retired };
      const products = [{ ...pin, id: 'pin', name: 'Pin' }, mini];
      await admin.saveSettings('products', { products });
    };
    await sell(false);
    const lines = [{ quantity: 5, product: 'mini' }];
    const [now, later] = await Promise.all([quote({ lines }), quote({ lines })]);
    await sell(true);
    const images = (await pictures(5)).map((image) => ({ ...image, product: 'mini' }));
    expect((await accept(tokenOf(now), { images })).status).toBe(201);
    const link = tokenOf(await accept(tokenOf(later)));
    const added = (await pictures(5)).map((image) => ({ ...image, product: 'mini' }));
    const json = { token: link, images: added };
    expect(refused(await admin.shop.call('/api/orders/pictures', { json }))).toBe('200 ok');
    await admin.ask('/settings/products', { method: 'DELETE' });
  });

  testAbove('accepted, take over what the buyer typed and the days to the region', async () => {
    await admin.saveSettings('delivery', { regionDays: [{ region: 'XII', days: 4 }] });
    const { id, token } = await opened();
    const images = await pictures(100);
    const mugs = images.map((image) => ({ ...image, product: 'taza' }));
    expect(refused(await accept(token, { images: mugs }))).toBe('409 product_unavailable');
    const deliveryData = { ...sampleDelivery, region: 'XII', city: 'Punta Arenas' };
    expect((await accept(token, { images, deliveryData })).status).toBe(201);
    const order = await findLiveOrder(admin.shop.context.db.queries, id);
    expect(order).toMatchObject({
      notes: { buyer: sampleDelivery.notes },
      promise: { transportDays: 4 },
      cost: { totalAmount: AMOUNT },
    });
    expect((await admin.ask('/settings/delivery', { method: 'DELETE' })).status).toBe(200);

    // The links of an order end with the address of its buyer.
    const ended = await opened();
    await setRows(admin.shop.context, 'orders', { id: ended.id }, { links_ended: 1 });
    expect(refused(await accept(ended.token, { images }))).toBe('404 not_found');
    // Also if that happens while it is being accepted.
    const meanwhile = await opened();
    const { context } = admin.shop;
    const transaction: typeof context.db.transaction = async (work) => {
      const sets = context.db.queries.updateTable('orders').set({ links_ended: 1 });
      await sets.where('id', '=', meanwhile.id).execute();
      return context.db.transaction(work);
    };
    const late = { ...context, db: { ...context.db, transaction } };
    const sent = acceptQuoteCall.body.parse({ token: meanwhile.token, deliveryData });
    await expect(acceptQuote(late, { ...sent, address: '' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  testAbove("end in the panel by the shop's clock, as for their buyers", async () => {
    const { id, token } = await opened();
    ahead = 11 * DAY_MS;
    const stateOf = async () => (await admin.read(id)).quote?.state;
    const seen = [await stateOf(), (await call('view', { token })).body.quote];
    ahead = 0;
    expect(seen).toMatchObject(['expired', { state: 'expired' }]);
    expect(await stateOf()).toBe('open');
  });

  testAbove('end by their day, by cancelling and by deleting', async () => {
    const before = await figures();
    const cancelled = await opened();
    await admin.setStatus(cancelled.id, 'cancelled');
    const deleted = await opened();
    await admin.remove(deleted.id);
    const expired = await opened();
    await setRows(
      admin.shop.context,
      'order_quotes',
      { order_id: expired.id },
      { valid_until: addDays(today, -1) },
    );
    for (const [{ token }, state] of [
      [cancelled, 'withdrawn'],
      [deleted, 'withdrawn'],
      [expired, 'expired'],
    ] as const) {
      expect((await call('view', { token })).body.quote).toMatchObject({ state });
      expect(refused(await accept(token))).toBe('409 quote_ended');
    }
    expect(refused(await call('view', { token: `${expired.token}x` }))).toBe('404 not_found');
    expect((await figures()).stats).toEqual(before.stats);
  });

  testAbove('are refused with what is wrong, and are printed on one page', async () => {
    for (const [more, field] of [
      [{ validUntil: addDays(today, -1) }, 'quote.validUntil'],
      [{ validUntil: 'mañana' }, 'quote.validUntil'],
      [{ lines: [], charges: [] }, 'quote.lines'],
      [{ lines: [{ quantity: 10_000 }] }, 'quote.lines.0.quantity'],
      [{ charges: [{ label: 'Regalo', amount: -900_000 }] }, 'quote.charges'],
    ] as const) {
      const { status, body } = await quote(more);
      expect([status, Object.keys(Object(body.fields))]).toEqual([400, [field]]);
    }
    const unknown = await quote({ lines: [{ product: 'taza', quantity: 1 }] });
    expect(refused(unknown)).toBe('409 product_unavailable');
    const agreed = await quote({}, { agreedTotal: 150_000 });
    expect(agreed.body.order).toMatchObject({
      deliveryData: { pricing: { totalAmount: 150_000 } },
    });
    // Without pins of its own, it has no more of a picture than any order.
    const freely = await quote({ lines: [] }, { agreedTotal: 150_000 });
    const asked = { images: await pictures(100) };
    const tooMany = await accept(tokenOf(freely), asked);
    expect([tooMany.status, Object.keys(Object(tooMany.body.fields))]).toEqual([
      ...[400, ['images.0.quantity']],
    ]);
    const many = Array.from({ length: 20 }, (_, at) => at + 1);
    const fullName = 'Centro de Madres Rosa Elvira '.repeat(4).trim();
    const longest = await quote(
      {
        lines: many.map((quantity) => ({ quantity })),
        charges: many.map((amount) => ({ label: `Línea ${amount}`, amount })),
      },
      { deliveryData: { ...SCHOOL, fullName, region: 'XVI', city: 'Chillán' } },
    );
    const id = idOf(longest);
    await admin.saveSettings('payment', { depositPercent: 50 });
    const file = await admin.fetchFile(`/orders/${id}/quote.pdf`);
    await admin.saveSettings('payment', { depositPercent: null });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const { texts } = readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(texts).toEqual([
      expect.stringMatching(
        /Línea 20 .*\$20\n+Total +\$359\.710\n+Con un abono de \$179\.855 .*Escanea el código/s,
      ),
    ]);
    expect(texts[0]?.match(/Rosa Elvira/g)).toHaveLength(4);
    const usual = (await admin.place()).id;
    expect((await admin.fetchFile(`/orders/${usual}/quote.pdf`)).status).toBe(404);
  });
});
