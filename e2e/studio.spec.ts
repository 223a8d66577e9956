import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { expect, openOrder, openPanel, test } from './support/admin.ts';
import { GUEST } from './support/callers.ts';
import { expectFocusShows } from './support/focus.ts';
import { FACE, makeJpeg, makeLogo, makePng, makePortrait, makeThree } from './support/pictures.ts';
import { withLargeText } from './support/reflow.ts';
import { drag } from './support/taps.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  readOrderNumber,
} from './support/wizard.ts';

const stageOf = (page: Page) => page.getByRole('slider', { name: /^Encuadre de/ });

/** Returns the style that places a picture in its pin, independent of the pin's size. */
async function placing(page: Page, within: string): Promise<string | null> {
  const image = page.locator(`${within} [style*="rotate"] img`).last();
  // Known once the picture has loaded.
  await expect(image).toHaveAttribute('style', /width/);
  return image.getAttribute('style');
}

const isDrawn = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0;

/** A guest with a phone. */
test.use({ storageState: GUEST, viewport: { width: 390, height: 780 } });

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a face is moved into the middle, ordered, and printed just so', async ({
    page,
    browser,
    adminShop: { url, session },
  }) => {
    await openWizard(page);
    await pick(page, [await makePortrait()]);
    await expectUploaded(page, 1);
    await button(page, 'Ajustar retrato.jpg').click();
    const stage = stageOf(page);
    await expect(stage).toBeVisible();
    const box = await stage.boundingBox();
    if (!box) throw new Error('The stage is not to be seen.');
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const [, x = 0, y = 0] =
      /(\d+) % del ancho y (\d+) %/
        .exec((await stage.getAttribute('aria-valuetext')) ?? '')
        ?.map(Number) ?? [];
    // The picture is 4 : 3 upright, and its width as wide as the cut: 90 % of the stage.
    const width = box.width * 0.9;
    const face = {
      x: centre.x + (FACE.x - x / 100) * width,
      y: centre.y + (FACE.y - y / 100) * width * (4 / 3),
    };
    await drag(page, face, centre);
    await expect
      .poll(async () => (await stage.getAttribute('aria-valuetext')) ?? '')
      .toMatch(/^(69|70|71) % del ancho y (29|30|31) % del alto$/);

    await page.getByRole('tab', { name: 'Cómo quedará' }).click();
    await expect(button(page, 'Tamaño real')).toBeVisible();
    await book(page, 'studio/pin', { hasFold: true });
    const seen = await placing(page, '[role=tabpanel]');
    await button(page, 'Listo').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/orders'),
    );
    await button(page, 'Continuar con 1 imagenes').click();
    await fillDelivery(page, {});
    await button(page, 'Continuar').click();
    await button(page, 'Confirmar pedido').click();
    const { images } = (await sent).postDataJSON();
    expect(images[0].crop.x).toBeCloseTo(FACE.x, 1);
    expect(images[0].crop.y).toBeCloseTo(FACE.y, 1);
    await expect(page.getByText(placedText)).toBeVisible();
    await expect(button(page, 'Comenzar Pedido')).toBeVisible();
    const id = await readOrderNumber(page);

    const admin = await browser.newPage({ baseURL: url, storageState: session });
    await openPanel(admin);
    const order = await openOrder(admin, id);
    await order.getByRole('button', { name: 'Imagen 1, ver en grande' }).click();
    await expect(admin.getByText('El pin, como se pidió')).toBeVisible();
    expect(await placing(admin, 'figure')).toBe(seen);
    await admin.close();
  });
});

test('keys alone frame a pin; a reload and a new visit keep it', async ({ page, context }) => {
  await openWizard(page);
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  const adjust = button(page, 'Ajustar gato.jpg');
  await adjust.focus();
  await page.keyboard.press('Enter');
  const stage = stageOf(page);
  await expect(stage).toBeVisible();
  await book(page, 'studio/start', { hasFold: true });
  await stage.focus();
  for (const key of ['+', '+', 'ArrowRight', 'ArrowUp', 'g', '.']) await page.keyboard.press(key);
  await expect(page.getByText('121 %')).toBeVisible();
  await expect(page.getByText('91°')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'girada 91 grados' })).toBeAttached();
  await book(page, 'studio/turned');
  await page.locator('summary', { hasText: 'Nombre en el pin' }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Gato');
  await expectFocusShows(page, 'studio');
  await page.keyboard.press('Escape');
  await expect(adjust).toBeFocused();
  await page.getByLabel('Notas').nth(1).fill('con brillo ✨');
  await page.getByRole('spinbutton').nth(1).fill('12');

  const row = 'li:has([aria-label="Ajustar gato.jpg"])';
  const kept = await placing(page, row);
  await page.reload();
  await expectUploaded(page, 3);
  await book(page, 'studio/rows', { hasFold: true });
  await expect.poll(() => placing(page, row)).toBe(kept);
  await expect(page.getByLabel('Notas').nth(1)).toHaveValue('con brillo ✨');
  await expect(page.getByRole('spinbutton').nth(1)).toHaveValue('12');
  const previews = page.locator('li:has(img[src^="blob:"])');
  await expect(previews).toHaveCount(3);
  await expect.poll(() => previews.first().locator('img').last().evaluate(isDrawn)).toBe(true);
  const visit = await context.newPage();
  await visit.goto('/');
  await expect(visit.getByText('Tienes un pedido a medias')).toBeVisible();
  await expect(heading(visit, 'Imágenes')).toBeHidden();
  await button(visit, 'Crear Pin Personalizado').click();
  await expectUploaded(visit, 3);
  await expect.poll(() => placing(visit, row)).toBe(kept);
});

test('size, turn and background go to all, and back', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await pick(page, [await makeJpeg(), await makeLogo(), await makePng()]);
  await expectUploaded(page, 3);
  await button(page, 'Ajustar gato.jpg').click();
  await page.getByLabel('Giro', { exact: true }).fill('30');
  await button(page, 'Mostrar la imagen completa').click();
  await book(page, 'studio/whole', { hasFold: true });
  await page.getByRole('radio', { name: 'Azul' }).check();
  await button(page, 'Aplicar a todas').click();
  await expect(page.getByText('Pasamos tamaño, giro y fondo a todas.')).toBeVisible();
  await book(page, 'studio/applied');
  await button(page, 'Siguiente').click();
  await expect(page.getByText('2 de 3')).toBeVisible();
  await expect(page.getByText('30°')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Azul' })).toBeChecked();
  await book(page, 'studio/logo', { hasFold: true });
  await button(page, 'Restablecer').click();
  await expect(page.getByText('0°', { exact: true })).toBeVisible();
  await expect(heading(page, 'Ajusta tu pin')).toBeVisible();

  const views = page.getByRole('tablist', { name: 'Vista' });
  const hidden = () => views.evaluate((row) => row.scrollWidth - row.clientWidth);
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await hidden()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await withLargeText(page, async () => expect(await hidden()).toBe(0));
});

test('moves that come faster than the drawing all count', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await pick(page, [await makePortrait()]);
  await expectUploaded(page, 1);
  await button(page, 'Ajustar retrato.jpg').click();
  const stage = stageOf(page);
  const share = async () =>
    Number(/(\d+) % del ancho/.exec((await stage.getAttribute('aria-valuetext')) ?? '')?.[1]);
  const box = await stage.boundingBox();
  if (!box) throw new Error('The stage is not to be seen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await share();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await stage.evaluate(
    (element, [startX = 0, clientY = 0]) => {
      for (const by of [30, 60]) {
        const there = { pointerId: 1, clientX: startX + by, clientY, bubbles: true };
        element.dispatchEvent(new PointerEvent('pointermove', there));
      }
    },
    [x, y],
  );
  await page.mouse.up();
  // The picture's width is as wide as the cut: 90 % of the stage.
  const moved = Math.round(before - 6000 / (box.width * 0.9));
  await expect.poll(share).toBeGreaterThanOrEqual(moved - 1);
  await expect.poll(share).toBeLessThanOrEqual(moved + 1);
});
