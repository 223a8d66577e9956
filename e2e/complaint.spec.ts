import { book } from './book/book.ts';
import { expect, openPanel, placePaid, test } from './support/admin.ts';
import { expectFits, expectTargets } from './support/checks.ts';
import { waitForLink } from './support/mail.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { button } from './support/wizard.ts';

test('what came out wrong is told, made again', async ({ page: panel, buyer: page, adminShop }) => {
  const { admin } = adminShop;
  const email = `reclama-${Date.now()}@correo.cl`;
  const files = [await makePng('rayado.png'), await makePng('bueno.png', { color: '#0a6349' })];
  const id = await placePaid(adminShop, { name: 'Rita Reclama', email, files });
  const sent = { courier: 'Starken', tracking: '111' };
  await admin.call('PUT', `/admin/orders/${id}/marks/dispatched`, sent);

  await page.goto(await waitForLink(adminShop, email, { part: '#pedido=' }));
  const order = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  const part = order.getByRole('region', { name: /^(Si algo salió mal|Tu reclamo)$/ });
  await expect(order.getByRole('link', { name: 'Seguir el envío' })).toBeVisible();
  await book(page, 'order-page/dispatched');
  await part.getByRole('button', { name: 'Algo salió mal' }).click();
  const window = page.getByRole('dialog', { name: 'Algo salió mal' });
  const send = window.getByRole('button', { name: 'Enviar reclamo' });
  await expect(send).toBeVisible();
  await book(page, 'complaint/form', { hasFold: true });
  await send.click();
  await expect(window.getByRole('alert')).toHaveText('Elige qué pines salieron mal');
  await expect(window.getByText('Cuéntanos qué pasó')).toBeVisible();
  await expect(window.getByLabel('Todo el pedido')).toBeFocused();
  await book(page, 'complaint/form-wrong');
  await window.getByLabel('Imagen 1 ×2').check();
  await window.getByLabel('¿Qué pasó?').fill('Llegó rayado');
  const chooser = window.getByLabel('Agregar una foto');
  await chooser.setInputFiles({
    name: 'foto.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('x'),
  });
  await expect(window.getByRole('alert')).toContainText('foto.heic');
  await chooser.setInputFiles(await makeJpeg('foto.jpg'));
  await expect(window.getByAltText('La foto que elegiste')).toBeVisible();
  await expectFits(page);
  await expectTargets(page);
  await send.click();
  await expect(part.getByText(/^Reclamo enviado el .* por la imagen 1\./)).toBeVisible();
  await expect(part.getByRole('button', { name: 'Contar algo más' })).toBeFocused();
  await book(page, 'complaint/sent');
  await expect(part.getByText(/la respuesta queda también aquí/)).toBeVisible();

  await openPanel(panel, 'Hoy');
  await expect(panel.getByRole('region', { name: 'Algo salió mal' })).toContainText('Llegó rayado');
  await button(panel, `Ver el reclamo: pedido ${id}`).click();
  const opened = panel
    .getByRole('dialog', { name: `Pedido ${id}` })
    .or(panel.getByRole('region', { name: `Pedido ${id}` }));
  const complaint = opened.getByRole('region', { name: 'Reclamo' });
  await expect(complaint.getByAltText('Foto que envió quien compró')).toBeVisible();
  await book(panel, 'complaint/told');
  await complaint.getByRole('button', { name: 'Anotar devolución' }).click();
  await expect(panel.getByLabel('Monto devuelto, en pesos')).toBeVisible();
  await book(panel, 'complaint/refund');
  // Digits are never what was not written.
  await panel.getByLabel('Monto devuelto, en pesos').fill('1.700,5');
  await panel.keyboard.press('Enter');
  await expect(panel.getByText('Escribe un monto en pesos, sin decimales')).toBeVisible();
  await panel.keyboard.press('Escape');
  await button(panel, 'Descartar').click();
  await complaint.getByRole('button', { name: 'Hacer pines de nuevo' }).click();
  const making = panel.getByRole('dialog', { name: 'Hacer pines de nuevo' });
  await expect(making.getByRole('checkbox', { name: 'Imagen 1' })).toBeChecked();
  await expect(making.getByRole('checkbox', { name: 'Imagen 2' })).not.toBeChecked();
  await book(panel, 'complaint/reprint', { hasFold: true });
  await making.getByLabel('Cuántos de la imagen 1').fill('0');
  await making.getByRole('button', { name: 'Hacer de nuevo' }).click();
  await expect(making.getByRole('alert')).toHaveText(/entre 1 y 9\.999$/);
  await making.getByLabel('Cuántos de la imagen 1').fill('1');
  await making.getByRole('button', { name: 'Hacer de nuevo' }).click();
  await expect(complaint).toContainText('imagen 1 ×1');
  await book(panel, 'complaint/under-way');
  await page.reload();
  await expect(part.getByText(/^Hacemos tus pines de nuevo, sin costo/)).toBeVisible();
  await book(page, 'complaint/answered');

  await panel.keyboard.press('Escape');
  await panel.getByRole('tab', { name: 'Taller' }).click();
  const row = panel.getByRole('listitem').filter({ hasText: id });
  await expect(row).toContainText('Reimpresión');
  await expect(row.getByRole('img', { name: 'Imagen 1: 1 pin', exact: true })).toBeVisible();
  await row.getByRole('button', { name: `Impreso: pedido ${id}` }).click();
  await expect
    .poll(async () => (await admin.call('GET', `/admin/orders/${id}`)).order)
    .toMatchObject({ waitsFor: 'pack', status: 'completed' });
});
