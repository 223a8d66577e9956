import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { endSession, fillSignIn } from './support/accounts.ts';
import { expect, newCode, openPanel, orderRow, placeOrder, test } from './support/admin.ts';
import { ADMIN } from './support/callers.ts';
import { addCode } from './support/database.ts';
import { button } from './support/wizard.ts';

async function fail(page: Page, path: string, status: number) {
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ status, body: '<html></html>' }));
}

async function expectAlert(page: Page, text: string) {
  await expect(page.getByRole('alert')).toHaveText(text);
}

test('what cannot be read is told in its place', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  await fail(page, '**/api/admin/orders?*', 502);
  await openPanel(page);
  const unread = 'Error al cargar los datos de administracion:';
  await expectAlert(page, `${unread} HTTP error! status: 502`);
  await book(page, 'admin-orders/failed');
  await page.unroute('**/api/admin/orders?*');
  // The figures have the same text of their own; the orders are below.
  await fail(page, '**/api/admin/orders/stats', 500);
  await openPanel(page);
  await expect(orderRow(page, id)).toBeVisible();
  await expectAlert(page, `${unread} Error interno del servidor`);
  await page.unroute('**/api/admin/orders/stats');
  await button(page, 'Reintentar').click();
  await expect(page.getByRole('alert')).toBeHidden();

  await fail(page, '**/api/admin/users**', 403);
  await openPanel(page, 'Admin');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('No tienes permisos para realizar esta accion');
  await expect(alert).toContainText('Error de conexion al cargar usuarios');
  await book(page, 'admin-users/failed');

  const code = newCode();
  addCode(adminShop, { code });
  await openPanel(page, 'Codigos de Descuento');
  await fail(page, `**/api/admin/discounts/${code}/toggle`, 404);
  await button(page, `Desactivar ${code}`).click();
  await expectAlert(page, 'Error actualizando codigo: Recurso no encontrado');
  await fail(page, '**/api/admin/discounts/', 500);
  await button(page, 'Actualizar').click();
  await expect(alert.filter({ hasText: `${unread} Error interno del servidor` })).toBeVisible();
  await book(page, 'admin-codes/failed');
  await fail(page, '**/api/verify/test-admin', 401);
  await button(page, 'Probar conexión').click();
  const told = 'Error de conexion: No autorizado. Por favor, inicia sesion de nuevo.';
  await expect(alert.filter({ hasText: told })).toBeVisible();
});

test('lists that have only what every shop has are shown', { tag: '@long' }, async ({ page }) => {
  const pricing = { imagesCount: 2, pricePerImage: 1700, imagesTotal: 3400, shippingCost: 2500 };
  const place = { region: 'XVI', city: 'Chillán', address: 'Arauco 5' };
  const deliveryData = { fullName: 'Rosa Pérez', phone: '912345678', ...place, notes: 'Conserje' };
  const answers = {
    'orders?*': {
      orders: [
        {
          ...{ id: 'AB-1', createdAt: '2026-03-09T12:00:00Z', status: 'pending', images: [] },
          ...{ isGuestOrder: true, userEmail: null },
          deliveryData: { ...deliveryData, pricing: { ...pricing, totalAmount: 5900 } },
        },
      ],
    },
    'orders/stats': {
      stats: { totalOrders: 7, registeredUserOrders: 3, guestOrders: 4, pendingOrders: 2 },
    },
    'discounts/': {
      discountCodes: [
        {
          ...{ id: 'HOLA', name: 'Saludo', type: 'fixed', value: 500, multipleUse: true },
          ...{ maxUses: null, currentUses: 1, isActive: true, expiresAt: null },
        },
      ],
    },
    'users*': { users: [{ uid: 'u1', email: 'rosa@correo.cl', isAdmin: false }] },
  };
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json }));
  await openPanel(page);
  const row = orderRow(page, 'AB-1');
  await expect(row).toContainText('Rosa Pérez');
  await expect(row).toContainText('Conserje');
  await expect(row).toContainText('$5.900');
  await openPanel(page, 'Codigos de Descuento');
  await expect(page.getByRole('row', { name: /HOLA/ })).toContainText('Sin expiracion');
  await openPanel(page, 'Admin');
  await expect(page.getByRole('list', { name: 'Usuarios' })).toContainText('rosa@correo.cl');
});

test('an ended session loses nothing', { tag: '@long' }, async ({ page, adminShop }) => {
  // The book's phone has the later tabs in a menu.
  await page.setViewportSize({ width: 1280, height: 720 });
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
