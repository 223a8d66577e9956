import { expect, test } from './support/admin.ts';
import { GUEST } from './support/callers.ts';
import { makeThree } from './support/pictures.ts';
import { translate } from './support/translate.ts';
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

test.setTimeout(60_000);

test.beforeEach(async ({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
  await translate(page);
});

test.describe('a buyer', () => {
  test.use({ storageState: GUEST });

  test('orders on a translated page; each amount follows', { tag: '@long' }, async ({ page }) => {
    await openWizard(page);
    await pick(page, await makeThree());
    await expectUploaded(page, 3);
    await button(page, 'Un pin más de gato.jpg').click();
    const foot = page.getByRole('region', { name: 'Tu pedido' });
    await expect(foot.getByText('$10.800')).toBeVisible();
    await expect(foot.getByText(/^4 pines/)).toBeVisible();
    await button(page, 'Ajustar gato.jpg').click();
    await page.getByText('Nombre en el pin').click();
    await page.getByLabel('Texto', { exact: true }).fill('Ana');
    await button(page, 'Lista de nombres').click();
    const list = page.getByRole('dialog', { name: 'Lista de nombres' });
    await list.getByRole('textbox', { name: 'Nombres' }).fill('Camila;2\nSofía;1');
    await list.getByRole('button', { name: 'Usar 2 nombres' }).click();
    await button(page, 'Listo').click();
    await button(page, /^Continuar con/).click();
    await button(page, 'Continuar').click();
    await expect(page.getByText(/El nombre del destinatario/).first()).toBeVisible();
    await fillDelivery(page);
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeVisible();
    const costs = page.locator('dl').first().getByRole('definition');
    await expect(costs).toHaveText(['5', '$1.700', '$8.500', '$2.500', '$11.000']);
    await page.getByLabel('Código de descuento').fill('NO-HAY');
    await button(page, 'Aplicar').click();
    await expect(page.getByRole('alert').last()).toBeVisible();
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText(placedText)).toBeVisible();
    expect(await readOrderNumber(page)).toMatch(/^[0-9A-Z-]{6,}$/);
  });
});
