import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { addDays, dayOf, formatDay } from '#domain/base/dates.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { ADMIN, expect, openAccount, openOrder, openPanel } from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { countMails, waitForLink, waitForMail } from './support/mail.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { type Shop, startShop } from './support/server.ts';
import { test } from './support/test.ts';
import { button, readOrderNumber, recipient } from './support/wizard.ts';

const DETAILS = {
  ...NO_PAYMENT_DETAILS,
  ...{ holder: 'Rosa Pérez', rut: '12.345.678-5', bank: 'Banco del Sur' },
  ...{ accountType: 'Cuenta vista', account: '00-123-45678' },
};
const BUYER = 'vida@correo.cl';

/** Advances the shop's clock by days and restarts it, so that its tasks run as on that day. */
async function moveClock(shop: Shop, days: number) {
  await writeFile(join(shop.dataDir, 'days-ahead'), String(days));
  await shop.restart();
}

test('an order’s whole life: reminded, paid, another picture, sent, a complaint, made once more', {
  tag: '@long',
}, async ({ browser }) => {
  const shop = await startShop({ ADMIN_EMAILS: ADMIN }, 'server/testing/later-shop.ts');
  const admin = await openAccount(shop, ADMIN);
  const save = async (group: string, values: object) => {
    const saved = await admin.call('PUT', `/admin/settings/${group}`, { values, version: 0 });
    expect(saved).toMatchObject({ success: true });
  };
  await save('payment', DETAILS);
  await save('unpaid', { payDays: 10, reminders: [{ day: 2 }], cancels: true });

  const panel = await browser.newPage({
    baseURL: shop.url,
    storageState: await admin.http.storageState(),
  });
  const buyer = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await buyer.newPage();
  const detail = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  /** Opens the order by its link again. */
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(await waitForLink(shop, BUYER, { part: '/#pedido=' }));
    await expect(detail.getByText('Cómo va tu pedido')).toBeVisible();
  };
  const reads = async (subject: string, ...texts: string[]) => {
    const mail = await waitForMail(shop, BUYER, subject);
    for (const text of texts) expect(mail).toContain(text);
  };
  const today = dayOf(Date.now());
  const payBy = formatDay(addDays(today, 10));

  await test.step('it is ordered, and not paid', async () => {
    const files = [
      await makePng('chica.png', { color: '#aa3344', width: 120, height: 160 }),
      await makePng('buena.png', { color: '#0a6349', width: 900, height: 900 }),
    ];
    await openAtSummary(page, { files, changes: { ...recipient, email: BUYER } });
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByRole('region', { name: 'Tu último pedido' })).toContainText('$5.900');
  });
  const id = await readOrderNumber(page);
  await reads(`Recibimos tu pedido ${id}`, DETAILS.account, '$5.900', `hasta el ${payBy}`);

  await test.step('two days later its buyer is reminded, once', async () => {
    await moveClock(shop, 1);
    const before = await countMails(shop, BUYER);
    await moveClock(shop, 2);
    await reads(`Tu pedido ${id} espera tu pago`, '$5.900', DETAILS.account, `hasta el ${payBy}`);
    await shop.restart();
    await open();
    expect(await countMails(shop, BUYER)).toBe(before + 1);
    const pay = detail.getByRole('region', { name: 'Cómo pagar' });
    await expect(pay).toContainText(`Puedes pagarlo hasta el ${payBy}.`);
    await expect(pay.getByText(DETAILS.account)).toBeVisible();
  });

  await test.step('it is paid, by a receipt that the owner accepts', async () => {
    await detail.getByLabel('Adjuntar comprobante').setInputFiles(await makePng('pago.png'));
    await expect(detail.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
    await openPanel(panel, 'Hoy');
    await button(panel, `Ver comprobante: pedido ${id}`).click();
    await button(panel, 'Aceptar pago').click();
    await expect(panel.getByText(`Pedido ${id} marcado como pagado`)).toBeVisible();
    // The mail leaves after the minute in which it can be undone.
    await moveClock(shop, 2.001);
    await reads(
      `Recibimos el pago de tu pedido ${id}`,
      `Recibido el ${formatDay(addDays(today, 2))}`,
      'Llega',
    );
    await open();
    await expect(detail.getByRole('region', { name: 'Cómo pagar' })).toHaveCount(0);
    await expect(stage(detail, 'Pagado')).toContainText('(listo)');
  });

  await test.step('it gets another picture', async () => {
    await openPanel(panel, 'Pedidos');
    const order = await openOrder(panel, id);
    await order.getByRole('button', { name: 'Pedir otra imagen' }).click();
    const asked = panel.getByRole('dialog', { name: 'Pedir otra imagen' });
    await asked.getByRole('button', { name: 'Pedir otra imagen' }).click();
    await expect(order.getByText(/^Pediste otra versión de la imagen 1/)).toBeVisible();
    await reads(`Necesitamos otra imagen para tu pedido ${id}`, 'borrosa', 'la imagen 1');
    await page.goto('about:blank');
    await page.goto(await waitForLink(shop, BUYER, { part: '/#pedido=imagen-' }));
    const sending = page.getByRole('dialog', { name: 'Cambia tus imágenes' });
    const better = await makePng('grande.png', { color: '#22aa44', width: 900, height: 900 });
    await sending.getByLabel('Elegir otra imagen 1').setInputFiles(better);
    await sending.getByRole('button', { name: 'Enviar esta' }).click();
    await expect(sending.getByText(/^¡Gracias! Ya tenemos tus imágenes/)).toBeVisible();
    await reads(`Recibimos tus imágenes nuevas: pedido ${id}`, 'Si no fuiste tú');
  });

  await test.step('it is made, and sent with a link to its courier', async () => {
    await send(panel, id, 'ST 42/7');
    await reads(`Tu pedido ${id}: va en camino`, 'Starken', 'ST 42/7', 'ST%2042%2F7');
    await open();
    const link = detail.getByRole('link', { name: 'Seguir el envío' });
    await expect(link).toHaveAttribute('href', /starken\.cl\/seguimiento\?codigo=ST%2042%2F7$/);
  });

  await test.step('its buyer complains', async () => {
    await detail.getByRole('button', { name: 'Algo salió mal' }).click();
    const window = page.getByRole('dialog', { name: 'Algo salió mal' });
    await window.getByLabel('Imagen 2').check();
    await window.getByLabel('¿Qué pasó?').fill('Llegó rayado');
    await window.getByLabel('Agregar una foto').setInputFiles(await makeJpeg('foto.jpg'));
    await window.getByRole('button', { name: 'Enviar reclamo' }).click();
    await expect(detail.getByText(/^Reclamo enviado el .* por la imagen 2\./)).toBeVisible();
    await reads(`Recibimos tu reclamo: pedido ${id}`, 'te contestamos por correo');
  });

  await test.step('it is made once more, at no price, and sent', async () => {
    await openPanel(panel, 'Hoy');
    await button(panel, `Ver el reclamo: pedido ${id}`).click();
    const opened = panel
      .getByRole('dialog', { name: `Pedido ${id}` })
      .or(panel.getByRole('region', { name: `Pedido ${id}` }));
    await opened.getByRole('button', { name: 'Hacer pines de nuevo' }).click();
    const making = panel.getByRole('dialog', { name: 'Hacer pines de nuevo' });
    await making.getByRole('button', { name: 'Hacer de nuevo' }).click();
    await expect(making).toHaveCount(0);
    await reads(`Hacemos tus pines de nuevo: pedido ${id}`, 'sin costo');
    await open();
    await expect(detail.getByText(/^Hacemos tus pines de nuevo, sin costo/)).toBeVisible();
    await send(panel, id, 'ST-43');
    await reads(`Tus pines nuevos van en camino: pedido ${id}`, 'Starken', 'codigo=ST-43');
    await open();
    await expect(detail.getByText('Ya te enviamos tus pines nuevos, sin costo.')).toBeVisible();
    await expect(detail.getByRole('link', { name: 'Seguir el envío' })).toHaveCount(2);
    await expectFits(page);
    await expectClean(page);
  });

  const { order } = (await admin.call('GET', `/admin/orders/${id}`)) as {
    order: { deliveryData: { pricing: object }; status: string };
  };
  expect(order).toMatchObject({ status: 'completed', waitsFor: null });
  expect(order.deliveryData.pricing).toMatchObject({ totalAmount: 5900 });
  await buyer.close();
  await panel.close();
  await admin.http.dispose();
  await shop.remove();
});

const stage = (detail: Locator, name: string) =>
  detail.getByRole('listitem').filter({ hasText: name });

/** Marks an order's pins, or its reprint, as printed, packed and dispatched in 'Taller'. */
async function send(panel: Page, id: string, tracking: string) {
  await panel.goto('/?panel=taller');
  await button(panel, `Impreso: pedido ${id}`).click();
  await button(panel, /^Por empacar/).click();
  await button(panel, `Empacado: pedido ${id}`).click();
  await button(panel, /^Por despachar/).click();
  await button(panel, `Despachado: pedido ${id}`).click();
  const parcel = panel.getByRole('dialog', { name: 'Despachado' });
  await parcel.getByLabel('Empresa de envío').fill('Starken');
  await parcel.getByLabel('Número de seguimiento').fill(tracking);
  await parcel.getByRole('button', { name: 'Marcar como despachado' }).click();
  await expect(parcel).toHaveCount(0);
}
