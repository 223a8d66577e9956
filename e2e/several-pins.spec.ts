import type { Page } from '@playwright/test';
import type { Product } from '#domain/pins/products.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { book } from './book/book.ts';
import { dialog, openProfile } from './support/accounts.ts';
import { expect, saveSettings, test } from './support/admin.ts';
import { type AdminShop, GUEST } from './support/callers.ts';
import { makeJpeg, makePng, makeThree } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { signUpWithOrder } from './support/signed-in-buyer.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  openWizardHere,
  pick,
  placedText,
  recipient,
} from './support/wizard.ts';

test.use({ storageState: GUEST });

const offer = ({ admin }: AdminShop, products: readonly Product[]) =>
  saveSettings(admin, 'products', { products });

test.beforeEach(({ adminShop }) => offer(adminShop, PRODUCTS));

const kindOf = (page: Page, name: string) => page.getByLabel(`Pin de ${name}`, { exact: true });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('three pictures in two sizes take at most 24 taps', { tag: '@long' }, async ({ page }) => {
    let taps = 0;
    const tap = async (name: string | RegExp) => {
      taps += 1;
      await button(page, name).tap();
    };
    const type = async (label: string, text: string) => {
      taps += 1;
      await page.getByLabel(label).fill(text);
    };
    // One tap opens the list, one chooses.
    const choose = async (label: string, option: string) => {
      taps += 2;
      await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    };
    await page.goto('/');
    const prices = page.getByRole('table', { name: 'Precio de cada pin' });
    await expect(prices.getByRole('row', { name: '32 mm' })).toHaveText('32 mm$1.200$990');
    await book(page, 'products/prices', { show: 'page' });
    await tap('Crear Pin Personalizado');
    await tap('Comenzar Pedido');
    await expect(page.getByRole('group', { name: '¿Qué pines quieres?' })).toBeVisible();
    taps += 1;
    await pick(page, await makeThree());
    await expectUploaded(page, 3);
    await choose('Pin de gato.jpg', '32 mm con imán');
    await expect(page.getByText('2 × 58 mm con alfiler, $1.700')).toBeInViewport();
    await expect(prices.getByRole('row', { name: '32 mm' })).toHaveText('32 mm$1.200$990');
    const saving = '9 más de 32 mm: $990 c/u, ahorras $210 por pin';
    await expect(page.getByText(saving)).toBeInViewport();
    await tap('Continuar con 3 imagenes');
    await type('Nombre de quien recibe', recipient.name);
    await type('Teléfono', recipient.phone);
    await type('Email', recipient.email);
    await choose('Región', 'Ñuble');
    await choose('Ciudad', recipient.city);
    await type('Dirección', recipient.address);
    await tap('Continuar');
    await expect(heading(page, 'Resumen')).toBeFocused();
    const price = page.getByRole('definition');
    await expect(price.filter({ hasText: '$3.400' })).toBeVisible();
    await tap('Confirmar pedido');
    await expect(page.getByText(placedText)).toBeVisible();
    expect(taps).toBeLessThanOrEqual(24);
  });
});

test('the choice is asked once: for new pictures, or all', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  const sizes = page.getByRole('group', { name: '¿Qué pines quieres?' });
  await sizes.getByRole('radio', { name: /^32 mm/ }).check();
  await page.getByRole('radio', { name: /^Imán/ }).check();
  await pick(page, [await makeJpeg()]);
  await expect(kindOf(page, 'gato.jpg').locator('option:checked')).toHaveText('32 mm con imán');
  await expect(sizes).toHaveCount(0);
  await button(page, 'Cambiar tus pines').click();
  await book(page, 'products/choose-again');
  await sizes.getByRole('radio', { name: /^Espejo/ }).check();
  await pick(page, [await makePng()]);
  const lines = '1 × 32 mm con imán, $1.500 · 1 × Espejo de bolsillo, $2.900';
  await expect(page.getByText(lines)).toBeVisible();
  await expectUploaded(page, 2);
  await page.reload();
  await expect(page.getByText(lines)).toBeVisible();
  await button(page, 'Cambiar tus pines').click();
  await button(page, 'Todas en Espejo de bolsillo').click();
  await expect(page.getByText('2 × Espejo de bolsillo, $2.900')).toBeVisible();
});

test('one picture comes in several sizes and is sent once', async ({ page }) => {
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload')) uploads += 1;
  });
  await page.goto('/');
  await book(page, 'offering/home', { show: 'page' });
  await openWizardHere(page);
  await book(page, 'products/choice', { hasFold: true });
  await pick(page, [await makeJpeg()]);
  await button(page, 'También en otro tamaño: gato.jpg').click();
  await expect(page.getByText('1 × 58 mm con alfiler, $1.700 · 1 × 32 mm')).toBeVisible();
  await expectUploaded(page, 2);
  await book(page, 'products/several', { hasFold: true });
  expect(uploads).toBe(1);
  await button(page, 'Quitar gato.jpg (58 mm con alfiler)').click();
  await button(page, 'Deshacer').click();
  await page.reload();
  await expectUploaded(page, 2);
  await button(page, 'Continuar con 2 imagenes').click();
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  await expect(page.getByText('1 × 32 mm con alfiler')).toBeVisible();
});

test("the studio and the sharpness follow a picture's pin", { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await pick(page, [await makeJpeg('foto.jpg', { width: 600, height: 600 })]);
  await expectUploaded(page, 1);
  const row = page.getByRole('listitem').filter({ hasText: 'foto.jpg' });
  await expect(row).toContainText('Aceptable');
  await kindOf(page, 'foto.jpg').selectOption({ label: '32 mm con alfiler' });
  await expect(row).toContainText('Nítida');
  await button(page, 'Ajustar foto.jpg (32 mm con alfiler)').click();
  const rings = page.getByRole('slider', { name: 'Encuadre de foto.jpg' }).locator('circle');
  const hasCutOf = (coverage: number) =>
    rings.evaluateAll(
      (all, radius) => all.some((one) => Math.abs(Number(one.getAttribute('r')) - radius) < 0.01),
      coverage,
    );
  await expect.poll(() => hasCutOf((50 * 27) / 43)).toBe(true);
});

const [large, small, mirror] = PRODUCTS;

test('a retired pin is named before one orders', { tag: '@long' }, async ({ page, adminShop }) => {
  await openWizard(page);
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  await kindOf(page, 'gato.jpg').selectOption({ label: '32 mm con imán' });
  await button(page, 'Continuar con 3 imagenes').click();
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await offer(adminShop, [large, { ...small, retired: true }, mirror]);
  await button(page, 'Confirmar pedido').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Ya no ofrecemos' });
  await expect(notice).toContainText('gato.jpg');
  await button(page, 'Continuar con 3 imagenes').click();
  await expect(kindOf(page, 'gato.jpg')).toBeFocused();
  await kindOf(page, 'gato.jpg').selectOption({ label: 'Espejo de bolsillo' });
  await expect(notice).toHaveCount(0);
  await button(page, 'Continuar con 3 imagenes').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});

test('a draft of one pin continues when there are several', { tag: '@long' }, async ({ page }) => {
  await openAtSummary(page, { files: [await makeJpeg()] });
  await expect(page.getByText('1 × 58 mm con alfiler, $1.700').first()).toBeVisible();
});

test('a repeated order replaces a retired pin', { tag: '@long' }, async ({ page, adminShop }) => {
  await signUpWithOrder(page, adminShop);
  await offer(adminShop, [{ ...large, retired: true }, small, mirror]);
  await openProfile(page, 'Mis Pedidos');
  await page.reload();
  await openProfile(page, 'Mis Pedidos');
  await button(page, 'Repetir pedido').click();
  const window = dialog(page, 'Finalizar Pedido');
  const [first, second] = ['la imagen 1', 'la imagen 2'].map((name) =>
    window.getByLabel(`Pin de ${name}`, { exact: true }),
  );
  await expect(first ?? window).toHaveAccessibleDescription('El pin que elegiste ya no se ofrece.');
  await button(page, 'Confirmar Pedido').click();
  await expect(window.getByRole('alert')).toHaveText(
    'El pin de las imágenes 1, 2 ya no se ofrece: elige otro para repetir tu pedido.',
  );
  await first?.selectOption({ label: '32 mm con imán' });
  await second?.selectOption({ label: 'Espejo de bolsillo' });
  await expect(window).toContainText('1 × 32 mm con imán, $1.500');
  await expect(window).toContainText('$4.400 + envío $2.500');
  await button(page, 'Confirmar Pedido').click();
  await expect(window).toBeHidden();
  await page
    .getByRole('button', { name: /^Pedido / })
    .first()
    .click();
  const detail = dialog(page, 'Detalle del Pedido');
  await expect(detail).toContainText('32 mm con imán');
  await expect(detail).toContainText('Espejo de bolsillo');
});
