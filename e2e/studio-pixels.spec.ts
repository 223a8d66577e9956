import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { type Crop, frontOf } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { openDecoder } from '#server/ports/decoder/open-decoder.ts';
import { expect, openOrder, openPanel, placeOrder, test } from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { differenceOf, SIDE, shootFace } from './support/face-pixels.ts';
import { makePortrait } from './support/pictures.ts';
import { button } from './support/wizard.ts';

/** Maximum mean difference per channel (0 to 255) inside the face's circle. */
const MAX_DIFFERENCE = 2;

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const crops = fc.record<Crop>({
  x: between(0, 1),
  y: between(0, 1),
  diameter: between(0.15, 3),
  rotation: between(-180, 180),
  background: fc.constantFrom(null, '#c8203f', '#0a6349'),
});

/** Orders a portrait with each crop and compares the browser's picture with the drawn one. */
async function compare(page: Page, shop: AdminShop, chosen: readonly Crop[]) {
  const files = await Promise.all(chosen.map((_, at) => makePortrait(`retrato ${at + 1}.jpg`)));
  const id = await placeOrder(shop, { files, crops: chosen });
  await openPanel(page);
  const order = await openOrder(page, id);
  await order.getByRole('button', { name: 'Imagen 1, ver en grande' }).click();
  const decoder = openDecoder();
  const differences: number[] = [];
  for (const [at, crop] of chosen.entries()) {
    const window = page.getByRole('dialog', { name: `Imagen ${at + 1} de ${chosen.length}` });
    const shown = await shootFace(page, window);
    const address = await window.locator('a[href^="/files/"]').getAttribute('href');
    const picture = await (await page.request.get(address ?? '')).body();
    const drawn = await decoder.makeSquare({
      picture,
      crop: frontOf(crop, { press: DEFAULT_PRESS }),
      side: SIDE,
      format: 'png',
    });
    differences.push(await differenceOf(shown, drawn));
    if (at + 1 < chosen.length) await button(page, 'Siguiente').click();
  }
  await decoder.close();
  return differences;
}

const sample = (count: number) => fc.sample(crops, { numRuns: count, seed: 14 });

test('the browser shows what the shop draws, pixel by pixel', async ({ page, adminShop }) => {
  const differences = await compare(page, adminShop, sample(2));
  expect(Math.max(...differences)).toBeLessThan(MAX_DIFFERENCE);
});

test('the browser shows what the shop draws, in 20 crops @long', async ({ page, adminShop }) => {
  const differences = await compare(page, adminShop, sample(20));
  expect(differences).toHaveLength(20);
  expect(Math.max(...differences)).toBeLessThan(MAX_DIFFERENCE);
});
