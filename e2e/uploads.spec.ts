import type { CDPSession, Page } from '@playwright/test';
import { book } from './book/book.ts';
import { expectAbove } from './support/checks.ts';
import { makeJpeg, makeLargeJpeg, makePng } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, openWizard, pick, readStoredDraft } from './support/wizard.ts';

const MB = 1_048_576;

test('the limits are shown before a picture is chosen, and an empty file is called empty', async ({
  page,
}) => {
  await openWizard(page);
  await book(page, 'images/empty');
  const rules = 'hasta 5 MB y 40 megapíxeles cada una · 100 imágenes por pedido';
  await expect(page.getByText(rules)).toBeVisible();
  await expect(page.getByText('Tus pines: 58 mm, con alfiler atrás.')).toBeVisible();
  await pick(page, [{ name: 'vacia.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }]);
  await expect(page.getByRole('alert')).toHaveText(
    'Archivos rechazados: vacia.jpg: El archivo está vacío. Solo se permiten imagenes JPEG, PNG y WebP menores a 5MB.',
  );
});

test('a file that is too large is made smaller in the browser and used', async ({ page }) => {
  await openWizard(page);
  const text = { name: 'notas.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('texto') };
  await pick(page, [await makeLargeJpeg('cumple.jpg', 6 * MB), text]);
  await expect(page.getByRole('alert')).toContainText('cumple.jpg: Archivo demasiado grande');
  await button(page, 'Achicarla y usarla').click();
  await expectUploaded(page, 1);
  await expect(page.getByLabel('Cantidad de cumple.jpg')).toBeVisible();
  // The rejected file is still listed.
  await expect(page.getByRole('alert')).toContainText('Archivos rechazados: notas.jpg');
  await expect(button(page, 'Achicarla y usarla')).toHaveCount(0);
});

test('a picture of too many pixels is made smaller in the list', { tag: '@long' }, async ({
  page,
}) => {
  await openWizard(page);
  await pick(page, [await makePng('afiche.png', { width: 8000, height: 5200 })]);
  await expect(page.getByRole('alert')).toContainText('el máximo es 40 megapíxeles');
  await button(page, 'Achicarla y usarla').click();
  await expectUploaded(page, 1);
  await expect(button(page, 'Continuar con 1 imagenes')).toBeVisible();
});

test('all pictures get the same quantity at once', async ({ page }) => {
  await openWizard(page);
  await pick(page, [await makePng('sol.png'), await makeJpeg('gato.jpg')]);
  await button(page, 'Misma cantidad para todas').click();
  await expect(page.getByLabel('Cantidad de todas')).toBeFocused();
  await page.getByLabel('Cantidad de todas').fill('12');
  await button(page, 'Aplicar').click();
  await expect(button(page, 'Misma cantidad para todas')).toBeFocused();
  for (const name of ['sol.png', 'gato.jpg']) {
    await expect(page.getByLabel(`Cantidad de ${name}`)).toHaveValue('12');
  }
  await expect(page.getByText('24 pines, con envío')).toBeVisible();
});

test('from twelve pictures on the list is short, and every part of it is still there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWizard(page);
  const names = Array.from({ length: 12 }, (_, number) => `pin-${number}.png`);
  const [first = ''] = names;
  const files = await Promise.all(names.map((name) => makePng(name, { width: 900, height: 900 })));
  await pick(page, files);
  await expectUploaded(page, 12);
  await expectAbove(page.getByText('Elige un pin para ajustarlo.'), button(page, /^Continuar con/));
  await expectAbove(button(page, `Un pin más de ${first}`), page.getByText('$24.400'));
  const row = page.getByRole('listitem').filter({ hasText: first });
  const { height } = (await row.boundingBox()) ?? { height: Number.NaN };
  expect(height).toBeLessThanOrEqual(130);
  await button(page, `Agregar una nota a ${first}`).click();
  await expect(row.getByLabel('Notas')).toBeFocused();
  await row.getByLabel('Notas').fill('Fondo blanco');
  await button(page, `Un pin más de ${first}`).click();
  await button(page, `Ajustar ${first}`).click();
  await button(page, 'Listo').click();
  await expect.poll(() => readStoredDraft(page)).toContain('Fondo blanco');
});

/** Moves a finger from a place by a number of pixels. */
async function swipe(
  session: CDPSession,
  from: { x: number; y: number },
  by: { x: number; y: number },
) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step += 1) {
    await touch('touchMove', { x: from.x + (by.x * step) / 10, y: from.y + (by.y * step) / 10 });
  }
  await touch('touchEnd');
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  const readSize = (page: Page) =>
    page.getByLabel('Tamaño', { exact: true }).evaluate((range: HTMLInputElement) => range.value);

  test('a scroll that begins on a slider leaves it as it was; a swipe along it moves it', async ({
    page,
  }) => {
    await openWizard(page);
    await pick(page, [await makePng('sol.png')]);
    await button(page, 'Ajustar sol.png').click();
    const slider = page.getByLabel('Tamaño', { exact: true });
    await slider.scrollIntoViewIfNeeded();
    const before = await readSize(page);
    const { x, y, width, height } = (await slider.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const session = await page.context().newCDPSession(page);
    const right = { x: x + width * 0.9, y: y + height / 2 };
    await swipe(session, right, { x: 2, y: -160 });
    expect(await readSize(page)).toBe(before);
    await slider.scrollIntoViewIfNeeded();
    const again = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const from = { x: again.x + width * 0.5, y: again.y + again.height / 2 };
    await swipe(session, from, { x: 80, y: 0 });
    await expect.poll(() => readSize(page)).not.toBe(before);
  });
});
