import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { expect, openOrder, openPanel, orderRow, part, placeOrder, test } from './support/admin.ts';
import { button } from './support/wizard.ts';

test('closing an order asks before text is lost', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const id = await placeOrder(adminShop, { notes: null });
  await openPanel(page);
  const order = await openOrder(page, id, 'Notas');
  const question = dialog(page, '¿Descartar los cambios?');
  const notes = order.getByLabel('Notas del pedido');
  await notes.fill('Llamar antes');

  await page.keyboard.press('Escape');
  await expect(button(page, 'Seguir editando')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(notes).toHaveValue('Llamar antes');

  // A browser that insists on closing it tells so by an event that nothing can cancel.
  await order.evaluate((window: HTMLDialogElement) => {
    window.dispatchEvent(new Event('cancel'));
    window.close();
  });
  await expect(question).toBeVisible();
  await button(page, 'Seguir editando').click();
  await expect(notes).toHaveValue('Llamar antes');
  // It is still beside the list, which can be used.
  await orderRow(page, id).getByRole('checkbox').check();

  await order.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect(question).toBeVisible();
  // Twice: the browser itself may force closing at the second one.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expect(notes).toHaveValue('Llamar antes');
  await button(page, 'Descartar').click();
  await expect(order).toBeHidden();

  await openOrder(page, id, 'Cambiar estado');
  await expect(notes).toHaveValue('');
  await part(order, 'Cambiar estado').getByLabel('Motivo').fill('Se agotó');
  await part(order, 'Cambiar estado').getByLabel('Motivo').fill('');
  await page.keyboard.press('Escape');
  await expect(order).toBeHidden();
});

test('an address or code is not dropped unasked', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  await openPanel(page);
  await openOrder(page, id, 'Entrega');
  await button(page, 'Corregir dirección').click();
  const address = dialog(page, 'Corregir dirección');
  await address.getByLabel('Dirección', { exact: true }).fill('Otra calle 9');
  await book(page, 'admin-order/address');
  await page.goBack();
  await expect(button(page, 'Seguir editando')).toBeFocused();
  await page.keyboard.press('Enter');
  const leaving = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.assign('/health')));
  const asked = await leaving;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await expect(address.getByLabel('Dirección', { exact: true })).toHaveValue('Otra calle 9');
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
  await expect(address).toBeHidden();

  await openPanel(page, 'Codigos de Descuento');
  await button(page, 'Crear código').click();
  const code = dialog(page, 'Crear código de descuento');
  await code.getByLabel('Nombre').fill('Invierno');
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
  await expect(code).toBeHidden();
});
