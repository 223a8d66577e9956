import { book } from './book/book.ts';
import { expect, openOrder, openPanel, part, placePaid, test } from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { makePng } from './support/pictures.ts';
import { watchShifts } from './support/shifts.ts';
import { button, heading } from './support/wizard.ts';

test('a paid order is changed twice: more pins and a line of its own, then fewer', async ({
  page,
  adminShop,
}) => {
  const id = await placePaid(adminShop);
  await openPanel(page);
  const order = await openOrder(page, id);
  const window = page.getByRole('dialog', { name: 'Cambiar pedido' });
  const after = window.getByRole('region', { name: 'Precio antes y después' });

  await button(page, 'Cambiar pedido').click();
  const quantity = window.getByLabel('Cantidad de Imagen 1');
  await quantity.fill('0');
  await button(page, 'Guardar cambios').click();
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveAccessibleDescription(/entre 1 y 9\.999$/);
  await quantity.fill('15');
  await window.getByLabel('Agregar imágenes').setInputFiles(await makePng('nueva.png'));
  await window.getByLabel('Cantidad de nueva.png').fill('2');
  await button(page, 'Agregar línea').click();
  await window.getByLabel('Qué es').fill('Diseño');
  await window.getByLabel('Pesos').fill('5000');
  // 17 pins, the line and the shipping; two pins were paid.
  await expect(after).toContainText('$36.400');
  await expect(after).toContainText('Por pagar: $30.500');
  await expectFits(page);
  await expectClean(page);
  await book(page, 'changed-order/window', { hasFold: true });
  await button(page, 'Guardar cambios').click();
  await expect(window).toBeHidden();
  await expect(part(order, 'Cambios').getByText('Pedido cambiado')).toBeVisible();
  await expect(part(order, 'Imágenes').getByRole('listitem')).toHaveCount(2);

  await button(page, 'Cambiar pedido').click();
  await button(page, 'Quitar Imagen 1').click();
  await button(page, 'Quitar línea').click();
  await window.getByLabel('Cantidad de Imagen 2').fill('1');
  await expect(after).toContainText('Por devolver: $1.700');
  await window.getByLabel('Otro total acordado').fill('3000');
  await expect(after).toContainText('Por devolver: $2.900');
  await button(page, 'Guardar cambios').click();
  await expect(window).toBeHidden();
  await expect(part(order, 'Devoluciones del pedido')).toContainText('$2.900');
});

test('a buyer sends pictures by the link of a chat, and the owner takes them into the order', async ({
  page: panel,
  buyer: page,
  adminShop,
}) => {
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
  const sent = [await makePng('otra.png'), await makePng('tercera.png', { color: '#2244aa' })];
  await asking.getByLabel('Agregar imágenes').setInputFiles(sent);
  await expect(asking.getByText('tercera.png')).toBeVisible();
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
  await expect(changing.getByText('Por pagar: $3.400')).toBeVisible();
  await book(panel, 'changed-order/taken', { hasFold: true });
  await button(panel, 'Guardar cambios').click();
  await expect(part(window, 'Imágenes').getByRole('listitem')).toHaveCount(3);
  await button(panel, 'Contestar el cambio').click();
  await panel.getByLabel('Mensaje').fill('Listo');
  await button(panel, 'Enviar respuesta').click();
  await page.reload();
  await expect(page.getByText('Listo', { exact: true })).toBeVisible();
});
