import { book } from './book/book.ts';
import { expect, openPanel, test, unfold } from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { makePng } from './support/pictures.ts';
import { button } from './support/wizard.ts';

test('its buyer completes an order', { tag: '@long' }, async ({ page: panel, buyer: page }) => {
  await openPanel(panel, 'Pedidos');
  await button(panel, 'Nuevo pedido').click();
  const window = panel.getByRole('dialog', { name: 'Nuevo pedido' });
  await expect(button(panel, 'Abrir pedido')).toBeVisible();
  await book(panel, 'owner/new-order');
  await button(panel, 'Abrir pedido').click();
  const [name, phone] = [window.getByLabel('Nombre'), window.getByLabel('Teléfono')];
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('El nombre del destinatario es obligatorio');
  await expect(phone).toHaveAccessibleDescription('Escribe un teléfono o un email');
  await name.fill('Nora Nueva');
  await phone.fill('9 8765');
  await window.getByLabel('Total acordado').fill('mil');
  await button(panel, 'Abrir pedido').click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('El teléfono debe ser válido (8-9 dígitos)');
  await expect(window.locator('[aria-invalid]')).toHaveCount(2);
  await book(panel, 'owner/new-order-wrong');
  await phone.fill('9 8765 4321');
  const total = window.getByLabel('Total acordado');
  await total.fill('5.000');
  const refusal = { success: false, code: 'validation_failed', message: 'Revisa los datos' };
  const fields = { agreedTotal: 'El total es demasiado alto' };
  await panel.route(
    '**/api/admin/orders',
    (route) => route.fulfill({ status: 400, json: { ...refusal, fields } }),
    { times: 1 },
  );
  await button(panel, 'Abrir pedido').click();
  await expect(total).toBeFocused();
  await expect(total).toHaveAccessibleDescription(/El total es demasiado alto$/);
  await button(panel, 'Abrir pedido').click();
  await expect(window.getByText(/^Abriste el pedido/)).toBeVisible();
  await book(panel, 'owner/new-order-opened');
  const chat = window.getByRole('link', { name: 'Enviar por WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/56987654321\?text=.*agregar-/);
  await expectClean(panel);
  const listed = panel.getByRole('listitem').filter({ hasText: 'Nora Nueva' });
  await expect(listed).toContainText('ImágenesFaltan');
  await expect(listed).not.toContainText('Ciudad');
  const link = await window.locator('a[href*="agregar-"]').first().getAttribute('href');
  await button(panel, 'Listo').click();
  await book(panel, 'owner/list', { hasFold: true });
  await listed.getByRole('heading').getByRole('button').click();
  const order = panel.getByRole('dialog', { name: /^Pedido / });
  await expect(order).toContainText('Sin imágenes');
  const wanted = order.getByRole('link', { name: 'Pedir las fotos por WhatsApp' });
  await expect(wanted).toHaveAttribute('href', /agregar-/);
  await book(panel, 'owner/incomplete-order');

  await page.goto(link ?? '');
  const adding = page.getByRole('dialog', { name: 'Agrega tus imágenes' });
  await expect(adding).toBeVisible();
  await book(page, 'owner/add-pictures', { hasFold: true });
  const files = [await makePng('una.png'), await makePng('dos.png', { color: '#3344aa' })];
  await adding.getByLabel('Elegir imágenes').setInputFiles(files);
  await expect(adding.getByText('2 pines, $5.000 en total')).toBeVisible();
  await book(page, 'owner/add-pictures-chosen', { hasFold: true });
  await expectFits(page);
  await expectClean(page);
  await button(page, 'Completar mi pedido').click();
  await expect(button(page, 'Ver mi pedido')).toBeVisible();
  await book(page, 'owner/add-pictures-done');
  await button(page, 'Ver mi pedido').click();
  await expect(page.getByRole('dialog', { name: 'Detalle del Pedido' })).toContainText('$5.000');

  // Nothing is offered that is only mailed.
  await expect(button(page, 'Pedir un cambio')).toBeVisible();
  await expect(button(page, 'Cambiar una imagen')).toHaveCount(0);
  await panel.reload();
  await expect(order.getByRole('button', { name: 'Descargar originales' })).toBeVisible();
  await expect(order.getByRole('button', { name: 'Pedir otra imagen' })).toHaveCount(0);

  await unfold(order, 'Entrega');
  await button(panel, 'Corregir dirección').click();
  const correcting = panel.getByRole('dialog', { name: 'Corregir dirección' });
  await correcting.getByLabel('Región').selectOption('RM');
  await correcting.getByLabel('Ciudad').selectOption('Santiago');
  await expect(correcting.getByLabel('Ciudad')).toHaveValue('Santiago');
  // The agreed total includes the shipping.
  await expect(correcting.getByLabel(/Cambiar el envío/)).toHaveCount(0);
});
