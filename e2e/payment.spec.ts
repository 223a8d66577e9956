import { readFile } from 'node:fs/promises';
import { dayOf } from '#domain/base/dates.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { book } from './book/book.ts';
import {
  expect,
  fact,
  openOrder,
  openPanel,
  part,
  placeOrder,
  saveSettings,
  test,
} from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { waitForLink, waitForMail } from './support/mail.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { button, recipient } from './support/wizard.ts';

const DETAILS = {
  ...NO_PAYMENT_DETAILS,
  holder: 'Rosa Pérez Soto',
  rut: '12.345.678-5',
  bank: 'Banco del Sur',
  accountType: 'Cuenta vista',
  account: '00-123-45678',
  email: 'transferencias@pines.cl',
  words: 'Escribe el número del pedido en el mensaje de la transferencia.',
};
const PDF = Buffer.from('%PDF-1.4\n%comprobante\n');
const pdf = { name: 'pago.pdf', mimeType: 'application/pdf', buffer: PDF };

test.beforeEach(async ({ adminShop }) => {
  await saveSettings(adminShop.admin, 'payment', DETAILS);
  await saveSettings(adminShop.admin, 'seller', { whatsapp: '+56 9 8765 4321' });
});

test('a buyer sends the proof of a payment', async ({ page: panel, buyer: page, adminShop }) => {
  const email = `pago-${Date.now()}@correo.cl`;
  await openAtSummary(page, { changes: { ...recipient, email } });
  await button(page, 'Confirmar pedido').click();
  const notice = page.getByRole('region', { name: 'Tu último pedido' });
  await expect(notice.getByText(DETAILS.account)).toBeVisible();
  // A single word is not broken to make room for the button.
  const lines = await notice.getByText(DETAILS.email).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await notice.getByRole('button', { name: 'Copiar número de cuenta' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(DETAILS.account);
  await notice.getByRole('button', { name: 'Copiar todos los datos' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const line of [
    'Banco: Banco del Sur',
    'RUT: 12.345.678-5',
    'Monto: $7.600',
    'Referencia: ',
  ]) {
    expect(copied).toContain(line);
  }
  await expect(notice).not.toContainText('Te escribimos');
  const chat = notice.getByRole('link', { name: 'Escribir por WhatsApp' });
  const id = (await notice.locator('strong').first().textContent()) ?? '';
  await expect(chat).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/56987654321\\?text=.*${id}.*7\\.600`),
  );
  await notice.getByLabel('Adjuntar comprobante').setInputFiles(pdf);
  await expect(notice.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
  await expect(notice).not.toContainText('adjunta tu comprobante');
  await expectFits(page);
  await expectClean(page);

  const link = await waitForLink(adminShop, email, { part: '#pedido=' });
  await page.goto(link);
  const pay = page.getByRole('dialog').getByRole('region', { name: 'Cómo pagar' });
  // After the receipt, the bank details are folded.
  await expect(pay.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
  await book(page, 'order-page/receipt', { hasFold: true });
  await expect(page.getByText(/^Si pagas hoy/)).toHaveCount(0);
  await expect(pay.getByText(DETAILS.words)).toHaveCount(0);
  await pay.getByText('Datos para pagar').click();
  await expect(pay.getByText(DETAILS.words)).toBeVisible();
  const file = pay.getByLabel('Enviar otro comprobante');
  const wrong = { name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await file.setInputFiles(wrong);
  await expect(pay.getByRole('alert')).toHaveText(/usa PDF, JPEG, PNG o WebP/);
  await file.setInputFiles(pdf);
  await expect(pay.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
  await expectFits(page);

  await openPanel(panel);
  const order = await openOrder(panel, id, 'Pago');
  const payment = part(order, 'Pago');
  const saving = panel.waitForEvent('download');
  await payment.getByRole('button', { name: 'Descargar comprobante' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${id}_comprobante.pdf`);
  expect(await readFile(await saved.path())).toEqual(PDF);
  await payment.getByLabel('Forma de pago').fill('Transferencia');
  await payment.getByRole('button', { name: 'Anotar pago' }).click();
  await expect(fact(payment, 'Pago')).toHaveText(/^Transferencia, el/);
});

test('what was paid twice is given back, and a dearer order asks for the rest', {
  tag: '@long',
}, async ({ page: panel, buyer: page, adminShop }) => {
  const email = `doble-${Date.now()}@correo.cl`;
  const id = await placeOrder(adminShop, { email, quantity: 3 });
  const link = await waitForLink(adminShop, email, { part: '#pedido=' });
  const pay = page.getByRole('dialog').getByRole('region', { name: 'Cómo pagar' });
  await page.goto(link);
  await pay.getByLabel('Adjuntar comprobante').setInputFiles(pdf);
  await expect(pay.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
  const paid = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
  await adminShop.admin.call('PUT', `/admin/orders/${id}/payment`, paid);
  await openPanel(panel);
  const order = await openOrder(panel, id, 'Pago');
  const payment = part(order, 'Pago');
  await payment.getByRole('button', { name: 'Anotar otro pago' }).click();
  await payment.getByLabel('Monto').fill('7600');
  await payment.getByLabel('Forma de pago').fill('Transferencia');
  await payment.getByRole('button', { name: 'Anotar pago' }).click();
  // A typing error is told from money that came twice.
  await expect(panel.getByRole('dialog', { name: /más de lo que falta/ })).toContainText(
    'Al pedido no le falta nada. Anotas $7.600: quedan $7.600 por devolver.',
  );
  await button(panel, 'Anotar').click();
  const refunds = part(order, 'Devoluciones del pedido');
  await expect(refunds).toContainText('Falta devolver $7.600');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(/^Te devolvemos \$7\.600 a más tardar el/)).toHaveCount(1);

  await openPanel(panel, 'Hoy');
  const waiting = panel.getByRole('region', { name: 'Devoluciones', exact: true });
  await expect(waiting.getByRole('listitem').filter({ hasText: id })).toContainText('Pago de más');
  await book(panel, 'today/refund', { hasFold: true });
  await button(panel, `Ver la devolución: pedido ${id}`).click();
  await refunds.getByLabel('Cómo se devuelve').selectOption('Transferencia');
  await book(panel, 'admin-order/refund', { hasFold: true });
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click();
  await button(panel, 'Ya lo devolví').click();
  await expect(refunds).not.toContainText('Falta devolver');
  await panel.keyboard.press('Escape');
  await expect(waiting.getByRole('listitem').filter({ hasText: id })).toHaveCount(0);
  expect(await waitForMail(adminShop, email, 'Devolución')).toContain('te devolvimos $7.600');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('dialog').getByText('Cómo va tu pedido')).toBeVisible();
  await expect(pay).toHaveCount(0);
  await expect(page.getByText(/^Te devolvimos \$7\.600 el .*, por transferencia\.$/)).toHaveCount(
    1,
  );
  await book(page, 'order-page/paid');
  const items = [{ n: 1, quantity: 9 }];
  await adminShop.admin.call('PUT', `/admin/orders/${id}/items`, { items });
  await adminShop.admin.call('PUT', `/admin/orders/${id}/marks/printed`, {});
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(/^Ya empezamos a hacer/)).toBeVisible();
  // It became dearer: the receipt was for what is paid.
  await expect(pay.getByText(/^Tu último comprobante llegó el/)).toBeVisible();
  await pay.getByLabel('Adjuntar comprobante').setInputFiles(pdf);
  await expect(pay.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
  await book(page, 'order-page/making');
});
