import { book } from './book/book.ts';
import { newEmail } from './support/accounts.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import { ADMIN, openAccount, startAdminShop } from './support/callers.ts';
import { button } from './support/wizard.ts';

test('accounts are listed with roles, and who did what', async ({ page, adminShop }) => {
  const email = newEmail('usuaria');
  const user = await openAccount(adminShop, email);
  await user.call('GET', '/auth/profile');
  const id = await placeOrder(adminShop);
  await adminShop.admin.call('PATCH', `/admin/orders/${id}/status`, { status: 'processing' });
  await page.clock.install();
  await openPanel(page, 'Admin');
  const list = page.getByRole('list', { name: 'Usuarios' });
  const boss = list.getByRole('listitem').filter({ hasText: ADMIN });
  await expect(boss).toContainText('Administrador');
  await expect(boss.getByRole('button', { name: /Admin/ })).toHaveText('Quitar Admin');
  const other = list.getByRole('listitem').filter({ hasText: email });
  await expect(other).toContainText('Usuario');
  await book(page, 'admin-users/list', { hasFold: true });
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await other.getByRole('button', { name: /Hacer Admin/ }).click();
  const soon = page.getByText('Próximamente: la gestión de permisos todavía no está disponible');
  await expect(soon).toBeVisible();
  await book(page, 'admin-users/soon', { isBrief: true });
  await expect(soon).toBeHidden({ timeout: 4000 });
  expect(sent).toEqual([]);
  await page.getByLabel('Buscar por email').fill(email);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Buscar por email').fill('nadie-se-llama-asi');
  await expect(page.getByText('No se encontraron usuarios.', { exact: true })).toBeVisible();
  await book(page, 'admin-users/no-hits');

  await page.getByText('Actividad', { exact: true }).click();
  const entry = page.getByRole('listitem').filter({ hasText: `Pedido ${id}` });
  await expect(entry).toContainText('Cambió el estado');
  await expect(entry).toContainText('Pendiente → En Proceso');
  await expect(entry).toContainText(ADMIN);
  await book(page, 'admin-users/activity');
});

test('who is no admin loads nothing of the panel', async ({ browser, adminShop }) => {
  const email = newEmail();
  const user = await openAccount(adminShop, email);
  const page = await browser.newPage({
    baseURL: adminShop.url,
    storageState: await user.http.storageState(),
  });
  const scripts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
  await page.goto('/');
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await expect(button(page, 'Admin')).toBeHidden();
  await button(page, 'Mi Perfil').click();
  await expect(page.getByText('Estado de verificación')).toBeVisible();
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text) => text.includes('Panel de administración'))).toEqual([]);

  await page.goto('/?panel=taller');
  const told = page.getByRole('dialog', { name: 'Panel de administración', exact: true });
  await expect(told).toContainText('Tu cuenta no tiene permiso para verla');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await told.getByRole('button', { name: 'Entendido' }).click();
  await expect(told).toHaveCount(0);
  await expect(page).toHaveURL(new URL('/', adminShop.url).href);
  await page.close();
});

test('in a new shop each tab says that it is empty', { tag: '@long' }, async ({ browser }) => {
  const shop = await startAdminShop();
  const page = await browser.newPage({ baseURL: shop.url, storageState: shop.session });
  await openPanel(page);
  await expect(page.getByText('No hay ordenes registradas aun', { exact: true })).toBeVisible();
  await book(page, 'admin-orders/empty');
  await openPanel(page, 'Codigos de Descuento');
  await expect(
    page.getByText('No hay codigos de descuento creados', { exact: true }),
  ).toBeVisible();
  await book(page, 'admin-codes/empty');
  await page.close();
  await shop.remove();
});
