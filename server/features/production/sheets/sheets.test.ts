import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { fileKeys, pictureId } from '#server/features/uploads/urls.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { setRows } from '#server/testing/rows.ts';
import { useTestSheets } from '#server/testing/sheets.ts';
import { anyDatabase } from '#server/testing/shop.ts';

describe.each(anyDatabase)('press sheets on %s', (kind) => {
  const sheets = useTestSheets(kind);

  test('have one die to a page, whose foot says which pins and which backs', async () => {
    const id = await sheets.order([{ quantity: 3 }, { quantity: 2 }, { quantity: 4 }]);
    await sql`update order_items set face_mm = 32, cut_mm = 43, safe_mm = 27,
      product_id = 'pin-32', product_name = '32 mm' where order_id = ${id} and position > 0`.execute(
      sheets.shop.context.db.queries,
    );
    await sql`update order_items set finish_id = 'iman', finish_name = 'Imán'
      where order_id = ${id} and position = 2`.execute(sheets.shop.context.db.queries);
    const made = await sheets.make({ orderIds: [id] });
    expect(made).toMatchObject({ state: 'done', pages: 2, pins: 9, missing: [] });
    const { texts } = readPdf(await sheets.file(made.id));
    expect(texts[0]).toContain('3 pines, corte de 70 mm');
    expect(texts[0]).not.toContain('32 mm');
    expect(texts[1]).toContain('6 pines, corte de 43 mm · 2 × 32 mm · 4 × 32 mm con imán');
  });

  test('of one product have its pins alone, and an order is printed once all of its are on one', async () => {
    const { queries } = sheets.shop.context.db;
    const mixed = await sheets.order([{ quantity: 3 }, { quantity: 2 }]);
    const small = await sheets.order([{ quantity: 4 }]);
    await sql`update order_items set face_mm = 32, cut_mm = 43, safe_mm = 27,
      product_id = 'pin-32', product_name = '32 mm'
      where order_id = ${small} or (order_id = ${mixed} and position = 1)`.execute(queries);
    const ids = async (id: string) => {
      const { unmarked, unfinished = [] } = await sheets.read(id);
      return [unmarked.map((order) => order.id), unfinished];
    };
    const first = await sheets.make({ orderIds: [mixed, small], product: 'pin-32' });
    expect(first).toMatchObject({ pages: 1, pins: 6, product: { id: 'pin-32', name: '32 mm' } });
    const { texts } = readPdf(await sheets.file(first.id));
    expect(texts[0]).toContain('6 pines, corte de 43 mm');
    expect(await ids(first.id)).toEqual([[small], [mixed]]);
    const other = await sheets.make({ orderIds: [mixed], product: 'pin' });
    expect(other).toMatchObject({ pages: 1, pins: 3, printedBefore: [] });
    expect(await ids(other.id)).toEqual([[mixed], []]);
    expect(await ids(first.id)).toEqual([[mixed, small], []]);
    const whole = await sheets.make({ orderIds: [mixed] });
    expect(whole).toMatchObject({ pages: 2, pins: 5, printedBefore: [{ orderId: mixed }] });
    expect(whole).not.toHaveProperty('product');
    const json = { orderIds: [small], product: 'pin' };
    expect((await sheets.ask('/sheets', { method: 'POST', json })).body.fields).toEqual({
      product: 'Ninguno de estos pedidos lleva este producto',
    });
  });

  test('say what was noted on their pictures: in the last row, or whole on pages of their own', async () => {
    const long = Array.from({ length: 140 }, (_, at) => `pal${at}`).join(' ');
    const id = await sheets.order([
      { quantity: 2, notes: 'Con brillo\nen el borde' },
      { quantity: 1 },
      { quantity: 1, notes: 'Con brillo\nen el borde' },
      { quantity: 9, notes: long },
    ]);
    const made = await sheets.make({ orderIds: [id] });
    expect(made).toMatchObject({ state: 'done', failure: null, missing: [], pages: 2, pins: 13 });
    const { texts } = readPdf(await sheets.file(made.id));
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain(
      `${id} imágenes 1, 3: Con brillo en el borde · ${id} imagen 4: pal0`,
    );
    for (const page of [texts[0], texts[1]]) {
      expect(page).toContain('siguen en las hojas de notas');
      expect(page).toContain('50 mm, impreso al 100 %');
      expect(page).toContain('Hoja');
    }
    expect(texts[2]).toContain('Notas de las imágenes');
    expect(texts[2]?.match(/pal\d+/g)).toHaveLength(140);
    const short = await sheets.order([{ quantity: 1, notes: 'Mate' }]);
    const { texts: only } = readPdf(
      await sheets.file((await sheets.make({ orderIds: [short] })).id),
    );
    expect(only).toHaveLength(1);
    expect(only[0]).toContain(`${short} imagen 1: Mate`);
    expect(only[0]).not.toContain('siguen');
  });

  test('are made once for all who request the same, and anew once an order changed', async () => {
    const ids = [await sheets.order([{ quantity: 1 }]), await sheets.order([{ quantity: 2 }])];
    const both = await Promise.all([
      sheets.request({ orderIds: ids }),
      sheets.request({ orderIds: ids }),
    ]);
    expect(both[0]?.id).toBe(both[1]?.id);
    expect((await sheets.request({ orderIds: ids, paper: 'a3' })).id).not.toBe(both[0]?.id);
    await sheets.work();
    expect((await sheets.request({ orderIds: ids })).id).toBe(both[0]?.id);
    await sheets.change(`${ids[0]}/notes`, { notes: 'otra' }, 'PATCH');
    expect((await sheets.request({ orderIds: ids })).id).not.toBe(both[0]?.id);
    const { body } = await sheets.ask(`/orders/${ids[1]}`);
    const named = sheets.historyOf(body).filter(({ action }) => action === 'sheet_requested');
    expect(named.map(({ changes }) => changes[0]?.to)).toContain(both[0]?.id);
    expect(named).toHaveLength(3);
  });

  test('say why there is none: no order left, no picture, a full disk, a fault', async () => {
    const { context } = sheets.shop;
    const failing = async (id: string, parts: Partial<Context> = {}) => {
      const asked = await sheets.request({ orderIds: [id] });
      await sheets.work(parts);
      const { state, failure, missing } = await sheets.read(asked.id);
      expect((await sheets.fileAnswer(asked.id)).status).toBe(404);
      return [state, failure, missing.map(({ reason }) => reason)];
    };
    const full = await sheets.order([{ quantity: 1 }]);
    const noRoom = async () => ({ ...(await context.diskSpace()), free: 0 });
    expect(await failing(full, { diskSpace: noRoom })).toEqual(['failed', 'disk_full', []]);
    const makeSquare = () => Promise.reject(new Error('of the test'));
    const decoder = { ...context.decoder, makeSquare };
    expect(await failing(full, { decoder })).toEqual(['failed', 'internal', []]);

    const file = Buffer.from('no picture any more');
    const broken = await sheets.order([{ quantity: 3 }]);
    const { order } = (await sheets.ask(`/orders/${broken}`)).body as {
      order: { images: string[] };
    };
    const { original } = fileKeys(pictureId(order.images[0] ?? '') ?? '');
    await writeFile(join(sheets.shop.dataDir, 'files', original.slice(0, 2), original), file);
    expect(await failing(broken)).toEqual(['failed', 'no_pictures', ['unreadable']]);

    const json = { status: 'cancelled' };
    const cancelled = await sheets.order([{ quantity: 1 }]);
    const asked = await sheets.request({ orderIds: [cancelled] });
    await sheets.change(`${cancelled}/status`, json, 'PATCH');
    await sheets.work();
    expect(await sheets.read(asked.id)).toMatchObject({ state: 'failed', failure: 'no_orders' });
  });

  test('are gone once cancelled, before, while or after they are made', async () => {
    const id = await sheets.order([{ quantity: 1 }, { quantity: 1 }]);
    const early = await sheets.request({ orderIds: [id] });
    expect((await sheets.fileAnswer(early.id)).status).toBe(404);
    expect(await sheets.cancel(early.id)).toMatchObject({ state: 'cancelled' });
    await sheets.work();
    expect(await sheets.read(early.id)).toMatchObject({ state: 'cancelled', progress: 0 });

    const { decoder } = sheets.shop.context;
    const amid = await sheets.request({ orderIds: [id] });
    const makeSquare: typeof decoder.makeSquare = async (request) => {
      await sheets.cancel(amid.id);
      return decoder.makeSquare(request);
    };
    await sheets.work({ decoder: { ...decoder, makeSquare } });
    expect(await sheets.read(amid.id)).toMatchObject({ state: 'cancelled' });

    const late = await sheets.make({ orderIds: [id] });
    expect((await sheets.fileAnswer(late.id)).status).toBe(200);
    await sheets.cancel(late.id);
    await sheets.cancel(late.id);
    expect((await sheets.fileAnswer(late.id)).status).toBe(404);
    expect((await sheets.shop.storedFiles()).filter((name) => name.includes(late.id))).toEqual([]);
    expect(await sheets.shop.arrivingFiles()).toEqual([]);
    expect((await sheets.ask('/sheets/nada', { method: 'DELETE' })).status).toBe(404);
  });

  test.each([
    new ShopError('unavailable'),
    Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' }),
  ])('are made anew after %s, and tell how far they are', async (outage) => {
    const id = await sheets.order([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }]);
    const { decoder } = sheets.shop.context;
    const { id: sheetId } = await sheets.request({ orderIds: [id] });
    const seen: number[] = [];
    const makeSquare: typeof decoder.makeSquare = async (request) => {
      const { state, progress } = await sheets.read(sheetId);
      expect(state).toBe('working');
      seen.push(progress);
      if (seen.length === 2) throw outage;
      return decoder.makeSquare(request);
    };
    await expect(sheets.die({ decoder: { ...decoder, makeSquare } })).rejects.toThrow(outage);
    expect(await sheets.read(sheetId)).toMatchObject({ state: 'working', progress: 0.25 });
    await sheets.work({ decoder: { ...decoder, makeSquare } });
    expect(seen).toEqual([0, 0.25, 0, 0.25, 0.5]);
    expect(await sheets.read(sheetId)).toMatchObject({ state: 'done', progress: 1 });
  });

  test('fail once two processes died while they made one, and can be asked for again', async () => {
    const id = await sheets.order([{ quantity: 1 }]);
    const { id: sheetId } = await sheets.request({ orderIds: [id] });
    await setRows(sheets.shop.context, 'jobs', { state: 'waiting' }, { deaths: 2 });
    await sheets.work();
    const failed = await sheets.read(sheetId);
    expect(failed).toMatchObject({ state: 'failed', failure: 'interrupted' });
    expect(await sheets.make({ orderIds: [id] })).toMatchObject({ state: 'done' });
  });

  test('are kept for a day', async () => {
    const id = await sheets.order([{ quantity: 1 }]);
    const made = await sheets.make({ orderIds: [id] });
    await sheets.sweepAfter(23);
    expect((await sheets.fileAnswer(made.id)).status).toBe(200);
    await sheets.sweepAfter(25);
    expect((await sheets.ask(`/sheets/${made.id}`)).status).toBe(404);
    expect((await sheets.shop.storedFiles()).filter((name) => name.endsWith('.pdf'))).toEqual([]);
  });

  test('that failed do not count as printed, also once they are gone', async () => {
    const [failed, stuck, made] = [
      await sheets.order([{ quantity: 1 }]),
      await sheets.order([{ quantity: 1 }]),
      await sheets.order([{ quantity: 1 }]),
    ];
    const makeSquare = () => Promise.reject(new Error('of the test'));
    const first = await sheets.request({ orderIds: [failed] });
    await sheets.work({ decoder: { ...sheets.shop.context.decoder, makeSquare } });
    expect(await sheets.read(first.id)).toMatchObject({ state: 'failed' });
    const good = await sheets.make({ orderIds: [made] });
    await sheets.request({ orderIds: [stuck] });
    await sheets.sweepAfter(48);
    const again = await sheets.request({ orderIds: [failed, stuck, made] });
    expect(again.printedBefore).toEqual([{ orderId: made, at: good.createdAt }]);
    await sheets.cancel(again.id);
  });

  test('are refused for guests, buyers, other paper and unknown printers', async () => {
    const id = await sheets.order([{ quantity: 1 }]);
    const ask = async (json: object) =>
      (await sheets.ask('/sheets', { method: 'POST', json })).status;
    expect(await ask({ orderIds: [] })).toBe(400);
    expect(await ask({})).toBe(400);
    expect(await ask({ orderIds: ['NO-HAY'] })).toBe(404);
    expect(await ask({ orderIds: [id], paper: 'a5' })).toBe(400);
    expect(await ask({ orderIds: [id], printer: 'ninguna' })).toBe(400);
    await sheets.remove(id);
    expect(await ask({ orderIds: [id] })).toBe(404);
  });
});
