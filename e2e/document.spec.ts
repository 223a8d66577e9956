import { readFile } from 'node:fs/promises';
import { book } from './book/book.ts';
import { expect, openOrder, openPanel, part, placeOrder, test } from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { waitForLink } from './support/mail.ts';
import { button } from './support/wizard.ts';

const PDF = Buffer.from('%PDF-1.4\n%boleta electronica\n');

test('the owner notes a boleta, and its buyer gets it from the order on a phone', {
  tag: '@long',
}, async ({ page: panel, buyer: page, adminShop }) => {
  const email = `boleta-${Date.now()}@correo.cl`;
  const id = await placeOrder(adminShop, { name: 'Berta Boleta', email });
  const payment = { paidAt: '2026-11-20', how: 'Transferencia' };
  await adminShop.admin.call('PUT', `/admin/orders/${id}/payment`, payment);

  await panel.setViewportSize({ width: 1280, height: 720 });
  await openPanel(panel);
  const filters = panel.getByRole('search', { name: 'Filtrar pedidos' });
  const toggle = filters.getByRole('button', { name: 'Filtros' });
  if (await toggle.isVisible()) await toggle.click();
  await filters.getByLabel('Boleta').selectOption('Pagados sin boleta');
  const order = await openOrder(panel, id, 'Boleta');
  const boleta = part(order, 'Boleta');
  await boleta.getByLabel('Número de la boleta').fill('4711');
  await boleta.getByLabel('Fecha de la boleta').fill('2026-11-21');
  const pdf = boleta.locator('input[type=file]');
  const wrong = { name: 'boleta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hola') };
  await pdf.setInputFiles(wrong);
  await button(panel, 'Anotar boleta').click();
  await expect(boleta).toContainText('La boleta tiene que ser un archivo PDF');
  await book(panel, 'owner-orders/boleta-wrong');
  await pdf.setInputFiles({ ...wrong, buffer: PDF });
  await expectClean(panel);
  await button(panel, 'Anotar boleta').click();
  await expect(boleta.getByText('N.º 4711, del 21/11/2026').last()).toBeVisible();
  await expect(boleta.getByRole('button', { name: 'Descargar PDF' })).toBeVisible();

  const link = await waitForLink(adminShop, email, { part: '#pedido=', skip: 2 });
  await page.goto(link);
  const shown = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  await expect(shown.getByRole('region', { name: 'Boleta' })).toContainText('4711');
  await expectFits(page);
  await expectClean(page);
  const saved = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Descargar boleta (PDF)' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${id}_boleta.pdf`);
  expect(await readFile(await file.path())).toEqual(PDF);

  const csv = panel.waitForEvent('download');
  await button(panel, 'CSV de boletas').click();
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain(`"${id}";"Pendiente";"2026-11-20";"Transferencia";`);
});
