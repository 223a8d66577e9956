import sharp from 'sharp';
import { sheet as sheetSchema } from '#contract/production/sheets.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { PAPERS } from '#domain/production/paper.ts';
import {
  GAP_MM,
  MARGIN_MM,
  planSheet,
  printableArea,
  type SheetLayout,
} from '#domain/production/sheets.ts';
import { type DrawnPage, readPdf } from '#server/testing/read-pdf.ts';
import { expect } from './admin.ts';
import type { AdminShop } from './callers.ts';
import { SIDE } from './face-pixels.ts';

const { faceMm, cutMm } = DEFAULT_PRESS;
const LAYOUT: SheetLayout = {
  ...{ paper: 'a4' as const, scaleX: 1, scaleY: 1 },
  ...{ margin: MARGIN_MM.usual, gap: GAP_MM.usual },
};

/** Prints an order. @returns the first page of its press sheet */
async function makeSheet({ admin }: AdminShop, id: string): Promise<DrawnPage> {
  const asked = await admin.call('POST', '/admin/sheets', { orderIds: [id] });
  const { id: sheetId } = sheetSchema.parse((asked as { sheet: unknown }).sheet);
  const read = async () => {
    const answer = await admin.call('GET', `/admin/sheets/${sheetId}`);
    return sheetSchema.parse((answer as { sheet: unknown }).sheet).state;
  };
  await expect.poll(read, { timeout: 60_000 }).toBe('done');
  const file = await admin.download(`/admin/sheets/${sheetId}/file`);
  const [page] = readPdf(file, (SIDE / faceMm) * 25.4).pages;
  if (!page) throw new Error('no page');
  return page;
}

/** Prints an order on A4. @returns pictures of the fronts of its first pins, as printed */
export async function printFaces(shop: AdminShop, id: string, count: number): Promise<Buffer[]> {
  const page = await makeSheet(shop, id);
  const [paper, area] = [PAPERS[LAYOUT.paper], printableArea(LAYOUT)];
  const corner = { x: (paper.width - area.width) / 2, y: (paper.height - area.height) / 2 };
  const [plan] = planSheet([{ orderId: id, cutMm, quantity: count }], LAYOUT);
  const places = plan?.places ?? [];
  return Promise.all(
    places.map(({ centre }) => cutFace(page, { x: corner.x + centre.x, y: corner.y + centre.y })),
  );
}

function cutFace(page: DrawnPage, centre: { x: number; y: number }): Promise<Buffer> {
  const pixels = Buffer.alloc(3 * SIDE * SIDE);
  for (let point = 0; point < SIDE * SIDE; point += 1) {
    const across = (((point % SIDE) + 0.5) / SIDE - 0.5) * faceMm;
    const down = ((Math.floor(point / SIDE) + 0.5) / SIDE - 0.5) * faceMm;
    pixels.set(page.colourAt(centre.x + across, centre.y + down), 3 * point);
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
}
