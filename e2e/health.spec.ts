import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { addGivenUp } from './support/database.ts';
import { hold } from './support/hold.ts';
import { waitForLink } from './support/mail.ts';

test('a refused mail is corrected and sent', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { email: 'nadie@correo.cl' });
  const reason = '550 5.1.1 user unknown';
  addGivenUp(adminShop, { kind: 'mail.order_received', orderId: id, reason });
  addGivenUp(adminShop, { kind: 'sheet.make', reason: 'its process ended 2 times' });
  addGivenUp(adminShop, { kind: 'alert', reason: 'no answer' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(page, 'Hoy');
  const line = page.getByText('No se pudo entregar un correo. 2 tareas no se pudieron terminar.');
  await expect(line).toBeVisible();
  await book(page, 'health/today');
  await page.getByRole('button', { name: 'Ver en Salud' }).click();
  expect(new URL(page.url()).search).toBe('?panel=salud');

  const mails = page.getByRole('list', { name: 'Correos sin entregar' });
  const mail = mails.getByRole('listitem');
  await expect(mail).toContainText(`Pedido recibidonadie@correo.cl`);
  await expect(mail).toContainText(`${reason}${id}`);
  await expectFits(page);
  await book(page, 'health/failed');
  await mail.getByRole('button', { name: /^Corregir correo/ }).focus();
  await page.keyboard.press('Enter');
  const email = dialog(page, 'Corregir correo').getByLabel('Correo de quien compró');
  await expect(email).toHaveValue('nadie@correo.cl');
  await email.fill('rosa@');
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(page.getByText('Escribe un correo válido')).toBeVisible();
  await email.fill('rosa.salud@correo.cl');
  await page.keyboard.press('Enter');
  await expect(mails).toHaveCount(0);
  expect(await waitForLink(adminShop, 'rosa.salud@correo.cl', { part: '#pedido=' })).toContain(id);

  // One that is on its way keeps no other row waiting.
  const answered = await hold(page, '**/retry');
  await page.getByRole('button', { name: 'Reintentar: Aviso a ALERT_URL' }).click();
  await page.getByRole('button', { name: 'Descartar: Hoja de prensa' }).click();
  answered();
  const checks = page.getByRole('list', { name: 'Salud' }).getByRole('listitem');
  await expect(checks.filter({ hasText: 'Mal' })).toHaveCount(0);
  await expect(checks.filter({ hasText: 'nadie los recibe' })).toBeVisible();
  await book(page, 'health/well');
});
