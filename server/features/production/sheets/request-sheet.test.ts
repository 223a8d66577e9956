import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sheet as sheetSchema } from '#contract/production/sheets.ts';
import { readWorkshop } from '#contract/production/workshop.ts';
import { MIDDLE_CROP } from '#domain/pins/crops.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { ADMIN_EMAIL } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { setRows } from '#server/testing/rows.ts';
import { useTestSheets } from '#server/testing/sheets.ts';
import { databases, testOnAny, testRaceOn } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';

const isDark = ([r = 255, g = 255, b = 255]: number[]) => r < 128 && g < 128 && b < 128;

describe.each(databases)('requesting press sheets on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const sheets = useTestSheets(kind);

  const list = async () => z.array(sheetSchema).parse((await sheets.ask('/sheets')).body.sheets);
  const pay = (id: string) =>
    sheets.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Transferencia' });
  const order = () => sheets.order([{ quantity: 1 }]);

  test('lists those of a day for every admin, newest first, with who asked and what is unmarked', async () => {
    const [first, second] = [await order(), await order()];
    await pay(first);
    await sheets.make({ orderIds: [first, second] });
    const late = await sheets.request({ orderIds: [second], paper: 'a3' });
    const [newest, made] = await list();
    expect(newest).toMatchObject({ id: late.id, state: 'waiting', by: { email: ADMIN_EMAIL } });
    expect(made).toMatchObject({ state: 'done', progress: 1, orderIds: [first, second] });
    expect(made?.unmarked.map(({ id }) => id)).toEqual([first, second]);
    const { version } = made?.unmarked[0] ?? {};
    const marked = await sheets.ask(`/orders/${first}/marks/printed`, {
      method: 'PUT',
      json: {},
      headers: { 'if-match': `"${version}"` },
    });
    expect(marked.status).toBe(200);
    await sheets.setStatus(second, 'cancelled');
    expect((await list()).map(({ unmarked }) => unmarked)).toEqual([[], []]);
    await sheets.cancel(late.id);
    // A reprint is not on the sheet of the pins that have left.
    await sheets.change(`${first}/marks/dispatched`, {});
    const again = { items: [{ n: 1, quantity: 1 }], reason: 'Se perdió' };
    const reprinted = await sheets.change(`${first}/reprints`, again, 'POST');
    expect(reprinted.status).toBe(201);
    expect((await list()).map(({ unmarked }) => unmarked)).toEqual([[], []]);
  });

  testAbove('refuses more than 200 pages at once, and says how to split the orders', async () => {
    const { context } = sheets.shop;
    const ids = await storeOrders(context, { count: 5, pictures: 10 });
    const request = async (orderIds: string[], paper = 'a4') => {
      const { status, body } = await sheets.ask('/sheets', {
        method: 'POST',
        json: { orderIds, paper },
      });
      return { status, said: Object(body.fields).orderIds };
    };
    await setRows(context, 'order_items', { order_id: ids }, { quantity: 90 });
    expect(await request(ids)).toEqual({
      status: 400,
      said: 'Llenan 500 páginas A4 y una hoja tiene hasta 200. Divídelos, en este orden, en 3 hojas de 2, 2 y 1 pedidos',
    });
    expect((await request(ids.slice(0, 2))).status).toBe(202);
    expect(await request(ids, 'a3')).toMatchObject({ status: 400 });
    await sheets.setStatus(ids[0] ?? '', 'cancelled');
    expect((await request(ids.slice(0, 3))).status).toBe(202);
    const [large = ''] = await storeOrders(context, { count: 1, pictures: 20 });
    await setRows(context, 'order_items', { order_id: large }, { quantity: 99 });
    expect((await request([large])).said).toBe(
      'Llenan 220 páginas A4 y una hoja tiene hasta 200: en A3 son 110. Si el pedido lleva varios productos, imprime uno por vez',
    );
    expect((await request([ids[1] ?? '', large])).said).toBe(
      `Llenan 320 páginas A4 y una hoja tiene hasta 200. Divídelos, en este orden, en 2 hojas de 1 y 1 pedidos. Por sí solo tampoco cabe: ${large}`,
    );
    expect((await request([large], 'a3')).status).toBe(202);
    for (const { id } of await list()) await sheets.cancel(id);
  });

  testAbove('names what prints blurred, by its size and crop, and so does the board', async () => {
    const file = await sharp({
      create: { width: 120, height: 160, channels: 3, background: '#112233' },
    })
      .png()
      .toBuffer();
    const tiny = { ...MIDDLE_CROP, diameter: 0.2 };
    const [sharpOne, blurred] = [
      await order(),
      await sheets.order([{ quantity: 1 }, { quantity: 3, file }, { quantity: 1, crop: tiny }]),
    ];
    const plain = await sheets.request({ orderIds: [sharpOne] });
    expect(plain.blurred).toBeUndefined();
    const press = { faceMm: 58 };
    const small = { width: 120, height: 160, used: 120, needed: 827, ...press };
    const zoomed = { width: 840, height: 840, used: 168, needed: 827, ...press };
    const both = await sheets.request({ orderIds: [sharpOne, blurred] });
    expect(both.blurred).toEqual([
      { orderId: blurred, picture: 2, ...small },
      { orderId: blurred, picture: 3, ...zoomed },
    ]);
    for (const { id } of [plain, both]) await sheets.cancel(id);
    const { orders } = readWorkshop.answer.parse((await sheets.ask('/workshop')).body);
    const onBoard = (id: string) => orders.find((each) => each.id === id)?.blurred;
    expect(onBoard(sharpOne)).toBeUndefined();
    expect(onBoard(blurred)).toMatchObject({
      phone: expect.any(String),
      orderUrl: expect.stringContaining(`/#pedido=${blurred}.`),
      pictures: [
        { n: 2, ...small },
        { n: 3, ...zoomed },
      ],
    });
  });

  testAbove('names a blurred picture once, however many names are on it', async () => {
    const [imageUrl = ''] = await addPictures(sheets.shop.context, 1);
    const texts = ['Ana', 'Eva', 'Ida'].map((value) => ({ ...FIRST_STYLE, value }));
    const images = [null, ...texts].map((text) => ({ imageUrl, text }));
    const { id } = placed(await sheets.shop.placeOrder(makeOrder({ images })));
    const { orders } = readWorkshop.answer.parse((await sheets.ask('/workshop')).body);
    expect(orders.find((each) => each.id === id)?.blurred?.pictures).toMatchObject([{ n: 1 }]);
  });

  test('names orders that an earlier sheet has, but for one that was cancelled or has failed', async () => {
    const [again, fresh, cancelled, failed] = [
      await order(),
      await order(),
      await order(),
      await order(),
    ];
    const first = await sheets.request({ orderIds: [again] });
    expect(first.printedBefore).toEqual([]);
    const dropped = await sheets.request({ orderIds: [cancelled] });
    await sheets.cancel(dropped.id);
    const broken = await sheets.request({ orderIds: [failed] });
    await setRows(
      sheets.shop.context,
      'sheets',
      { id: broken.id },
      { state: 'failed', request_hash: null },
    );
    const both = await sheets.request({ orderIds: [again, fresh, cancelled, failed] });
    expect(both.printedBefore).toEqual([{ orderId: again, at: first.createdAt }]);
    expect((await sheets.read(both.id)).printedBefore).toEqual(both.printedBefore);
    for (const { id } of [first, both]) await sheets.cancel(id);
  });

  testRace('never lets two sheets at once have an order unknown to each other', async () => {
    const [mine, shared, theirs] = [await order(), await order(), await order()];
    const asked = await Promise.all([
      sheets.request({ orderIds: [mine, shared] }),
      sheets.request({ orderIds: [theirs, shared] }),
      sheets.request({ orderIds: [shared] }),
    ]);
    const warned = asked.map(({ printedBefore }) => printedBefore.map(({ orderId }) => orderId));
    expect(warned.toSorted((a, b) => a.length - b.length)).toEqual([[], [shared], [shared]]);
    for (const { id } of asked) await sheets.cancel(id);
  });

  test('tells of an order that was cancelled, deleted or changed since, also while it was drawn', async () => {
    const pictures = [{ quantity: 1 }];
    const orderIds = [
      await sheets.order(pictures),
      await sheets.order(pictures),
      await sheets.order(pictures),
      await sheets.order(pictures),
    ];
    const [cancelled = '', moved = '', deleted = '', restored = ''] = orderIds;
    const [imageUrl] = await addPictures(sheets.shop.context, 1);
    const item = `/orders/${restored}/items/1`;
    await sheets.ask(item, { method: 'PATCH', json: { imageUrl, originalName: 'otra.png' } });
    const { id } = await sheets.request({ orderIds });
    expect((await sheets.read(id)).stale).toEqual([]);
    const { decoder } = sheets.shop.context;
    let isFirst = true;
    const makeSquare: typeof decoder.makeSquare = async (request) => {
      if (isFirst) {
        const json = { status: 'cancelled' };
        await sheets.change(`${cancelled}/status`, json, 'PATCH');
      }
      isFirst = false;
      return decoder.makeSquare(request);
    };
    await sheets.work({ decoder: { ...decoder, makeSquare } });
    const crop = { x: 0.4, y: 0.5, diameter: 0.8, rotation: 0, background: null };
    await sheets.change(`${moved}/items/1`, { crop }, 'PATCH');
    await sheets.remove(deleted);
    await sheets.ask(`${item}/previous-picture`, { json: {} });
    expect(await sheets.read(id)).toMatchObject({
      state: 'done',
      missing: [],
      stale: [
        { orderId: cancelled, reason: 'cancelled' },
        { orderId: moved, reason: 'changed' },
        { orderId: deleted, reason: 'deleted' },
        { orderId: restored, reason: 'changed' },
      ],
    });
  });

  testAbove('takes margin and gap, and draws rules between orders instead of colours', async () => {
    const ids = [await order(), await order()];
    const plain = { orderIds: ids, margin: 10, gap: 8 } as const;
    const made = await sheets.make({ ...plain, separation: 'lines' });
    expect(made).toMatchObject({ margin: 10, gap: 8, separation: 'lines', pins: 2 });
    const { pages } = readPdf(await sheets.file(made.id));
    const [page] = pages;
    if (!page) throw new Error('no page');
    // A grid holds as many pins as hexagons here: the second pin is 78 mm to the right.
    const darkAlong = (y: number) =>
      Array.from({ length: 80 }, (_, step) => page.colourAt(82 + step / 10, y)).some(isDark);
    expect(page.colourAt(45, 45)[0]).toBeGreaterThan(150);
    const inMargin = Array.from({ length: 190 }, (_, mm) => [
      page.colourAt(9.6, 10 + mm),
      page.colourAt(10 + mm, 9.6),
      page.colourAt(10 + mm, 287.5),
    ]);
    expect(inMargin.flat().some(isDark)).toBe(false);
    expect(darkAlong(45)).toBe(true);
    const coloured = await sheets.make(plain);
    expect(coloured.id).not.toBe(made.id);
    const second = readPdf(await sheets.file(coloured.id));
    const between = Array.from({ length: 60 }, (_, step) =>
      second.pages[0]?.colourAt(81.5 + step / 10, 52),
    );
    expect(between.some((colour) => isDark(colour ?? []))).toBe(false);
  });

  testAbove('knows no printer that was removed', async () => {
    const orderIds = [await order()];
    const factors = { scaleX: 1, scaleY: 1 };
    await sheets.ask('/printers/Vieja', { method: 'PUT', json: factors });
    expect((await sheets.ask('/printers/Vieja', { method: 'DELETE' })).status).toBe(200);
    expect((await sheets.ask('/printers/Vieja', { method: 'DELETE' })).status).toBe(200);
    expect((await sheets.ask('/printers')).body.printers).toEqual([]);
    const json = { orderIds, printer: 'Vieja' };
    expect((await sheets.ask('/sheets', { method: 'POST', json })).status).toBe(400);
  });
});
