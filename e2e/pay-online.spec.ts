import type { Page } from '@playwright/test';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import type { PaymentSettings } from '#server/config/payments.ts';
import {
  type MercadoPagoDouble,
  openMercadoPagoDouble,
} from '#server/testing/mercadopago-double.ts';
import { paymentEnv } from '#server/testing/payment-env.ts';
import { openWebpayDouble, type WebpayDouble } from '#server/testing/webpay-double.ts';
import { book } from './book/book.ts';
import { dialog, openProfile, PASSWORD } from './support/accounts.ts';
import { placeOrder, saveSettings } from './support/admin.ts';
import { type AdminShop, type Caller, openSession, startAdminShop } from './support/callers.ts';
import { expectFits } from './support/checks.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import { button, recipient } from './support/wizard.ts';

type PaidShop<Double> = AdminShop & { double: Double };

/** Starts a shop with online payments by a local double of the provider. */
async function startPaidShop<
  Double extends { settings: PaymentSettings; close: () => Promise<void> },
>(double: Double): Promise<PaidShop<Double>> {
  const shop = await startAdminShop(paymentEnv(double.settings));
  const remove = async () => {
    await shop.remove();
    await double.close();
  };
  return { ...shop, double, remove };
}

// In one worker: otherwise each worker would start these shops.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

async function order(page: Page): Promise<void> {
  const email = `pago-${Date.now()}@correo.cl`;
  await openAtSummary(page, { changes: { ...recipient, email } });
  await button(page, 'Confirmar pedido').click();
}

/** Places an order and opens its page, at the button that pays it. */
async function openOrder(page: Page): Promise<void> {
  await order(page);
  await button(page, 'Ver mi pedido').click();
}

/** The pay button of the order's page, not that of the notice behind it. */
const payButton = (page: Page, name: string) =>
  dialog(page, 'Detalle del Pedido').getByRole('button', { name: `Pagar con ${name}` });

/** The message for the buyer about an attempt. */
const said = (page: Page, text: string | RegExp) =>
  dialog(page, 'Detalle del Pedido').getByText(text);

const PAID = /Recibimos tu pago de \$/;
const REFUSED = 'El pago fue rechazado y no se cobró nada';
const ABORTED = 'Anulaste el pago y no se cobró nada';
const EXPIRED = 'El pago venció antes de terminar y no se cobró nada';

/** Pays at the provider's form, and checks the result. */
async function tryToPay(page: Page, name: string, press: string, end: string | RegExp) {
  await payButton(page, name).click();
  await button(page, press).click();
  await expect(said(page, end)).toBeVisible();
  await expectFits(page);
}

/** An unreachable provider takes no payment: one message says so and replaces the last one. */
async function failToReach(page: Page, double: WebpayDouble) {
  double.isAway = true;
  await payButton(page, 'Webpay').click();
  const window = dialog(page, 'Detalle del Pedido');
  await expect(window.getByRole('alert')).toContainText('No se cobró nada: intenta de nuevo');
  await expect(window.getByText(REFUSED)).toHaveCount(0);
  double.isAway = false;
}

/**
 * Checks that the tab that left to pay opens its order, also where the return leads home, and that
 * its last order is shown as paid, without a request to pay again.
 */
async function expectPaidAfterwards(page: Page) {
  await page.goto('/');
  await expect(said(page, PAID)).toBeVisible({ timeout: 20_000 });
  await page.goto('/?');
  await expect(dialog(page, 'Detalle del Pedido')).toHaveCount(0);
  await button(page, 'Ver mi último pedido').click();
  await expect(page.getByText(PAID)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/paga aquí mismo|transfiere/i)).toHaveCount(0);
  await button(page, 'Ver mi pedido').click();
  await expect(said(page, PAID)).toBeVisible({ timeout: 20_000 });
}

/** Begins to pay an order of this account. @returns where the buyer would be sent */
async function beginPayment({ http }: Caller, orderId: string) {
  const { token } = await (await http.get('/api/identity/token')).json();
  const begun = await http.post('/api/payments', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': orderId },
    data: { orderId },
  });
  return begun.json();
}

/** Places an order of the owner that is paid online. @returns its number */
async function placePaid({ admin, double, ...shop }: PaidShop<WebpayDouble>): Promise<string> {
  const orderId = await placeOrder(shop, { by: admin });
  const { fields } = await beginPayment(admin, orderId);
  await admin.http.get(double.act(fields.token_ws, 'approved'));
  return orderId;
}

test.describe('with Webpay', () => {
  let webpay: PaidShop<WebpayDouble>;
  test.beforeAll(async () => {
    webpay = await startPaidShop(await openWebpayDouble());
  });
  test.afterAll(() => webpay.remove());
  // It is read for `beforeAll`, too.
  test.use({ baseURL: async ({}, use) => use(webpay?.url) });

  test('a buyer is refused, tries again and has paid', async ({ page }) => {
    const code = '**/assets/PayOnline-*.js';
    await page.route(code, (route) => route.abort());
    await order(page);
    const failure = page.getByText('No pudimos mostrar el pago en línea. Revisa tu conexión.');
    await expect(failure).toBeVisible();
    await page.unroute(code);
    await button(page, 'Reintentar').click();
    await expect(button(page, 'Pagar con Webpay')).toBeVisible();
    await book(page, 'pay-online/placed', { hasFold: true });
    await button(page, 'Ver mi pedido').click();
    await expect(payButton(page, 'Webpay')).toBeVisible();
    await book(page, 'pay-online/order', { hasFold: true });
    await tryToPay(page, 'Webpay', 'Rechazar', REFUSED);
    await book(page, 'pay-online/refused');
    await failToReach(page, webpay.double);
    await book(page, 'pay-online/provider-away');
    await tryToPay(page, 'Webpay', 'Pagar', PAID);
    await book(page, 'pay-online/paid', { hasFold: true });
    await expect(payButton(page, 'Webpay')).toHaveCount(0);
  });

  test('a buyer who aborts, or lets the form end, reads so', { tag: '@long' }, async ({ page }) => {
    await order(page);
    await button(page, 'Ver mi pedido').click();
    await tryToPay(page, 'Webpay', 'Anular', ABORTED);
    await book(page, 'pay-online/aborted');
    await tryToPay(page, 'Webpay', 'Dejar vencer', EXPIRED);
    await book(page, 'pay-online/expired');
  });

  test('part is refunded, the day closed', { tag: '@long' }, async ({ page, context }) => {
    const { double } = webpay;
    const orderId = await placePaid(webpay);
    await context.addCookies((await openSession(webpay)).cookies);
    const code = 'fresh_sign_in_required';
    await page.route(
      '**/api/admin/orders/*/refunds',
      (route) =>
        route.fulfill({ status: 403, json: { success: false, code, message: 'Ha pasado tiempo' } }),
      { times: 1 },
    );
    await page.goto(`/?panel=pedidos/${orderId}`);
    const order = page.getByRole('dialog', { name: `Pedido ${orderId}` });
    await order.getByText('Pago en línea').click();
    await order.getByLabel('Monto a devolver').fill('1000');
    await book(page, 'admin-payments/order', { hasFold: true });
    await button(page, 'Devolver dinero').click();
    await expect(button(page, 'Devolver')).toBeVisible();
    await book(page, 'admin-payments/refund-asked');
    await button(page, 'Devolver').click();
    const again = dialog(page, 'Confirma que eres tú');
    await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Confirmar' }).click();
    await expect(order.getByText('Devolución hecha')).toBeVisible();
    await book(page, 'admin-payments/refunded');
    const { amount } = [...double.transactions.values()].at(-1) ?? { amount: 0 };
    expect(double.heldFor(orderId)).toBe(amount - 1000);
    await expectFits(page);

    double.isAway = true;
    await page.goto('/?panel=ventas');
    await page.getByLabel('Período', { exact: true }).selectOption('Pagos en línea de un día');
    await expect(page.getByText(/Webpay no respondió por/)).toBeVisible();
    await book(page, 'admin-payments/day-silent');
    await expectFits(page);
    double.isAway = false;
    await button(page, 'Volver a comparar').click();
    await expect(page.getByText('Todo coincide con Webpay.')).toBeVisible();
    await book(page, 'admin-payments/day', { hasFold: true });
    await expect(button(page, 'Volver a comparar')).toHaveCount(0);
    await expect(page.getByRole('row', { name: new RegExp(orderId) })).toContainText('$1.000');
    await expectFits(page);
    const file = page.waitForEvent('download');
    await button(page, 'Descargar CSV').click();
    expect((await file).suggestedFilename()).toMatch(/^pagos-.*\.csv$/);
  });

  test('what does not match is shown', { tag: '@long' }, async ({ page, context }) => {
    const { admin, double } = webpay;
    const orderId = await placePaid(webpay);
    await context.addCookies((await openSession(webpay)).cookies);
    const order = page.getByRole('dialog', { name: `Pedido ${orderId}` });
    const open = async () => {
      await page.goto(`/?panel=pedidos/${orderId}`);
      await order.getByText('Pago en línea').click();
    };
    const path = `**/api/admin/orders/${orderId}`;
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const whole = await response.json();
      const json = { ...whole, order: { ...whole.order, payment: null, payments: [] } };
      await route.fulfill({ response, json });
    });
    await open();
    await expect(order.getByText(/^Este dinero no paga el pedido/)).toBeVisible();
    await book(page, 'admin-payments/unexpected');
    await page.unroute(path);

    await open();
    await order.getByLabel('Monto a devolver').fill('1000');
    await button(page, 'Devolver dinero').click();
    double.isAway = true;
    await button(page, 'Devolver').click();
    await expect(order.getByText('Devolución en curso').last()).toBeVisible();
    await book(page, 'admin-payments/refund-pending');
    double.isAway = false;

    for (const each of double.transactions.values()) {
      if (each.buyOrder.startsWith(orderId)) each.refunded += 500;
    }
    await page.goto('/?panel=ventas');
    await page.getByLabel('Período', { exact: true }).selectOption('Pagos en línea de un día');
    await expect(page.getByText(/no coincid/).first()).toBeVisible();
    await book(page, 'admin-payments/day-wrong');
    await page.getByLabel('Día').fill('2026-01-02');
    await expect(page.getByText('Nadie pagó en línea ese día.')).toBeVisible();
    await book(page, 'admin-payments/none');

    await placeOrder(webpay, { by: admin });
    await page.goto('/');
    await openProfile(page, 'Mis Pedidos');
    await page
      .getByRole('button', { name: /^Pedido / })
      .first()
      .click();
    await expect(payButton(page, 'Webpay')).toBeVisible();
    await book(page, 'admin-payments/history');
  });

  test("back by the browser's button, one may still pay", { tag: '@long' }, async ({ page }) => {
    await order(page);
    // The browser restores the page from its cache, as phones do: the button is not busy.
    const form = '**/webpayserver/initTransaction';
    await page.route(form, (route) => route.fulfill({ status: 204 }), { times: 1 });
    const sent = page.waitForResponse(form);
    const pay = button(page, 'Pagar con Webpay');
    await pay.click();
    await sent;
    await expect(pay).toBeDisabled();
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await pay.click();
    await expect(button(page, 'Anular')).toBeVisible();
    await page.goBack();
    await pay.click();
    await button(page, 'Pagar').click();
    await expect(said(page, PAID)).toBeVisible();
  });

  // The last test here: the shop accepts transfers from now on.
  test('who sends a receipt is not asked to pay again', { tag: '@long' }, async ({ page }) => {
    const details = { ...NO_PAYMENT_DETAILS, holder: 'Rosa Pérez Soto', bank: 'Banco del Sur' };
    await saveSettings(webpay.admin, 'payment', details);
    await order(page);
    const notice = page.getByRole('region', { name: 'Tu último pedido' });
    const pay = notice.getByRole('button', { name: 'Pagar con Webpay' });
    await expect(pay).toBeVisible();
    const buffer = Buffer.from('%PDF-1.4\n%comprobante\n');
    const pdf = { name: 'pago.pdf', mimeType: 'application/pdf', buffer };
    await notice.getByLabel('Adjuntar comprobante').setInputFiles(pdf);
    await expect(notice.getByText(/^Recibimos tu comprobante el/)).toBeVisible();
    await expect(pay).toHaveCount(0);
    await expect(notice.getByRole('heading', { name: 'Cómo pagar' })).toBeVisible();
    await expectFits(page);
  });
});

test.describe('with Mercado Pago', () => {
  let mercadopago: PaidShop<MercadoPagoDouble>;
  test.beforeAll(async () => {
    mercadopago = await startPaidShop(await openMercadoPagoDouble());
  });
  test.afterAll(() => mercadopago.remove());
  test.use({ baseURL: async ({}, use) => use(mercadopago?.url) });

  test('money for no order waits in today', { tag: '@long' }, async ({ page, context }) => {
    const { admin, double } = mercadopago;
    const orderId = await placeOrder(mercadopago, { by: admin });
    const { redirectUrl } = await beginPayment(admin, orderId);
    const preference = new URL(redirectUrl).searchParams.get('pref_id') ?? '';
    await admin.call('PATCH', `/admin/orders/${orderId}/status`, { status: 'cancelled' });
    const { payment } = double.pay(preference);
    for (const each of [payment, double.payForNothing(1500)]) {
      const { url, init } = double.noticeOf(each);
      await fetch(url, init);
    }
    await context.addCookies((await admin.http.storageState()).cookies);
    await page.goto('/?panel=hoy');
    const strays = page.getByRole('region', { name: 'Pagos sin pedido' }).getByRole('listitem');
    await expect(async () => {
      await button(page, 'Actualizar').click();
      await expect(strays).toHaveCount(2);
    }).toPass();
    await expectFits(page);
    const unknown = strays.filter({ hasText: '$1.500' });
    await expect(unknown).toContainText('No es de ningún pedido de la tienda');
    await unknown.getByRole('button', { name: /^Ya lo resolví/ }).click();
    await expect(unknown).toContainText('Resuelto');
    await expectFits(page);
    await unknown.getByRole('button', { name: /^Deshacer/ }).click();
    await expect(unknown.getByRole('button', { name: /^Ya lo resolví/ })).toBeVisible();
    const own = strays.filter({ hasText: orderId });
    await expect(own).toContainText('El pedido está cancelado');
    await own.getByRole('button', { name: /^Ver el pedido/ }).click();
    await expect(page.getByRole('dialog', { name: `Pedido ${orderId}` })).toBeVisible();

    await page.goto('/?panel=ventas');
    await page.getByLabel('Período', { exact: true }).selectOption('Pagos en línea de un día');
    const rows = page.getByRole('table', { name: 'Pagos sin pedido' }).getByRole('row');
    await expect(rows.filter({ hasText: '$1.500' })).toBeVisible();
    await expectFits(page);
  });

  test('a payment under review is not paid again', { tag: '@long' }, async ({ page }) => {
    await openOrder(page);
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Dejar pendiente').click();
    await expect(said(page, 'No pagues otra vez, lo estamos confirmando')).toBeVisible();
    await book(page, 'pay-online/unknown', { hasFold: true });
    await expect(payButton(page, 'Mercado Pago')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Cómo pagar' })).toHaveCount(0);
    await expectFits(page);
  });

  test('a buyer who pays and closes the tab has paid', { tag: '@long' }, async ({ page }) => {
    await openOrder(page);
    await expect(payButton(page, 'Mercado Pago')).toBeVisible();
    await book(page, 'pay-online/paid-elsewhere');
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Pagar y cerrar').click();
    await expect(page.getByText('Pago listo')).toBeVisible();
    await expectPaidAfterwards(page);
  });
});
