import { book } from './book/book.ts';
import { expect, openOrder, openPanel, placePaid, test } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { countMails, waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';

const LINK = '/#pedido=imagen-';

test('a picture that is asked for is sent', async ({ page: panel, buyer: page, adminShop }) => {
  const email = `otra-${Date.now()}@correo.cl`;
  const files = [
    await makePng('una.png', { color: '#aa3344', width: 120, height: 160 }),
    await makePng('dos.png', { color: '#3344aa', width: 120, height: 160 }),
  ];
  const id = await placePaid(adminShop, { name: 'Olga Otra', email, files });
  await openPanel(panel, 'Pedidos');
  const order = await openOrder(panel, id);
  await book(panel, 'owner-orders/blurred', { hasFold: true });
  await order.getByRole('button', { name: 'Pedir otra imagen' }).click();
  const asked = panel.getByRole('dialog', { name: 'Pedir otra imagen' });
  // Pictures of a few pixels: both print blurred, and the text is prefilled.
  await expect(asked.getByLabel('Qué necesitas')).toHaveValue(/saldría borrosa/);
  await book(panel, 'owner-orders/ask-pictures');
  await asked.getByLabel('Imagen 2: dos.png').uncheck();
  await asked.getByLabel('Qué necesitas').fill('Necesitamos una más grande');
  // What was typed outlives a lost connection.
  await panel.route('**/picture-requests', (route) => route.abort(), { times: 1 });
  await asked.getByRole('button', { name: 'Pedir otra imagen' }).click();
  await expect(asked.getByRole('alert')).toContainText('Error de conexion con el servidor');
  await expect(asked.getByLabel('Qué necesitas')).toHaveValue('Necesitamos una más grande');
  await asked.getByRole('button', { name: 'Pedir otra imagen' }).click();
  await expect(order.getByText(/^Pediste otra versión de la imagen 1/)).toBeVisible();
  await book(panel, 'owner-orders/asked', { hasFold: true });

  await page.goto(await waitForLink(adminShop, email, { part: LINK }));
  const window = page.getByRole('dialog', { name: 'Cambia tus imágenes' });
  await expect(window).toContainText('Necesitamos una más grande');
  await book(page, 'order-page/picture-asked', { hasFold: true });
  await expectFits(page);
  const wrong = { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') };
  await window.getByLabel('Elegir otra imagen 1').setInputFiles(wrong);
  await expect(window.getByRole('alert')).toContainText('Tipo de archivo no permitido');
  const better = await makePng('grande.png', { color: '#22aa44', width: 900, height: 900 });
  await window.getByLabel('Elegir otra imagen 1').setInputFiles(better);
  await expect(window.getByRole('button', { name: 'Enviar esta' })).toBeVisible();
  await book(page, 'order-page/picture-chosen');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await window.getByRole('button', { name: 'Enviar esta' }).click();
  await expect(window.getByText(/^¡Gracias! Ya tenemos tus imágenes/)).toBeVisible();
  await book(page, 'order-page/picture-sent');

  await panel.keyboard.press('Escape');
  await panel.getByRole('tab', { name: 'Hoy', exact: true }).click();
  const answers = panel.getByRole('region', { name: 'Respuestas a pruebas' });
  await expect(answers).toContainText(id);
  await answers.getByRole('button', { name: `Ver la imagen nueva: pedido ${id}` }).click();

  const opened = panel.getByRole('dialog', { name: `Pedido ${id}`, exact: true });
  const back = opened.getByRole('button', { name: 'Volver a la imagen anterior: imagen 1' });
  await expect(opened.getByText('grande.png')).toBeVisible();
  const told = await countMails(adminShop, email);
  await back.click();
  await expect(opened.getByText('Imagen 1: volvió la anterior')).toBeVisible();
  await expect(opened.getByText('una.png')).toBeVisible();
  await expect.poll(() => countMails(adminShop, email)).toBe(told + 1);

  // The order's page offers the same, by a link to the order's e-mail.
  await page.goto('about:blank');
  await page.goto(await waitForLink(adminShop, email, { part: '/#pedido=' }));
  const detail = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  await detail.getByRole('button', { name: 'Cambiar una imagen' }).click();
  await expect(detail.getByText(/^Te enviamos un enlace al correo/)).toBeVisible();
  await book(page, 'order-page/picture-link');
  await waitForLink(adminShop, email, { part: LINK, skip: 1 });
});
