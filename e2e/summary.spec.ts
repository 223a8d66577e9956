import { expect, type Locator, type Page } from '@playwright/test';
import { book } from './book/book.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { countTaps } from './support/taps.ts';
import { test } from './support/test.ts';
import { button, heading, readStoredDraft } from './support/wizard.ts';

const pins = async () => [await makePng('sol.png'), await makeJpeg('gato.jpg')];

const topOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top);

/** Returns the share of the window that the bar with the order button covers, from 0 to 1. */
const barShare = (page: Page) =>
  button(page, 'Confirmar pedido').evaluate((element) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(each).position)) {
        return each.getBoundingClientRect().height / innerHeight;
      }
    }
    return 0;
  });

test('the summary begins with pins and price; its bar is low', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAtSummary(page, { files: await pins() });
  const list = page.getByRole('list', { name: 'Tus imágenes' });
  const faces = list.getByRole('listitem').locator('> :first-child');
  await expect(faces).toHaveCount(2);
  for (const face of await faces.all()) {
    const { width, background, shadow } = await face.evaluate((element) => ({
      width: element.getBoundingClientRect().width,
      background: getComputedStyle(element).backgroundImage,
      shadow: getComputedStyle(element).boxShadow,
    }));
    expect(width).toBeGreaterThanOrEqual(72);
    // The steel rim had its own gradient, the halo was a shadow in all directions.
    expect(background).toBe('none');
    expect(shadow).not.toContain(' 0px 0px ');
  }
  const total = page.getByText('Total', { exact: true });
  expect(await topOf(list)).toBeLessThan(await topOf(total));
  expect(await topOf(total)).toBeLessThan(await topOf(heading(page, 'Datos de entrega')));

  await page.setViewportSize({ width: 360, height: 640 });
  await expect(page.getByText('Ahora no pagas nada')).toBeInViewport();
  await expect(page.getByText('$5.900 2 pines')).toBeVisible();
  const taps = await countTaps(page);
  await button(page, 'Un pin más de gato.jpg').click();
  await expect(page.getByText('$7.600 3 pines')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(2);
  await expect.poll(() => readStoredDraft(page)).toContain('"quantity":2');
  await expect(button(page, 'Confirmar pedido')).toBeInViewport();
  expect(await barShare(page)).toBeGreaterThan(0.1);
  expect(await barShare(page)).toBeLessThanOrEqual(0.25);
  await page.route('**/api/orders', () => undefined);
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText('Creando pedido...')).toBeVisible();
  expect(await barShare(page)).toBeLessThanOrEqual(0.25);
  // The terms are above the bar, not inside it.
  const terms = page.getByText('Al confirmar aceptas');
  const isFree = await terms.evaluate((element) => !element.closest('[class*=bar]'));
  expect(isFree).toBe(true);
});

test('many pins are a strip: code and price are on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const names = Array.from({ length: 10 }, (_, at) => `pin ${at}.png`);
  const small = { width: 300, height: 300 };
  const files = await Promise.all(names.map((name) => makePng(name, small)));
  await openAtSummary(page, { files });
  const list = page.getByRole('list', { name: 'Tus imágenes' });
  await expect(list.getByRole('listitem')).toHaveCount(9);
  const { height } = await list.evaluate((each) => each.getBoundingClientRect());
  expect(height).toBeLessThanOrEqual(260);
  await expect(page.getByLabel('Código de descuento')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('$19.500', { exact: true }).last()).toBeInViewport();
  await expect(page.getByText('Se verán borrosas: pin 0.png')).toContainText('y 7 más');
  await book(page, 'summary/ten-pins', { show: 'fold' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = page.getByText('Total', { exact: true });
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Código de descuento')).toBeInViewport({ ratio: 1 });
  await button(page, 'Ver cantidades').click();
  await expect(page.getByLabel('Cantidad de pin 9.png')).toHaveValue('1');
});

test('parts of the summary can be changed; leaving it can be undone', async ({ page }) => {
  await openAtSummary(page, { files: await pins() });
  await button(page, 'Cambiar tus imágenes').click();
  await expect(heading(page, 'Imágenes')).toBeFocused();
  await button(page, 'Quitar sol.png').click();
  await button(page, 'Continuar con 1 imagenes').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await button(page, 'Cambiar los datos de entrega').click();
  await page.getByLabel('Nombre de quien recibe').fill('Otra Persona');
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await expect(page.getByText('Otra Persona')).toBeVisible();
  await button(page, 'Cambiar gato.jpg').click();
  await page.getByRole('slider', { name: 'Encuadre de gato.jpg' }).press('+');
  await button(page, 'Listo').click();
  await expect(button(page, 'Cambiar gato.jpg')).toBeFocused();
  await expect.poll(() => readStoredDraft(page)).toMatch(/"diameter":0\.9\d/);

  await button(page, 'Volver a editar').click();
  await expect(heading(page, 'Datos')).toBeFocused();
  await expect(page.getByLabel('Dirección')).toHaveValue('Av. Libertad 123, depto 4');
  await button(page, 'Volver').click();
  await expect(heading(page, 'Imágenes')).toBeFocused();
  await expect(page.getByText('1 imagen lista')).toBeVisible();

  await button(page, 'Volver al inicio').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await button(page, 'Deshacer').click();
  await expect(page.getByText('1 imagen lista')).toBeVisible();
  await expect(button(page, 'Deshacer')).toBeHidden();
  await button(page, 'Volver al inicio').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await expect.poll(() => readStoredDraft(page)).not.toContain('gato.jpg');
  await page.reload();
  await expect(heading(page, 'Tu Creatividad, Nuestros Pines')).toBeVisible();
  await button(page, 'Crear Pin Personalizado').click();
  await button(page, 'Comenzar Pedido').click();
  await expect(button(page, 'Elegir imágenes')).toBeVisible();
});
