import { FIRST_STYLE, type PinText } from '#domain/pins/text.ts';
import { expect, openOrder, openPanel, placeOrder, test } from './support/admin.ts';
import { differenceOf, shootFace } from './support/face-pixels.ts';
import { makePortrait } from './support/pictures.ts';
import { printFaces } from './support/sheet-pixels.ts';
import { button } from './support/wizard.ts';

/**
 * Maximum mean difference per channel (0 to 255) inside the face's circle: only the browser draws
 * soft edges of letters. A text that is a pixel off differs by 3.9 (straight) or 5.5 (circle).
 */
const MAX_DIFFERENCE = 3.5;
const TEXTS: PinText[] = [
  { ...FIRST_STYLE, value: 'Begoña Łódź', font: 'bitter' },
  { ...FIRST_STYLE, value: 'Club Deportivo Ñuble', font: 'anton', path: 'circle' },
  { ...FIRST_STYLE, value: 'Ángela', place: 'middle', size: 'large' },
  { ...FIRST_STYLE, value: 'Ángela Muñoz', path: 'circle', place: 'bottom', size: 'small' },
];

test('texts show as printed, pixel by pixel', { tag: '@long' }, async ({ page, adminShop }) => {
  const files = await Promise.all([1, 2, 3, 4].map((at) => makePortrait(`retrato ${at}.jpg`)));
  const crop = { x: 0.5, y: 0.5, diameter: 0.9, rotation: 0, background: null };
  const id = await placeOrder(adminShop, {
    files,
    crops: files.map(() => crop),
    texts: TEXTS,
    quantity: 1,
  });
  const printed = await printFaces(adminShop, id, TEXTS.length);
  await openPanel(page);
  const order = await openOrder(page, id);
  await expect(order.getByText('×1 «Begoña Łódź»')).toBeVisible();
  await order.getByRole('button', { name: 'Imagen 1, ver en grande' }).click();
  for (const at of TEXTS.keys()) {
    const window = page.getByRole('dialog', { name: `Imagen ${at + 1} de 4` });
    await expect(window.locator('figure').first().locator('svg path').first()).toBeAttached();
    const shown = await shootFace(page, window);
    expect(await differenceOf(shown, printed[at] ?? new Uint8Array())).toBeLessThan(MAX_DIFFERENCE);
    if (at < 3) await button(page, 'Siguiente').click();
  }
});
