import { book } from './book/book.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import { button } from './support/wizard.ts';

test("a guest's data are erased on request", { tag: '@long' }, async ({ page, adminShop }) => {
  const email = `invitada.${Date.now()}@ejemplo.cl`;
  const id = await placeOrder(adminShop, { email });
  await openPanel(page, 'Admin');
  await button(page, /^Datos de .*@/)
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Datos de la persona' })).toBeVisible();
  await book(page, 'admin-users/person-account');
  await page.keyboard.press('Escape');
  await button(page, 'Datos de un invitado').click();
  const field = page.getByLabel('Email de sus pedidos');
  await expect(field).toBeFocused();
  await book(page, 'admin-users/person-guest');
  await field.fill('nadie@ejemplo.cl');
  await button(page, 'Descargar datos').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await book(page, 'admin-users/person-unknown');
  await field.fill(email);
  await button(page, 'Borrar datos').click();
  const erase = button(page, 'Borrar para siempre');
  await expect(erase).toBeVisible();
  await book(page, 'admin-users/person-erase-asked');
  await erase.click();
  await expect(page.getByText('Hay un pedido en curso')).toBeVisible();
  await book(page, 'admin-users/person-refused');
  await adminShop.admin.call('PATCH', `/admin/orders/${id}/status`, { status: 'cancelled' });
  await button(page, 'Borrar datos').click();
  await erase.click();
  await expect(page.getByText('Datos borrados, con 1 pedido')).toBeVisible();
  await book(page, 'admin-users/person-erased');
});
