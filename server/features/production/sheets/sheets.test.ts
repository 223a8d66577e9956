import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sheet, sheet as sheetSchema } from '#contract/production/sheets.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Crop } from '#domain/pins/crops.ts';
import { drawText, loadLetters, writeTextSvg } from '#domain/pins/letters.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE, type PinText } from '#domain/pins/text.ts';
import type { Context } from '#server/context.ts';
import { fileKeys, pictureId } from '#server/features/uploads/urls.ts';
import { type DrawnPage, readPdf } from '#server/testing/read-pdf.ts';
import { openTestSheets, type TestSheets } from '#server/testing/sheets.ts';
import { anyDatabase } from '#server/testing/shop.ts';

const background = '#c81e1e';
const RED: [number, number, number] = [200, 30, 30];
const MIDDLE: Crop = { x: 0.5, y: 0.5, diameter: 1, rotation: 0, background: null };

/** How far an area of matching colours extends from a point to each side, in millimetres. */
function extent(
  page: DrawnPage,
  from: { x: number; y: number },
  isInside: (c: number[]) => boolean,
) {
  const reach = (dx: number, dy: number) => {
    let at = 0;
    while (isInside(page.colourAt(from.x + dx * at, from.y + dy * at))) at += 0.02;
    return at;
  };
  const [left, right, up, down] = [reach(-1, 0), reach(1, 0), reach(0, -1), reach(0, 1)];
  return {
    x: from.x + (right - left) / 2,
    y: from.y + (down - up) / 2,
    width: left + right,
    height: up + down,
  };
}

/** Returns where something is drawn less than 4.9 mm from an edge. */
function pointsInMargin({ width, height, colourAt }: DrawnPage) {
  const found: { x: number; y: number }[] = [];
  for (const inside of [1, 4, 4.3, 4.6, 4.9]) {
    for (let along = 0; along < 1; along += 0.0005) {
      const [x, y] = [along * width, along * height];
      const points = [
        { x, y: inside },
        { x, y: height - inside },
        { x: inside, y },
        { x: width - inside, y },
      ];
      found.push(...points.filter((at) => colourAt(at.x, at.y).some((part) => part < 255)));
    }
  }
  return found;
}

/** Expects the catalogue to lead to a viewer's preference of 100 %. */
function expectPrintedSize(file: Uint8Array): void {
  const text = Buffer.from(file).toString('latin1');
  const [, id = ''] = /\/ViewerPreferences (\d+) 0 R/.exec(text) ?? [];
  expect(text).toMatch(new RegExp(`\\n${id} 0 obj\\n<<\\n/PrintScaling /None\\n>>`));
}

const isReddish = ([r = 0, g = 0, b = 0]: number[]) => r > 120 && g < 120 && b < 120;

describe.each(anyDatabase)('press sheets on %s', (kind) => {
  let sheets: TestSheets;
  beforeAll(async () => {
    sheets = await openTestSheets(kind);
  });
  afterAll(() => sheets.close());

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

  test('are printed at their size, unless the viewer is told otherwise', async () => {
    const made = await sheets.make({ orderIds: [await sheets.order([{ quantity: 1 }])] });
    expectPrintedSize(await sheets.file(made.id));
    for (const path of ['/slips', '/labels', '/handover', '/printers/calibration']) {
      const file = await sheets.fetchFile(`${path}?ids=${made.orderIds}`);
      expectPrintedSize(await file.bytes());
    }
  });

  test('have the texts of pins as outlines, each over the picture that they share', async () => {
    const texts: PinText[] = [
      { ...FIRST_STYLE, value: 'Ñandú', colour: '#1e1ec8' },
      { value: 'Club Łódź', font: 'anton', path: 'circle', colour: '#ffffff', outline: null },
      { ...FIRST_STYLE, value: 'Ángela', place: 'middle', size: 'large' },
      { ...FIRST_STYLE, value: 'Ángela', path: 'circle', place: 'bottom', size: 'small' },
    ];
    const file = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
      .png()
      .toBuffer();
    const id = await sheets.order(texts.map((text) => ({ quantity: 1, file, text })));
    const made = await sheets.make({ orderIds: [id] });
    const { pages, texts: words, pictures } = readPdf(await sheets.file(made.id), 300);
    expect(words[0]).not.toContain('Ñandú');
    expect(pictures).toHaveLength(texts.length);
    for (const [at, text] of texts.entries()) {
      const drawn = drawText(text, DEFAULT_PRESS, await loadLetters(text.font));
      const millimetres = DEFAULT_PRESS.safeMm;
      const side = 4 * millimetres;
      const svg = Buffer.from(writeTextSvg(drawn, text, { millimetres, side }));
      const expected = await sharp(svg).flatten({ background }).removeAlpha().raw().toBuffer();
      const { x = 0, y = 0 } = ninePlaces()[at] ?? {};
      let sum = 0;
      for (let point = 0; point < side * side; point += 1) {
        const across = ((point % side) + 0.5) / 4 - millimetres / 2;
        const down = (Math.floor(point / side) + 0.5) / 4 - millimetres / 2;
        const seen = pages[0]?.colourAt(x + across, y + down) ?? [];
        for (const [channel, value] of seen.entries()) {
          sum += Math.abs(value - (expected[3 * point + channel] ?? 0));
        }
      }
      expect(sum / (3 * side * side)).toBeLessThan(3);
    }
  });

  test('hold every pin as often as ordered, to 0.2 mm, with its code and number', async () => {
    const id = await sheets.order([{ quantity: 10, colour: '#c81e1e' }]);
    const made = await sheets.make({ orderIds: [id] });
    expect(made).toMatchObject({ state: 'done', progress: 1, pages: 2, pins: 10, missing: [] });
    const { pages, texts, pictures } = readPdf(await sheets.file(made.id), 300);
    expect(pages).toHaveLength(2);
    expect(pages[0]?.width).toBeCloseTo(210, 0);
    expect(texts.join('').match(new RegExp(id, 'g'))).toHaveLength(10 + 2);
    for (let k = 1; k <= 10; k += 1) expect(texts.join(' ')).toContain(`${k}/10`);
    expect(texts[0]).toContain('Hoja 1 de 2');
    expect(texts[0]).toContain('9 pines, corte de 70 mm');
    expect(texts[1]).toContain('1 pin, corte de 70 mm');
    expect(pictures).toHaveLength(1);
    const [page] = pages;
    if (!page) throw new Error('no page');
    for (const { x, y } of ninePlaces()) {
      const circle = extent(page, { x, y }, isReddish);
      expect(circle.width).toBeCloseTo(70, 0.4);
      expect(Math.abs(circle.width - 70)).toBeLessThan(0.2);
      expect(Math.abs(circle.height - 70)).toBeLessThan(0.2);
      expect(Math.hypot(circle.x - x, circle.y - y)).toBeLessThan(0.2);
      const [r, g, b] = page.colourAt(x + 10, y + 10);
      expect(
        Math.max(Math.abs(r - RED[0]), Math.abs(g - RED[1]), Math.abs(b - RED[2])),
      ).toBeLessThan(4);
    }
    expect(pointsInMargin(page)).toEqual([]);
    const rule = extent(page, { x: 20, y: 290.98 }, ([r = 255]) => r < 128);
    expect(Math.abs(rule.width - 50)).toBeLessThan(0.2);
  });

  test('show the crop of the original, as many pixels as it has and printing needs', async () => {
    const crop: Crop = { x: 0.25, y: 0.5, diameter: 0.4, rotation: 0, background: null };
    const halves = await sharp({
      create: { width: 4000, height: 2000, channels: 3, background: '#1e1ec8' },
    })
      .composite([
        {
          input: { create: { width: 1000, height: 2000, channels: 3, background: '#1ec81e' } },
          left: 0,
          top: 0,
        },
      ])
      .jpeg({ quality: 95 })
      .toBuffer();
    const id = await sheets.order([{ quantity: 1, file: halves, crop }]);
    const made = await sheets.make({ orderIds: [id] });
    const { pages, pictures } = readPdf(await sheets.file(made.id));
    // 0.4 of 2000 pixels on 70 mm is less than 300 an inch.
    expect(pictures).toEqual([827]);
    const { x = 0, y = 0 } = ninePlaces()[0] ?? {};
    expect(near(pages[0]?.colourAt(x - 3, y), [0x1e, 0xc8, 0x1e])).toBe(true);
    expect(near(pages[0]?.colourAt(x + 3, y), [0x1e, 0x1e, 0xc8])).toBe(true);
    const fine = await sheets.order([{ quantity: 1, file: halves, crop: MIDDLE }]);
    const second = await sheets.make({ orderIds: [fine] });
    expect(readPdf(await sheets.file(second.id)).pictures).toEqual([1654]);
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

  test('name what cannot be printed, and print the rest', async () => {
    const lost = await sheets.order([{ quantity: 2 }, { quantity: 1 }]);
    const cancelled = await sheets.order([{ quantity: 4 }]);
    await sheets.change(`${cancelled}/status`, { status: 'cancelled' }, 'PATCH');
    const { order } = (await sheets.ask(`/orders/${lost}`)).body as { order: { images: string[] } };
    const upload = pictureId(order.images[0] ?? '') ?? '';
    await sheets.shop.context.storage.remove(fileKeys(upload).original);
    const made = await sheets.make({ orderIds: [lost, cancelled] });
    expect(made).toMatchObject({ state: 'done', pages: 1, pins: 3 });
    expect(made.missing).toEqual([
      { orderId: cancelled, picture: null, pins: 4, reason: 'cancelled' },
      { orderId: lost, picture: 1, pins: 2, reason: 'lost' },
    ]);
    const { pages, texts } = readPdf(await sheets.file(made.id));
    const places = ninePlaces();
    const inked = places.map(({ x, y }) => isReddish(pages[0]?.colourAt(x + 20, y + 20) ?? []));
    expect(inked.slice(0, 4)).toEqual([false, false, true, false]);
    expect(texts[0]).toContain('Falta la imagen 1');
    expect((await sheets.request({ orderIds: [lost, cancelled] })).id).not.toBe(made.id);
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

  test('are made anew after their worker died, and tell how far they are', async () => {
    const id = await sheets.order([{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }]);
    const { decoder } = sheets.shop.context;
    const { id: sheetId } = await sheets.request({ orderIds: [id] });
    const seen: number[] = [];
    const makeSquare: typeof decoder.makeSquare = async (request) => {
      const { state, progress } = await sheets.read(sheetId);
      expect(state).toBe('working');
      seen.push(progress);
      if (seen.length === 2) throw new ShopError('unavailable');
      return decoder.makeSquare(request);
    };
    await expect(sheets.die({ decoder: { ...decoder, makeSquare } })).rejects.toThrow(
      'unavailable',
    );
    expect(await sheets.read(sheetId)).toMatchObject({ state: 'working', progress: 0.25 });
    await sheets.work({ decoder: { ...decoder, makeSquare } });
    expect(seen).toEqual([0, 0.25, 0, 0.25, 0.5]);
    expect(await sheets.read(sheetId)).toMatchObject({ state: 'done', progress: 1 });
  });

  test('fail once two processes died while they made one, and can be asked for again', async () => {
    const id = await sheets.order([{ quantity: 1 }]);
    const { id: sheetId } = await sheets.request({ orderIds: [id] });
    await sheets.shop.context.db.queries
      .updateTable('jobs')
      .set({ deaths: 2 })
      .where('state', '=', 'waiting')
      .execute();
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
    await sheets.ask(`/orders/${id}`, { method: 'DELETE' });
    expect(await ask({ orderIds: [id] })).toBe(404);
  });

  test("are stretched by their printer's factors", async () => {
    const factors = { scaleX: 0.98, scaleY: 1.01 };
    await sheets.ask('/printers/Epson%20ñ', { method: 'PUT', json: factors });
    expect((await sheets.ask('/printers')).body.printers).toEqual([
      { name: 'Epson ñ', ...factors },
    ]);
    const wrong = { method: 'PUT', json: { scaleX: 1.2, scaleY: 1 } } as const;
    expect((await sheets.ask('/printers/Epson', wrong)).status).toBe(400);
    const unseen = { method: 'PUT', json: factors } as const;
    expect((await sheets.ask('/printers/%E2%80%8B', unseen)).status).toBe(400);
    const id = await sheets.order([{ quantity: 9 }]);
    const made = await sheets.make({ orderIds: [id], printer: 'Epson ñ' });
    const { pages } = readPdf(await sheets.file(made.id), 300);
    const [page] = pages;
    if (!page) throw new Error('no page');
    const circle = extent(page, { x: 40, y: 40 }, isReddish);
    expect(Math.abs(circle.width - 70 * 0.98)).toBeLessThan(0.2);
    expect(Math.abs(circle.height - 70 * 1.01)).toBeLessThan(0.2);
  });

  test('match the contract in the response', async () => {
    const id = await sheets.order([{ quantity: 1 }]);
    const { status, body } = await sheets.ask('/sheets', {
      method: 'POST',
      json: { orderIds: [id] },
    });
    expect(status).toBe(202);
    const said: Sheet = sheetSchema.parse(body.sheet);
    expect(said).toMatchObject({ state: 'waiting', progress: 0, pages: 1, pins: 1, missing: [] });
    expect(said).toMatchObject({ orderIds: [id], paper: 'a4', printer: null });
  });
});

/** Centres of 58/70 mm pins on A4, in millimetres from the paper's upper left. */
function ninePlaces(): { x: number; y: number }[] {
  const pitch = 70 + 3.2;
  const across = (pitch * Math.sqrt(3)) / 2;
  const places = [0, 1, 2].flatMap((column) =>
    [0, 1, 2].map((row) => ({
      x: 5 + 35 + column * across,
      y: 5 + 35 + row * pitch + (column % 2) * (pitch / 2),
    })),
  );
  return places.sort((a, b) => a.y - b.y || a.x - b.x);
}

function near(colour: readonly number[] | undefined, wanted: readonly number[]): boolean {
  return wanted.every((value, at) => Math.abs(value - (colour?.[at] ?? -99)) < 8);
}
