import type { Page } from '@playwright/test';
import { sampleCode } from '#contract/testing/samples.ts';
import { book } from './book/book.ts';
import { endSession, fillSignIn } from './support/accounts.ts';
import { ADMIN, expect, fact, openPanel, orderRow, placeOrder, test } from './support/admin.ts';
import { button } from './support/wizard.ts';

/** 401 is last, because it ends the session in the browser. */
const mapped = [
  [403, 'No tienes permisos para realizar esta accion'],
  [404, 'Recurso no encontrado'],
  [500, 'Error interno del servidor'],
  [502, 'HTTP error! status: 502'],
  [null, 'Error de conexion con el servidor'],
  [401, 'No autorizado. Por favor, inicia sesion de nuevo.'],
] as const;

async function fail(page: Page, path: string | RegExp, status: number | null, method?: string) {
  await page.unroute(path);
  await page.route(path, (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    return status === null ? route.abort() : route.fulfill({ status, body: '<html></html>' });
  });
}

async function expectAlert(page: Page, text: string) {
  await expect(page.getByRole('alert')).toHaveText(text);
}

test('each failure of the list of orders has its text', { tag: '@long' }, async ({
  page,
  adminShop,
}) => {
  const id = await placeOrder(adminShop);
  const path = '**/api/admin/orders?*';
  await fail(page, path, 500);
  await openPanel(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await book(page, 'admin-orders/failed');
  for (const [status, text] of mapped) {
    await expect(page.getByRole('alert')).toBeVisible();
    await fail(page, path, status);
    await button(page, 'Reintentar').click();
    await expectAlert(page, `Error al cargar los datos de administracion: ${text}`);
  }
  await page.unroute(path);
  // The figures have the same text of their own; the orders are below.
  const stats = '**/api/admin/orders/stats';
  await fail(page, stats, 500);
  await openPanel(page);
  await expect(orderRow(page, id)).toBeVisible();
  await expectAlert(
    page,
    'Error al cargar los datos de administracion: Error interno del servidor',
  );
  await page.unroute(stats);
  await button(page, 'Reintentar').click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(
    page.getByRole('button', { name: /ver en la lista: Total de pedidos$/ }),
  ).toBeVisible();
});

test('each failure of the codes and of trying the connection has its text', {
  tag: '@long',
}, async ({ page }) => {
  const codes = '**/api/admin/discounts/';
  const probe = '**/api/verify/test-admin';
  await openPanel(page, 'Codigos de Descuento');
  for (const [status, text] of mapped.slice(0, -1)) {
    await fail(page, codes, status);
    await button(page, 'Actualizar').click();
    await expectAlert(page, `Error al cargar los datos de administracion: ${text}`);
  }
  await book(page, 'admin-codes/failed');
  await page.unroute(codes);
  await button(page, 'Actualizar').click();
  await expect(page.getByRole('alert')).toBeHidden();
  for (const [status, text] of mapped) {
    await fail(page, probe, status);
    await button(page, 'Probar conexión').click();
    await expectAlert(page, `Error de conexion: ${text}`);
  }
});

test('each failure of the accounts is shown with its reason', { tag: '@long' }, async ({
  page,
}) => {
  const users = /\/api\/admin\/users/;
  await fail(page, users, 500);
  await openPanel(page, 'Admin');
  await expect(page.getByRole('alert')).toBeVisible();
  await book(page, 'admin-users/failed');
  for (const [status, text] of mapped) {
    await expect(page.getByRole('alert')).toBeVisible();
    await fail(page, users, status);
    await button(page, 'Reintentar').click();
    const alert = page.getByRole('alert');
    await expect(alert.getByText(text, { exact: true })).toBeVisible();
    await expect(alert).toContainText('Error de conexion al cargar usuarios');
  }
});

test('each failure of making and switching a code has its text', { tag: '@long' }, async ({
  page,
}) => {
  await page.route('**/api/admin/discounts/', (route) =>
    route.fulfill({ json: { success: true, discountCodes: [sampleCode('UNO')] } }),
  );
  await openPanel(page, 'Codigos de Descuento');
  for (const [status, text] of mapped.slice(0, -1)) {
    await fail(page, '**/api/admin/discounts/UNO/toggle', status);
    await button(page, 'Desactivar UNO').click();
    await expectAlert(page, `Error actualizando codigo: ${text}`);
  }
  await button(page, 'Crear código').click();
  const form = page.getByRole('dialog', { name: 'Crear código de descuento' });
  await form.getByLabel('Código').fill('DOS');
  await form.getByLabel('Nombre').fill('Dos');
  await form.getByLabel('Valor').fill('10');
  for (const [status, text] of mapped.slice(0, -1)) {
    await fail(page, '**/api/admin/discounts/', status, 'POST');
    await form.getByRole('button', { name: 'Crear código', exact: true }).click();
    await expect(form.getByRole('alert')).toHaveText(`Error creando codigo: ${text}`);
  }
  await expect(form.getByLabel('Código')).toHaveValue('DOS');
});

test('an ended session is reported; after signing in again nothing is lost', async ({
  page,
  adminShop,
}) => {
  // A separate session, because it is ended here.
  await page.context().clearCookies();
  await page.goto('/');
  await button(page, 'Iniciar Sesion').click();
  await fillSignIn(page, ADMIN);
  await button(page, 'Admin').click();
  await page.getByRole('tab', { name: 'Codigos de Descuento' }).click();
  await button(page, 'Crear código').click();
  const form = page.getByRole('dialog', { name: 'Crear código de descuento' });
  await form.getByLabel('Código').fill('SESION');
  await form.getByLabel('Nombre').fill('Sesión');
  await form.getByLabel('Valor').fill('10');
  await endSession(page);
  const submit = form.getByRole('button', { name: 'Crear código', exact: true });
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Error creando codigo: No autorizado. Por favor, inicia sesion de nuevo.',
  );
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(
    'Debes estar autenticado para realizar esta accion',
  );
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('tab', { name: 'Admin', exact: true }).click();
  await expectAlert(page, 'Debes estar autenticado para acceder a esta seccion');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await fillSignIn(page, ADMIN);
  await expect(page.getByText(ADMIN, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Usuarios' })).toBeVisible();
  expect(adminShop.log()).not.toContain('error');
});

test('the server goes down in the middle', async ({ page }) => {
  await openPanel(page);
  // A press during the first load does not load a second time.
  await expect(fact(page, 'Total de pedidos')).not.toHaveText('–');
  await page.route('**/api/**', (route) => route.abort());
  await button(page, 'Actualizar').click();
  await expectAlert(
    page,
    'Error al cargar los datos de administracion: Error de conexion con el servidor',
  );
  await button(page, 'Exportar CSV').click();
  await expect(page.getByText(/^Error al exportar los pedidos: Error de conexion/)).toBeVisible();
});
