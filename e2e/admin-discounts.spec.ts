import type { Page } from '@playwright/test';
import { dialog } from './support/accounts.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import { addCode } from './support/database.ts';
import { button } from './support/wizard.ts';

const TAB = 'Codigos de Descuento';
const CREATED = '✅ Codigo creado exitosamente';
const newName = () => `C${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });
const cells = (page: Page, code: string) =>
  row(page, code)
    .locator('th, td')
    .evaluateAll((all) => all.slice(0, 7).map((cell) => cell.textContent));

async function openForm(page: Page) {
  await openPanel(page, TAB);
  await button(page, 'Crear código').click();
  return dialog(page, 'Crear código de descuento');
}

test('the table has every column', async ({ page, desk }) => {
  const [half, fixed, old] = [newName(), newName(), newName()];
  addCode(desk, { code: half, name: 'Mitad', value: 50, maxUses: 3, currentUses: 3 });
  addCode(desk, { code: fixed, name: 'Cupón', type: 'fixed', value: 99.5, isActive: false });
  addCode(desk, { code: old, name: 'Antiguo', expiresAt: Date.parse('2024-03-05T15:30:00Z') });
  await openPanel(page, TAB);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Código',
    'Nombre',
    'Tipo',
    'Valor',
    'Usos',
    'Estado',
    'Expiración',
    'Acciones',
  ]);
  await expect(row(page, half)).toBeVisible();
  expect(await cells(page, half)).toEqual([
    half,
    'Mitad',
    'Porcentaje',
    '50%',
    '3 / 3Agotado',
    'Activo',
    'Sin expiracion',
  ]);
  expect(await cells(page, fixed)).toEqual([
    fixed,
    'Cupón',
    'Monto fijo',
    '$99,5',
    '0 / ∞',
    'Inactivo',
    'Sin expiracion',
  ]);
  expect((await cells(page, old))[6]).toBe('5/3/2024, 12:30Vencido');
});

test('a code is made, and the form forgets it', async ({ page }) => {
  const code = newName();
  const form = await openForm(page);
  await expect(form.getByLabel('Tipo')).toHaveValue('percentage');
  await expect(form.getByLabel('Permitir uso múltiple')).toBeChecked();
  await form.getByLabel('Código').fill(code.toLowerCase());
  await expect(form.getByLabel('Código')).toHaveValue(code);
  await form.getByLabel('Nombre').fill('Verano 🌞');
  await form.getByLabel('Valor').fill('15');
  await form.getByLabel('Máximo de usos').fill('20');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/discounts/', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Crear código', exact: true }).click();
  await expect(form.getByRole('button', { name: 'Creando...' })).toBeDisabled();
  release();
  await expect(form).toBeHidden();
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(row(page, code)).toBeVisible();
  expect(await cells(page, code)).toEqual([
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
});

test('each rule of the form is told beside its field', async ({ page, desk }) => {
  const taken = newName();
  addCode(desk, { code: taken });
  const form = await openForm(page);
  const submit = form.getByRole('button', { name: 'Crear código', exact: true });
  const told = (text: string) => expect(form.getByText(text, { exact: true })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));

  await submit.click();
  await expect(form.getByLabel('Código')).toBeFocused();
  await told('El código es obligatorio');
  await told('El nombre es obligatorio');
  await told('El valor es obligatorio');
  await expect(form.getByLabel('Código')).toHaveAttribute('maxlength', '20');
  await expect(form.getByLabel('Nombre')).toHaveAttribute('maxlength', '100');
  await form.getByLabel('Código').fill(taken);
  await form.getByLabel('Nombre').fill('Prueba');

  const value = form.getByLabel('Valor');
  for (const [text, problem] of [
    ['0', 'El valor mínimo es 1'],
    ['101', 'El porcentaje máximo es 100'],
    ['10.5', 'El porcentaje debe ser un número entero'],
  ] as const) {
    await value.fill(text);
    await told(problem);
  }
  await expect(value).toHaveAttribute('max', '100');
  await expect(value).toHaveAttribute('step', '1');
  await form.getByLabel('Tipo').selectOption('Monto fijo');
  await expect(value).toHaveValue('');
  await expect(value).toHaveAttribute('step', '0.01');
  await told('Cantidad en pesos');
  await value.fill('0.5');
  await told('El valor mínimo es 1');
  await value.fill('1990.5');

  const uses = form.getByLabel('Máximo de usos');
  await uses.fill('0');
  await told('El máximo de usos debe ser 1 o más');
  await form.getByLabel('Permitir uso múltiple').uncheck();
  await expect(uses).toBeHidden();
  await form.getByLabel('Permitir uso múltiple').check();
  await expect(uses).toHaveValue('');

  const expiry = form.getByLabel('Fecha de expiración');
  await expect(expiry).toHaveAttribute('min', /^20\d\d-\d\d-\d\dT\d\d:\d\d$/);
  await expiry.fill('2024-01-01T10:00');
  await told('La fecha de expiración ya pasó');
  await expiry.fill('');
  expect(sent).toEqual([]);

  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Error creando codigo: Ya existe un código de descuento con ese nombre',
  );
  await expect(value).toHaveValue('1990.5');
});

test('a code is switched off and on; its message goes after 3 seconds', async ({ page, desk }) => {
  const code = newName();
  addCode(desk, { code });
  await openPanel(page, TAB);
  await button(page, `Desactivar ${code}`).click();
  await expect(row(page, code).getByText('Inactivo')).toBeVisible();
  const news = page.getByRole('status').filter({ hasText: /desactivad/i });
  await expect(news).toBeVisible();
  await expect(news).toBeHidden({ timeout: 4000 });
  await button(page, `Activar ${code}`).click();
  await expect(row(page, code).getByText('Activo', { exact: true })).toBeVisible();
  await page.route('**/toggle', (route) =>
    route.fulfill({ json: { success: true, message: '', discountCode: sample(code) } }),
  );
  await button(page, `Desactivar ${code}`).click();
  await expect(page.getByText('Estado actualizado')).toBeVisible();
});

test('a used-up code is open again once its order is cancelled', async ({ page, desk }) => {
  const code = newName();
  addCode(desk, { code, maxUses: 1, value: 10 });
  const discount = { code, type: 'percentage', value: 10, name: 'Prueba' } as const;
  const id = await placeOrder(desk, { code: discount });
  await openPanel(page, TAB);
  await expect(row(page, code)).toContainText('1 / 1');
  await expect(row(page, code)).toContainText('Agotado');
  await button(page, `Desactivar ${code}`).click();
  await expect(row(page, code)).toContainText('Inactivo');
  await button(page, `Activar ${code}`).click();
  await expect(row(page, code).getByText('Activo', { exact: true })).toBeVisible();
  await expect(placeOrder(desk, { code: discount })).rejects.toThrow('discount_unavailable');
  await desk.admin.call('PATCH', `/admin/orders/${id}/status`, { status: 'cancelled' });
  await button(page, 'Actualizar').click();
  await expect(row(page, code)).toContainText('0 / 1');
  await expect(row(page, code)).not.toContainText('Agotado');
  await placeOrder(desk, { code: discount });
  await button(page, 'Actualizar').click();
  await expect(row(page, code)).toContainText('1 / 1');

  // Its orders keep it from being deleted.
  await button(page, `Eliminar ${code}`).click();
  await button(page, 'Eliminar código').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Error eliminando codigo: Hay pedidos con este código: desactívalo en vez de eliminarlo',
  );
});

test('a code that no order carries can be deleted', async ({ page, desk }) => {
  const code = newName();
  addCode(desk, { code });
  await openPanel(page, TAB);
  await button(page, `Eliminar ${code}`).click();
  await expect(dialog(page, `¿Eliminar el código ${code}?`)).toBeVisible();
  await button(page, 'Eliminar código').click();
  await expect(row(page, code)).toBeHidden();
});

test('the connection can be tried', async ({ page }) => {
  await openPanel(page, TAB);
  await button(page, 'Probar conexión').click();
  await expect(page.getByText('✅ Conexión correcta')).toBeVisible();
});

const sample = (code: string) => ({
  id: code,
  code,
  name: 'Prueba',
  type: 'percentage',
  value: 10,
  multipleUse: true,
  maxUses: null,
  currentUses: 0,
  isActive: true,
  expiresAt: null,
});
