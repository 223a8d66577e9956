import type { Page } from '@playwright/test';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { expectFits, expectTargets } from './support/checks.ts';
import { makeJpeg } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { type Shop, startShop } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { button, heading, recipient } from './support/wizard.ts';

const looks: readonly [title: string, look: (page: Page) => Promise<void>][] = [
  ['Cómo pagar y despacho', (page) => book(page, 'legal/payment', { hasFold: true })],
  ['Términos y condiciones', (page) => book(page, 'legal/terms', { hasFold: true })],
  ['Derecho a retracto', (page) => book(page, 'legal/withdrawal', { hasFold: true })],
  ['Privacidad', (page) => book(page, 'legal/privacy', { hasFold: true })],
];
const version = /^Versión del \d+ de [a-z]+ de \d{4}$/;

const foot = (page: Page) => page.getByRole('contentinfo');

/** Opens and closes a text by keyboard, and checks that the focus returns. */
async function readByKeyboard(page: Page, link: string, title: string, look: () => Promise<void>) {
  await button(page, link).last().focus();
  await page.keyboard.press('Enter');
  const text = dialog(page, title);
  await expect(text.getByText(version)).toBeVisible();
  await look();
  await page.keyboard.press('Escape');
  await expect(text).toBeHidden();
  await expect(button(page, link).last()).toBeFocused();
}

test('legal texts open by keys, without a call; terms show their version', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await expect(foot(page).getByText('Chillán, Chile')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  for (const [title, look] of looks) {
    await readByKeyboard(page, title, title, async () => {
      await expectFits(page);
      await expectTargets(page);
      await look(page);
    });
  }
  await expectFits(page);
  await button(page, 'Términos y condiciones').click();
  const [year, month, day] = TERMS_VERSION.split('-').map(Number);
  const named = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).toLocaleDateString('es-CL', {
    timeZone: 'UTC',
    dateStyle: 'long',
  });
  await expect(dialog(page, 'Términos y condiciones')).toContainText(`Versión del ${named}`);
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('the terms are beside the order button; reading them changes nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openAtSummary(page, { files: [await makeJpeg()] });
  await page.getByLabel('Código de descuento').fill('A MEDIO ESCRIBIR');
  await expect(
    page.getByText(
      'Al confirmar aceptas los términos y condiciones. Hechos a pedido: sin derecho a retracto, salvo que no sean lo que pediste. Privacidad.',
    ),
  ).toBeVisible();
  await expect(button(page, 'Confirmar pedido')).toBeInViewport({ ratio: 1 });
  for (const [link, title] of [
    ['términos y condiciones', 'Términos y condiciones'],
    ['derecho a retracto', 'Derecho a retracto'],
  ] as const) {
    await readByKeyboard(page, link, title, async () => undefined);
  }
  const terms = page.getByRole('paragraph').filter({ hasText: 'Al confirmar' });
  await terms.getByRole('button', { name: 'Privacidad' }).click();
  await dialog(page, 'Privacidad').getByRole('button', { name: 'Cerrar' }).click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await expect(page.getByLabel('Código de descuento')).toHaveValue('A MEDIO ESCRIBIR');
  await button(page, 'Volver a editar').click();
  await expect(page.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
});

test('a text prints whole and alone, black on white', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await button(page, 'Términos y condiciones').click();
  const text = dialog(page, 'Términos y condiciones');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await text.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(text).toBeHidden();
  for (const part of ['banner', 'main', 'contentinfo'] as const) {
    await expect(page.getByRole(part)).toBeHidden();
  }
  const sheet = page.getByRole('article');
  for (const title of await sheet.getByRole('heading').all()) await expect(title).toBeVisible();
  await expect(sheet.getByRole('heading').last()).toHaveText('Si estas condiciones cambian');
  const printed = await page.evaluate(() => ({
    ink: getComputedStyle(document.querySelector('article') ?? document.body).color,
    paper: getComputedStyle(document.documentElement).backgroundColor,
    cut: getComputedStyle(document.documentElement).overflowY,
    whole: document.documentElement.scrollHeight > innerHeight,
  }));
  expect(printed).toEqual({
    ink: 'rgb(0, 0, 0)',
    paper: 'rgb(255, 255, 255)',
    cut: 'visible',
    whole: true,
  });
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test.describe('with the settings of a shop', () => {
  let shop: Shop;
  test.afterEach(() => shop.remove());

  test('the foot and the texts say who sells', { tag: '@long' }, async ({ page }) => {
    const email = `${'un-correo-muy-largo-'.repeat(3)}@la-tienda-de-los-pines.cl`;
    const address = `Avenida ${'Libertador Bernardo O’Higgins '.repeat(4)}1234, Chillán`;
    shop = await startShop({
      SHOP_NAME: 'Los Pines Más Redondos y Brillantes del Valle del Itata',
      SHOP_EMAIL: email,
      SHOP_WHATSAPP: '+56 9 8765 4321',
      SHOP_RUT: '76.123.456-0',
      SHOP_ADDRESS: address,
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(shop.url);
    const seller = foot(page);
    await expect(seller.getByText('RUT 76.123.456-0')).toBeVisible();
    await expect(seller.getByText(address)).toBeVisible();
    await expect(seller.getByRole('link', { name: email })).toHaveAttribute(
      'href',
      `mailto:${email}`,
    );
    await expect(seller.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      'https://wa.me/56987654321',
    );
    await expectFits(page);
    await expectTargets(page);
    await book(page, 'legal/foot', { show: 'page' });
    await button(page, 'Privacidad').click();
    const privacy = dialog(page, 'Privacidad');
    await expect(privacy).toContainText(`RUT 76.123.456-0, ${address}`);
    await expect(privacy).toContainText(`Escríbenos a ${email} o por WhatsApp al +56 9 8765 4321`);
    await expect(privacy).toContainText('El punto del mapa: solo si tú lo marcas');
    await expectFits(page);
  });
});
