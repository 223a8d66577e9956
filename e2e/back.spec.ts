import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { openSignIn } from './support/accounts.ts';
import { hold } from './support/hold.ts';
import { makePortrait } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  goToDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  recipient,
} from './support/wizard.ts';

const phone = { viewport: { width: 360, height: 740 } };

/** The page before the shop. */
const ELSEWHERE = '/health';

/** Returns the position in the history entries of this site. */
const readEntries = (page: Page) =>
  page.evaluate(() => ({ address: location.href, depth: history.state?.depth ?? 0 }));

/** The code that handles Back loads shortly after the page. */
const expectBackStack = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('watch-levels')),
      ),
    )
    .toBe(true);

test.describe('on a phone', () => {
  test.use(phone);

  test('Back, Forward and a reload go through the order and lose nothing', async ({ page }) => {
    await page.goto(ELSEWHERE);
    await goToDelivery(page);
    await fillDelivery(page);
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeFocused();

    await page.goBack();
    await expect(heading(page, 'Datos')).toBeFocused();
    await expect(heading(page, 'Datos')).toBeInViewport();
    await expect(page.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
    await page.reload();
    await expect(page.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
    await expectBackStack(page);
    await page.goBack();
    await expect(heading(page, 'Imágenes')).toBeFocused();
    await expectUploaded(page, 3);
    await page.reload();
    await expectUploaded(page, 3);
    await expectBackStack(page);
    await page.goBack();
    await expect(button(page, 'Comenzar Pedido')).toBeVisible();
    await page.reload();
    await expect(button(page, 'Comenzar Pedido')).toBeVisible();
    await expectBackStack(page);

    await page.goForward();
    await expectUploaded(page, 3);
    await page.goForward();
    await expect(page.getByLabel('Dirección')).toHaveValue(recipient.address);
    await page.goForward();
    await expect(heading(page, 'Resumen')).toBeFocused();
    await page.reload();
    await expect(heading(page, 'Resumen')).toBeVisible();
    expect(await readEntries(page)).toEqual({ address: new URL('/', page.url()).href, depth: 3 });

    // The page's own buttons remove entries too.
    await button(page, 'Volver a editar').click();
    await expect(heading(page, 'Datos')).toBeFocused();
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 2 });
    await button(page, 'Continuar').click();
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText(placedText)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(placedText)).toBeVisible();
    await expect(button(page, 'Comenzar Pedido')).toBeVisible();
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 0 });
    await page.goBack();
    expect(page.url()).toContain(ELSEWHERE);
  });

  test('Back closes the windows one by one, and at home leaves', async ({ page }) => {
    await page.goto(ELSEWHERE);
    await page.goto('/');
    await button(page, 'Privacidad').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 1 });
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Privacidad')).toBeFocused();
    // A closed window stays closed.
    await page.goForward();
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 0 });

    await openSignIn(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 0 });
    await openSignIn(page);
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 1 });
    await page.reload();
    await expect(button(page, 'Iniciar Sesion')).toBeVisible();
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 0 });
    await page.goBack();
    expect(page.url()).toContain(ELSEWHERE);
  });
});

test.describe('while the studio is on its way', () => {
  test.use(phone);

  test('Back takes its opening back', { tag: '@long' }, async ({ page }) => {
    const release = await hold(page, /assets\/Studio-.*\.js/);
    await openWizard(page);
    await pick(page, [await makePortrait()]);
    await expectUploaded(page, 1);
    await button(page, 'Ajustar retrato.jpg').click();
    await expect(page.getByText('Abriendo…')).toBeVisible();
    await book(page, 'studio/opening');
    await expect.poll(() => readEntries(page)).toMatchObject({ depth: 2 });
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(heading(page, 'Imágenes')).toBeVisible();
    await button(page, 'Ajustar retrato.jpg').click();
    await expect(page.getByRole('slider', { name: /^Encuadre de/ })).toHaveCount(1);
  });
});
