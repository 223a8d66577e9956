import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Crop } from '#domain/pins/crops.ts';
import { drawText, loadLetters, writeTextSvg } from '#domain/pins/letters.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE, type PinText } from '#domain/pins/text.ts';
import { fileKeys, pictureId } from '#server/features/uploads/urls.ts';
import { type DrawnPage, readPdf } from '#server/testing/read-pdf.ts';
import { useTestSheets } from '#server/testing/sheets.ts';
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

describe.each(anyDatabase)('the pages of press sheets on %s', (kind) => {
  const sheets = useTestSheets(kind);

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

  test('name what cannot be printed, and print the rest', async () => {
    const lost = await sheets.order([{ quantity: 2 }, { quantity: 1 }]);
    const cancelled = await sheets.order([{ quantity: 4 }]);
    await sheets.setStatus(cancelled, 'cancelled');
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
