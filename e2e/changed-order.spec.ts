import { book } from './book/book.ts';
import { expect, openOrder, openPanel, part, placePaid, test, unfold } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { makePng } from './support/pictures.ts';
import { watchShifts } from './support/shifts.ts';
import { button, heading } from './support/wizard.ts';

test('a buyer sends pictures by the link of a chat, and the owner takes them into the order', {
  tag: '@long',
}, async ({ page: panel, buyer: page, adminShop }) => {
  const id = await placePaid(adminShop);
  await openPanel(panel);
  const asked = await openOrder(panel, id);
  const chat = await asked.getByRole('link', { name: 'Pedir más fotos' }).getAttribute('href');
  const shown = await hold(page, '**/api/orders/view');
  await page.goto(new URL(chat ?? '').searchParams.get('text')?.split(': ').at(-1) ?? '');
  await expect(page.getByText('Cargando...')).toBeAttached();
  const expectStill = await watchShifts(page);
  shown();
  await expect(heading(page, 'Cómo va tu pedido')).toBeVisible();
  await expectStill("an order's page");
  await button(page, 'Pedir un cambio').click();
  const asking = page.getByRole('dialog', { name: 'Pedir un cambio' });
  await button(page, 'Enviar').click();
  const words = asking.getByLabel('¿Qué quieres cambiar?');
  await expect(words).toHaveAccessibleDescription(/Cuéntanos qué quieres cambiar$/);
  const text = { name: 'lista.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  const more = ['otra', 'sobra', 'tercera'].map((name, at) =>
    makePng(`${name}.png`, { color: `#22${at}4aa` }),
  );
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 });
  await asking.getByLabel('Agregar imágenes').setInputFiles([text, ...(await Promise.all(more))]);
  await expect(asking.getByRole('alert')).toContainText('lista.pdf: Tipo de archivo no permitido');
  await button(page, 'Reintentar').click();
  await expect(asking.getByText('tercera.png')).toBeVisible();
  await button(page, 'Quitar sobra.png').click();
  await expect(asking.getByRole('list').getByRole('listitem')).toHaveCount(2);
  await expect(words).not.toHaveAttribute('aria-invalid');
  await expectFits(page);
  await book(page, 'changed-order/asking', { hasFold: true });
  await button(page, 'Enviar').click();
  await expect(asking).toBeHidden();
  await expect(page.getByText(/^Pediste un cambio el/)).toBeVisible();

  await openPanel(panel, 'Hoy');
  await panel
    .getByRole('region', { name: 'Piden un cambio' })
    .getByRole('button', { name: 'Ver el cambio' })
    .first()
    .click();
  const window = panel.getByRole('dialog', { name: /^Pedido / });
  await expect(window.getByText('Agrega estas imágenes')).toBeVisible();
  await button(panel, 'Cambiar pedido').click();
  await button(panel, 'Agregar las 2 imágenes que mandó quien compró').click();
  const changing = panel.getByRole('dialog', { name: 'Cambiar pedido' });
  await expect(changing.getByRole('status').filter({ hasText: 'Después' })).toHaveText(
    /^Después: \$[\d.]+\. Por pagar: \$3\.400$/,
  );
  await book(panel, 'changed-order/taken', { hasFold: true });
  await button(panel, 'Guardar cambios').click();
  await expect(part(window, 'Imágenes').getByRole('listitem')).toHaveCount(3);
  await expect(part(window, 'Pago')).toContainText('Pagado; falta el saldo de $3.400');
  await unfold(window, 'Pago');
  await expect(part(window, 'Pago').getByLabel('Monto')).toHaveValue('3400');
  await expect(button(panel, 'Anotar otro pago')).toHaveCount(0);
  await button(panel, 'Contestar el cambio').click();
  await panel.getByLabel('Mensaje').fill('Listo');
  await button(panel, 'Enviar respuesta').click();
  await page.reload();
  await expect(page.getByText('Listo', { exact: true })).toBeVisible();
  await expect(page.getByText('después tu pedido cambió. El saldo de $3.400')).toBeVisible();
});

test('a change comes on top of another admin’s', { tag: '@long' }, async ({ page, adminShop }) => {
  const files = [await makePng('una.png'), await makePng('dos.png', { color: '#2244aa' })];
  const id = await placePaid(adminShop, { files });
  await openPanel(page);
  const order = await openOrder(page, id);
  await button(page, 'Cambiar pedido').click();
  const window = page.getByRole('dialog', { name: 'Cambiar pedido' });
  const [first, second] = ['Cantidad de Imagen 1', 'Cantidad de Imagen 2'].map((name) =>
    window.getByLabel(name),
  );
  await second?.fill('7');
  const items = [
    { n: 1, quantity: 20 },
    { n: 2, quantity: 2 },
  ];
  await adminShop.admin.call('PUT', `/admin/orders/${id}/items`, { items });
  await button(page, 'Guardar cambios').click();
  await expect(window.getByRole('alert')).toContainText('Lo que escribiste sigue aquí');
  await expect(first ?? window).toHaveValue('20');
  await expect(second ?? window).toHaveValue('7');
  await button(page, 'Guardar cambios').click();
  await expect(window).toBeHidden();
  await expect(part(order, 'Imágenes')).toContainText('27 pines');
});
