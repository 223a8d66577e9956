import { expect, placeOrder, test } from './support/admin.ts';
import { expectClean, expectFits, expectTargets } from './support/checks.ts';
import { waitForLink } from './support/mail.ts';
import { makeJpeg, makePng } from './support/pictures.ts';

test('a buyer tells on a phone what came out wrong', async ({ adminShop, browser }) => {
  const { admin } = adminShop;
  const email = `reclama-${Date.now()}@correo.cl`;
  const files = [await makePng('rayado.png'), await makePng('bueno.png', { color: '#0a6349' })];
  const id = await placeOrder(adminShop, { name: 'Rita Reclama', email, files });
  const payment = { paidAt: '2026-11-20', how: 'Transferencia' };
  await admin.call('PUT', `/admin/orders/${id}/payment`, payment);
  const sent = { courier: 'Starken', tracking: '111' };
  await admin.call('PUT', `/admin/orders/${id}/marks/dispatched`, sent);

  const context = await browser.newContext({
    baseURL: adminShop.url,
    viewport: { width: 360, height: 740 },
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto(await waitForLink(adminShop, email, { part: '#pedido=' }));
  const order = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  const part = order.getByRole('region', { name: /^(Si algo salió mal|Tu reclamo)$/ });
  await part.getByRole('button', { name: 'Algo salió mal' }).click();
  const window = page.getByRole('dialog', { name: 'Algo salió mal' });
  const send = window.getByRole('button', { name: 'Enviar reclamo' });
  await send.click();
  await expect(window.getByRole('alert')).toHaveText('Elige qué pines salieron mal');
  await expect(window.getByText('Cuéntanos qué pasó')).toBeVisible();
  await expect(window.getByLabel('Todo el pedido')).toBeFocused();
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
  await expectClean(page);
  await send.click();
  await expect(part.getByText(/^Reclamo enviado el .* por la imagen 1\./)).toBeVisible();
  await expect(part.getByRole('button', { name: 'Contar algo más' })).toBeFocused();
  await page.reload();
  await expect(part.getByText(/la respuesta queda también aquí/)).toBeVisible();
  await context.close();
});
