import type { Page } from '@playwright/test';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import {
  expect,
  fact,
  openOrder,
  openPanel,
  orderRow,
  part,
  saveSettings,
  test,
  unfold,
} from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { watchShifts } from './support/shifts.ts';
import { button, fillDelivery } from './support/wizard.ts';

type Fixtures = { page: Page; buyer: Page; adminShop: AdminShop };

/** The owner makes a quote; its buyer accepts it and adds a picture. */
async function acceptQuote({ page, buyer, adminShop }: Fixtures, email: string) {
  const HALF = { depositPercent: 50, depositFrom: 20_000 };
  await saveSettings(adminShop.admin, 'payment', { ...NO_PAYMENT_DETAILS, ...HALF });
  await openPanel(page, 'Pedidos');
  await button(page, 'Nuevo pedido').click();
  const opening = dialog(page, 'Nuevo pedido');
  await opening.getByLabel('Nombre', { exact: true }).fill('Colegio Los Aromos');
  await opening.getByLabel('Teléfono').fill('912345678');
  await opening.getByLabel('Es una cotización').check();
  await opening.getByRole('button', { name: 'Hacer cotización' }).click();
  await expect(opening.getByText('Agrega lo que cotizas')).toBeVisible();
  await opening.getByLabel('Cantidad de pines').fill('30');
  await opening.getByLabel('Otro cargo o descuento').fill('Diseño');
  await opening.getByLabel('Su monto').fill('5.000');
  await book(page, 'quotes/new', { hasFold: true });
  await opening.getByRole('button', { name: 'Hacer cotización' }).click();
  const link = opening.getByRole('link', { name: /#pedido=cotizacion-/ });
  const url = (await link.getAttribute('href')) ?? '';
  await opening.getByRole('button', { name: 'Listo' }).click();
  const number = url.split('cotizacion-')[1]?.slice(0, 11) ?? '';
  await expect(orderRow(page, number)).toContainText('Cotización');
  const quoted = await openOrder(page, number);
  await expect(quoted.getByRole('button', { name: 'Copiar el enlace de la co' })).toBeVisible();
  await expect(quoted).toContainText('Quien compra todavía no agrega sus imágenes');
  for (const name of ['Cambiar pedido', 'Abrir Prueba', 'Abrir Boleta', 'Abrir Taller'])
    await expect(quoted.getByRole('button', { name })).toHaveCount(0);
  await expect(part(quoted, 'Pago')).toHaveCount(0);
  await unfold(quoted, 'Entrega');
  await button(page, 'Ver a la persona').click();
  const person = page.getByRole('dialog').last();
  const theirs = person.getByRole('region', { name: 'Pedidos de' }).getByRole('listitem');
  await expect(theirs.filter({ hasText: 'Cotización' })).toHaveCount(1);
  const ordered = await theirs.filter({ hasNotText: 'Cotización' }).count();
  await expect(fact(person, 'Pedidos')).toHaveText(String(ordered));
  await page.keyboard.press('Escape');

  const shown = await hold(buyer, '**/api/orders/quote/view');
  await buyer.goto(url);
  const quote = dialog(buyer, 'Tu cotización');
  await expect(quote.getByText('Cargando...')).toBeAttached();
  const expectStill = await watchShifts(buyer);
  shown();
  await expect(fact(quote, 'Precio por pin')).toHaveText('$1.700');
  await expect(fact(quote, 'Total')).toHaveText('$60.000');
  await expect(quote).toContainText('Con un abono de $30.000');
  await expectStill('a quote');
  const id = await quote.locator('strong').first().innerText();
  await fillDelivery(buyer, { email });
  await buyer.keyboard.press('Escape');
  await button(buyer, 'Seguir editando').click();
  await expect(quote).toContainText('Con «Aceptar cotización» aceptas los términos y condiciones');
  await book(buyer, 'quotes/open', { hasFold: true });
  await button(buyer, 'Aceptar cotización').click();
  await expect(buyer.getByText(/^¡Gracias! Tu pedido/).locator('..')).toBeFocused();
  await button(buyer, 'Agregar mis imágenes').click();
  const adding = dialog(buyer, 'Agrega tus imágenes');
  await adding.locator('input[type=file]').setInputFiles([await makePng('pin.png')]);
  await expect(adding.getByRole('spinbutton')).toHaveValue('30');
  await buyer.keyboard.press('Escape');
  await button(buyer, 'Seguir editando').click();
  await expect(adding).toContainText(
    'Con «Completar mi pedido» aceptas los términos y condiciones',
  );
  await button(buyer, 'Completar mi pedido').click();
  await button(buyer, 'Ver mi pedido').click();
  const shownOrder = dialog(buyer, 'Detalle del Pedido');
  await expect(shownOrder).toContainText('abono de $30.000');
  await book(buyer, 'quotes/deposit', { hasFold: true });
  return { id, url, shownOrder };
}

test('a quote is accepted on a phone, its picture added', async ({ page, buyer, adminShop }) => {
  await acceptQuote({ page, buyer, adminShop }, 'colegio@correo.cl');
});

test('a quote shows no price of a way of delivery', async ({ buyer, adminShop: { admin } }) => {
  const pickup = { pickup: true, pickupPlace: 'Arauco 5', pickupHours: '10 a 18 h' };
  await saveSettings(admin, 'ways', { ...pickup, payOnArrival: true });
  const { link } = await admin.call('POST', '/admin/orders', {
    ...{ images: [], deliveryData: { fullName: 'Club Ñuble', email: 'club@correo.cl' } },
    quote: { validUntil: '2099-01-01', lines: [{ quantity: 5 }] },
  });
  await buyer.goto(String(link));
  const quote = dialog(buyer, 'Tu cotización');
  const way = quote.getByLabel('Forma de entrega');
  await expect(way.getByRole('option')).toHaveText(['A domicilio', 'Retiro en la tienda']);
  await expect(quote.getByLabel('Pago del envío')).toHaveCount(0);
});

test('an accepted quote gets its invoice and deposit, is changed twice, settled and partly reprinted', {
  tag: '@long',
}, async ({ page, buyer, adminShop }) => {
  const { id, url, shownOrder } = await acceptQuote({ page, buyer, adminShop }, 'aromos@correo.cl');
  await button(buyer, 'Pedir factura').click();
  const asking = dialog(buyer, 'Pedir factura');
  await asking.getByLabel('RUT').fill('12.345.678-9');
  await asking.getByRole('button', { name: 'Guardar' }).click();
  await expect(asking.getByText('El RUT no es correcto')).toBeVisible();
  await book(buyer, 'invoice/wrong', { hasFold: true });
  await asking.getByLabel('RUT').fill('12345678-5');
  await asking.getByLabel('Razón social').fill('Colegio Los Aromos SpA');
  await asking.getByLabel('Giro').fill('Enseñanza');
  await asking.getByLabel('Dirección').fill('Arauco 5');
  await asking.getByRole('button', { name: 'Guardar' }).click();
  await expect(buyer.getByText('Colegio Los Aromos SpA')).toBeVisible();

  const orderUrl = await waitForLink(adminShop, 'aromos@correo.cl', { part: '#pedido=', skip: 1 });
  await buyer.goto('/api/config');
  await buyer.goto(url);
  await expect(dialog(buyer, 'Tu cotización')).toContainText('ya se aceptó');
  await book(buyer, 'quotes/accepted');
  await openPanel(page, 'Pedidos');
  const order = await openOrder(page, id);
  await expect(order).toContainText('Aceptada, valía hasta el');
  await expect(part(order, 'Factura')).toContainText('Sin factura');
  await button(page, 'Anotar el abono de $30.000').click();
  await expect(part(order, 'Pago')).toContainText('falta el saldo de $30.000');

  const window = dialog(page, 'Cambiar pedido');
  const after = window.getByRole('region', { name: 'Precio antes y después' });
  const save = async () => {
    await button(page, 'Guardar cambios').click();
    await expect(window).toBeHidden();
  };
  await button(page, 'Cambiar pedido').click();
  const quantity = window.getByLabel('Cantidad de Imagen 1');
  await quantity.fill('0');
  await button(page, 'Guardar cambios').click();
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveAccessibleDescription(/entre 1 y 9\.999$/);
  await quantity.fill('35');
  await window.getByLabel('Agregar imágenes').setInputFiles(await makePng('nueva.png'));
  await window.getByLabel('Cantidad de nueva.png').fill('2');
  await button(page, 'Agregar línea').click();
  const [label, pesos] = ['Qué es', 'Pesos'].map((name) => window.getByLabel(name).nth(1));
  await button(page, 'Guardar cambios').click();
  await expect(label ?? window).toBeFocused();
  await expect(label ?? window).toHaveAttribute('aria-invalid', 'true');
  await label?.fill('Descuento por colegio');
  await pesos?.fill('-3000');
  // Beside its inputs, or on a phone below them.
  const top = (await pesos?.boundingBox())?.y ?? 0;
  const removal = (await button(page, 'Quitar línea').last().boundingBox())?.y ?? 0;
  expect(Math.round(removal)).toBeGreaterThanOrEqual(Math.round(top));
  // 37 pins, both lines and the shipping; the deposit was paid.
  await expect(after).toContainText('$68.900');
  await expect(after).toContainText('Por pagar: $38.900');
  await expectFits(page);
  await expectClean(page);
  await book(page, 'changed-order/window', { hasFold: true });
  await save();
  await expect(part(order, 'Cambios').getByText('Pedido cambiado')).toBeVisible();
  await expect(part(order, 'Imágenes').getByRole('listitem')).toHaveCount(2);

  await button(page, 'Cambiar pedido').click();
  await button(page, 'Quitar Imagen 2').click();
  await button(page, 'Quitar línea').last().click();
  await quantity.fill('20');
  await expect(after).toContainText('Por pagar: $13.000');
  await window.getByLabel('Otro total acordado').fill('20000');
  await expect(after).toContainText('Por devolver: $10.000');
  await window.getByLabel('Otro total acordado').fill('40000');
  await save();

  await button(page, 'Marcar como impreso').click();
  await button(page, 'Marcar como empacado').click();
  const state = part(order, 'Estado');
  await expect(state).toContainText('Falta el saldo');
  await book(page, 'admin-order/balance', { hasFold: true });
  await button(page, 'Anotar el saldo de $10.000').click();
  await button(page, 'Marcar como despachado').click();
  await expect(state).toContainText('Completado');
  await unfold(order, 'Reclamo');
  await button(page, 'Hacer pines de nuevo').click();
  const making = dialog(page, 'Hacer pines de nuevo');
  await making.getByRole('checkbox', { name: 'Imagen 1' }).check();
  await making.getByLabel('Cuántos de la imagen 1').fill('1');
  await making.getByLabel('Motivo').fill('Un pin llegó rayado');
  await making.getByRole('button', { name: 'Hacer de nuevo' }).click();
  for (const mark of ['impreso', 'empacado', 'despachado'])
    await button(page, `Marcar como ${mark}`).click();
  await expect(part(order, 'Reclamo')).toContainText('Enviaste de nuevo, sin costo: imagen 1 ×1.');
  await buyer.goto(orderUrl);
  await expect(shownOrder).toContainText('Ya te enviamos tus pines nuevos');
  await expect(part(shownOrder, 'Detalle de precios')).toContainText('$40.000');
});
