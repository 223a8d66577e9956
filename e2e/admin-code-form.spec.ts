import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { codeRow, expect, newCode, openPanel, readCells, test } from './support/admin.ts';
import { addCode } from './support/database.ts';
import { hold } from './support/hold.ts';
import { button } from './support/wizard.ts';

const TAB = 'Codigos de Descuento';
const CREATED = '✅ Codigo creado exitosamente';

async function openForm(page: Page) {
  await openPanel(page, TAB);
  await button(page, 'Crear código').click();
  return dialog(page, 'Crear código de descuento');
}

test('a code is made, switched off and on; its message goes after 3 s', async ({ page }) => {
  const code = newCode();
  await page.clock.install();
  const form = await openForm(page);
  await expect(form.getByLabel('Tipo')).toHaveValue('percentage');
  await expect(form.getByLabel('Permitir uso múltiple')).toBeChecked();
  await book(page, 'admin-codes/create');
  // Typed in the middle, it stays in the middle.
  await form.getByLabel('Código').fill(code.slice(2).toLowerCase());
  await form.getByLabel('Código').press('Home');
  await form.getByLabel('Código').pressSequentially(code.slice(0, 2).toLowerCase());
  await expect(form.getByLabel('Código')).toHaveValue(code);
  await form.getByLabel('Nombre').fill('Verano 🌞');
  await form.getByLabel('Valor').fill('15');
  await form.getByLabel('Valor').hover();
  await page.mouse.wheel(0, 100);
  await expect(form.getByLabel('Valor')).not.toBeFocused();
  await expect(form.getByLabel('Valor')).toHaveValue('15');
  await form.getByLabel('Máximo de usos').fill('20');
  const release = await hold(page, '**/api/admin/discounts/');
  await form.getByRole('button', { name: 'Crear código', exact: true }).click();
  await expect(form.getByRole('button', { name: 'Creando...' })).toBeDisabled();
  release();
  await expect(form).toBeHidden();
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(codeRow(page, code)).toBeVisible();
  expect(await readCells(page, code)).toEqual([
    code,
    'Verano 🌞',
    'Porcentaje',
    '15%',
    '0 / 20',
    'Activo',
    'Sin expiracion',
  ]);
  await expect(page.getByText(CREATED)).toBeHidden({ timeout: 4000 });
  await button(page, 'Crear código').click();
  await expect(form.getByLabel('Código')).toHaveValue('');
  await expect(form.getByLabel('Valor')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await button(page, `Desactivar ${code}`).click();
  await expect(codeRow(page, code).getByText('Inactivo')).toBeVisible();
  const news = page.getByRole('status').filter({ hasText: /desactivad/i });
  await expect(news).toBeVisible();
  await book(page, 'admin-codes/switched', { isBrief: true });
  await page.clock.fastForward(3000);
  await expect(news).toBeHidden();
  await button(page, `Activar ${code}`).click();
  await expect(codeRow(page, code).getByText('Activo', { exact: true })).toBeVisible();
  // The error of a failed deletion stays until the next action.
  await page.route(`**/admin/discounts/${code}`, (route) => route.abort(), { times: 1 });
  await button(page, `Eliminar ${code}`).click();
  await button(page, 'Eliminar código').click();
  await expect(page.getByText(/^Error eliminando codigo/)).toBeVisible();
  await page.route('**/toggle', (route) => route.fulfill({ json: { success: true } }));
  await button(page, `Desactivar ${code}`).click();
  await expect(page.getByText('Estado actualizado')).toBeVisible();
  await expect(page.getByText(/^Error eliminando codigo/)).toBeHidden();
});

test('faults are beside fields, nothing is lost', { tag: '@long' }, async ({ page, adminShop }) => {
  const taken = newCode();
  addCode(adminShop, { code: taken });
  const form = await openForm(page);
  const submit = form.getByRole('button', { name: 'Crear código', exact: true });
  const told = (text: string) => expect(form.getByText(text, { exact: true })).toBeVisible();
  await submit.click();
  await expect(form.getByLabel('Código')).toBeFocused();
  await told('El código es obligatorio');
  await book(page, 'admin-codes/create-errors', { hasFold: true });
  await expect(form.getByLabel('Código')).toHaveAttribute('maxlength', '20');
  await expect(form.getByLabel('Nombre')).toHaveAttribute('maxlength', '100');
  await form.getByLabel('Código').fill(taken);
  await form.getByLabel('Nombre').fill('Prueba');
  const value = form.getByLabel('Valor');
  await expect(value).toHaveAttribute('max', '100');
  await expect(value).toHaveAttribute('step', '1');
  await form.getByLabel('Tipo').selectOption('Monto fijo');
  await expect(value).toHaveAttribute('step', '0.01');
  await told('Cantidad en pesos');
  await value.fill('0.5');
  await told('El valor mínimo es 1');
  await value.fill('1990.5');
  await form.getByLabel('Permitir uso múltiple').uncheck();
  await expect(form.getByLabel('Máximo de usos')).toBeHidden();
  const expiry = form.getByLabel('Fecha de expiración');
  await expect(expiry).toHaveAttribute('min', /^20\d\d-\d\d-\d\dT\d\d:\d\d$/);
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Error creando codigo: Ya existe un código de descuento con ese nombre',
  );
  await expect(value).toHaveValue('1990.5');
  await book(page, 'admin-codes/create-taken');
});
