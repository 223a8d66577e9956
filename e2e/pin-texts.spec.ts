import sharp from 'sharp';
import { sheet as sheetSchema } from '#contract/sheets.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { FIRST_STYLE, type PinText } from '#domain/pins/text.ts';
import { type DrawnPage, readPdf } from '#server/testing/read-pdf.ts';
import { type AdminShop, expect, openOrder, openPanel, placeOrder, test } from './support/admin.ts';
import { differenceOf, SIDE, shootFace } from './support/face-pixels.ts';
import { makePortrait } from './support/pictures.ts';
import { button } from './support/wizard.ts';

/**
 * Maximum mean difference per channel (0 to 255) inside the face's circle: only the browser draws
 * soft edges of letters. A text that is a pixel off differs by 3.9 (straight) or 5.5 (circle).
 */
const MAX_DIFFERENCE = 3.5;
const { faceMm, cutMm } = DEFAULT_PRESS;
/** Centres of the first pins on an A4 sheet, in millimetres from the upper left. */
const CENTRES = [
  { x: 40, y: 40 },
  { x: 40 + 73.2 * Math.sqrt(3), y: 40 },
];

const TEXTS: PinText[] = [
  { ...FIRST_STYLE, value: 'Begoña Łódź', font: 'bitter' },
  { ...FIRST_STYLE, value: 'Club Deportivo Ñuble', font: 'anton', path: 'circle' },
];

async function makeSheet({ admin }: AdminShop, id: string): Promise<DrawnPage> {
  const asked = await admin.call('POST', '/admin/sheets', { orderIds: [id] });
  const { id: sheetId } = sheetSchema.parse((asked as { sheet: unknown }).sheet);
  const read = async () => {
    const answer = await admin.call('GET', `/admin/sheets/${sheetId}`);
    return sheetSchema.parse((answer as { sheet: unknown }).sheet).state;
  };
  await expect.poll(read, { timeout: 30_000 }).toBe('done');
  const file = await admin.download(`/admin/sheets/${sheetId}/file`);
  const { pages } = readPdf(file, (SIDE / faceMm) * 25.4);
  const [page] = pages;
  if (!page) throw new Error('no page');
  return page;
}

/** Returns the front of a pin on a sheet as a picture. */
function cutFace(page: DrawnPage, at: number): Promise<Buffer> {
  const { x, y } = CENTRES[at] ?? { x: 0, y: 0 };
  const pixels = Buffer.alloc(3 * SIDE * SIDE);
  for (let point = 0; point < SIDE * SIDE; point += 1) {
    const across = (((point % SIDE) + 0.5) / SIDE - 0.5) * faceMm;
    const down = ((Math.floor(point / SIDE) + 0.5) / SIDE - 0.5) * faceMm;
    pixels.set(page.colourAt(x + across, y + down), 3 * point);
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
}

test('the browser shows the texts that the sheet prints, pixel by pixel', { tag: '@long' }, async ({
  page,
  adminShop,
}) => {
  const files = await Promise.all([1, 2].map((at) => makePortrait(`retrato ${at}.jpg`)));
  const crop = { x: 0.5, y: 0.5, diameter: 0.9, rotation: 0, background: null };
  const id = await placeOrder(adminShop, { files, crops: [crop, crop], texts: TEXTS, quantity: 1 });
  const sheet = await makeSheet(adminShop, id);
  expect(cutMm).toBe(70);
  await openPanel(page);
  const order = await openOrder(page, id, 'Imágenes');
  await expect(order.getByText('×1 «Begoña Łódź»')).toBeVisible();
  await order.getByRole('button', { name: 'Imagen 1, ver en grande' }).click();
  for (const at of TEXTS.keys()) {
    const window = page.getByRole('dialog', { name: `Imagen ${at + 1} de 2` });
    await expect(window.locator('figure').first().locator('svg path').first()).toBeAttached();
    const shown = await shootFace(page, window);
    expect(await differenceOf(shown, await cutFace(sheet, at))).toBeLessThan(MAX_DIFFERENCE);
    if (at === 0) await button(page, 'Siguiente').click();
  }
});
