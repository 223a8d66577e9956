import { book } from './book/book.ts';
import { makePortrait } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  uniqueName,
} from './support/wizard.ts';

test('a list of names becomes a pin for each, from the studio to the order', async ({ page }) => {
  const name = uniqueName();
  await openWizard(page);
  await pick(page, [await makePortrait('curso.jpg', 900, { x: 0.5, y: 0.75 })]);
  await expectUploaded(page, 1);
  await button(page, 'Ajustar curso.jpg').click();
  await page.getByText('Nombre en el pin').click();
  // The face is in the lower half of the pin.
  await expect(page.getByLabel('Arriba')).toBeChecked();
  await page.getByLabel('Texto', { exact: true }).fill('Ana 😀');
  await page.getByLabel('Arriba').press('ArrowDown');
  await expect(page.getByLabel('Al medio')).toBeChecked();
  await page.getByText('Chica', { exact: true }).click();
  await expect(page.getByLabel('Chica')).toBeChecked();
  await expect(page.getByText('No tenemos letras para 😀: no salen en el pin.')).toBeVisible();
  await book(page, 'products/text', { hasFold: true });
  await button(page, 'Lista de nombres').click();
  const list = page.getByRole('dialog', { name: 'Lista de nombres' });
  await expect(list.getByText('Todavía no hay nombres.')).toBeVisible();
  await book(page, 'products/names-empty');
  const csv =
    '\ufeffNombre;Cantidad\r\nCamila;2\r\n"Soto; Luz";\r\nMaría Fernanda de los Ángeles Undurraga;1';
  const file = { name: 'curso.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await list.locator('input[type=file]').setInputFiles(file);
  await expect(list.getByText('3 nombres, 4 pines.')).toBeVisible();
  await expect(list.getByText(/Undurraga» queda con letra muy chica/)).toBeVisible();
  await book(page, 'products/names');
  const field = list.getByRole('textbox', { name: 'Nombres' });
  await field.press('ControlOrMeta+End');
  await field.pressSequentially(`\n${'x'.repeat(41)};1`);
  await expect(list.getByText('tiene 41 letras, y caben 40')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Usar 3 nombres' })).toBeDisabled();
  await book(page, 'products/names-wrong');
  await list.getByRole('button', { name: 'Quitar esa línea' }).click();
  await list.getByRole('button', { name: 'Usar 3 nombres' }).click();
  await button(page, 'Listo').click();
  await page.reload();
  await expect(page.getByText('4 pines con nombre: «Camila», «Soto; Luz»')).toBeVisible();
  await book(page, 'products/named', { hasFold: true });
  await button(page, /^Continuar con/).click();
  await fillDelivery(page, { name });
  await button(page, /^Continuar/).click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await expect(page.getByText(/Undurraga» queda con letra muy chica/)).toBeVisible();
  await book(page, 'products/summary');
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/orders'));
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  const { order } = await (await answer).json();
  const style = { place: 'middle', size: 'small' };
  expect(order.items).toMatchObject([
    { quantity: 2, text: { ...style, value: 'Camila' } },
    { quantity: 1, text: { ...style, value: 'Soto; Luz' } },
    { quantity: 1, text: { ...style, value: 'María Fernanda de los Ángeles Undurraga' } },
  ]);
  expect(order.deliveryData.pricing).toMatchObject({ imagesCount: 4, uniqueImages: 3 });
});
