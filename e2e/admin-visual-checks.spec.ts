import { book } from './book/book.ts';
import {
  expect,
  newCode,
  openOrder,
  openPanel,
  orderRow,
  placeOrder,
  test,
  unfold,
} from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { addCode } from './support/database.ts';
import { expectTitles, withLargeText } from './support/reflow.ts';
import { button } from './support/wizard.ts';

const LONG = 'Maximiliana-Guillermina-Bernardita-de-los-Ángeles-Fernández-Etcheverry 🐱🎉';

test('the longest names fit everywhere', { tag: '@long' }, async ({ page, adminShop }) => {
  const code = newCode();
  addCode(adminShop, { code, name: LONG });
  const id = await placeOrder(adminShop, { name: LONG, address: LONG, notes: LONG.repeat(5) });
  const check = async () => {
    // At last wide, where every tab is shown.
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectFits(page);
      // On a wide screen an order is beside its list by the size that text had before.
      if (width > 1000) continue;
      await withLargeText(page, async () => {
        await expectFits(page);
        await expectTitles(page, `${width} px, large text`);
      });
    }
    await expectClean(page);
  };
  const items = [{ n: 1, quantity: 9999 }];
  await adminShop.admin.call('PUT', `/admin/orders/${id}/items`, { items });
  await adminShop.admin.call('PATCH', `/admin/orders/${id}/status`, { status: 'cancelled' });
  // 320 px less a scroll bar.
  await page.setViewportSize({ width: 305, height: 800 });
  await openPanel(page);
  const number = await button(page, id).boundingBox();
  const total = await orderRow(page, id).getByText('$17.000.800').boundingBox();
  expect(total?.y).toBeGreaterThanOrEqual(Number(number?.y) + Number(number?.height));
  await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` }).check();
  await check();
  const order = await openOrder(page, id, 'Entrega', 'Notas', 'Pago', 'Precio', 'Envío', 'Taller');
  await expect(order.getByLabel('Notas del pedido')).toBeVisible();
  await book(page, 'owner/long-order', { hasFold: true });
  await check();
  await button(page, 'Eliminar pedido').click();
  await check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Codigos de Descuento' }).click();
  await expect(button(page, `Desactivar ${code}`)).toBeVisible();
  await check();
  await button(page, 'Crear código').click();
  await page.getByRole('button', { name: 'Crear código', exact: true }).last().click();
  await check();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Admin', exact: true }).click();
  await page.getByText('Actividad', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Usuarios' })).toBeVisible();
  await check();
  for (const tab of ['Hoy', 'Taller', 'Ventas', 'Ajustes', 'Salud']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tabpanel')).toContainText(/\S/);
    await check();
  }
});

test('the panel works by keyboard alone', async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  await page.goto('/');
  await button(page, 'Admin').focus();
  await page.keyboard.press('Enter');
  await expect(orderRow(page, id)).toBeVisible();
  await button(page, id).focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Marcar como pagado')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Marcar como pagado')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Estado', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Hoja de prensa')).toBeFocused();
  const order = page.getByRole('dialog', { name: `Pedido ${id}` });
  await unfold(order, 'Taller', 'Cambiar estado', 'Historial');
  await button(page, 'Marcar Impreso').focus();
  // Unfolding was by the mouse: only a focus by the keyboard is kept.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Quitar Impreso')).toBeFocused();
  await page.getByLabel('Cambiar a').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Por teclado');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Por teclado”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, id)).toBeFocused();
  await page.getByRole('tab', { name: 'Pedidos' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Hoy' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Hoy' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Admin')).toBeFocused();
});
