import type { Page } from '@playwright/test';
import {
  type MercadoPagoDouble,
  openMercadoPagoDouble,
} from '#server/testing/mercadopago-double.ts';
import { openWebpayDouble, type WebpayDouble } from '#server/testing/webpay-double.ts';
import { dialog, PASSWORD } from './support/accounts.ts';
import { placeOrder } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { openPaidShop, type PaidShop, type Provider } from './support/paid-shop.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { test as base, expect } from './support/test.ts';
import { button, recipient } from './support/wizard.ts';

async function usePaidShop<Double extends Provider>(
  double: Double,
  use: (opened: PaidShop<Double>) => Promise<void>,
): Promise<void> {
  const opened = await openPaidShop(double);
  await use(opened);
  await opened.close();
}

const test = base.extend<
  object,
  { webpay: PaidShop<WebpayDouble>; mercadopago: PaidShop<MercadoPagoDouble> }
>({
  webpay: [
    async ({}, use) => usePaidShop(await openWebpayDouble(), use),
    { scope: 'worker', timeout: 90_000 },
  ],
  mercadopago: [
    async ({}, use) => usePaidShop(await openMercadoPagoDouble(), use),
    { scope: 'worker', timeout: 90_000 },
  ],
});

// One after the other: every worker would start shops of its own.
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

/** The button of the order's page, not that of the notice behind it. */
const payButton = (page: Page, name: string) =>
  dialog(page, 'Detalle del Pedido').getByRole('button', { name: `Pagar con ${name}` });

const PAID = /Recibimos tu pago de \$/;

test.describe('with Webpay', () => {
  test.use({ baseURL: async ({ webpay }, use) => use(webpay.shop.url) });

  test('a buyer is refused, aborts, lets the form end, tries again and has paid', async ({
    page,
  }) => {
    await openOrder(page);
    const ends = [
      ['Rechazar', 'El pago fue rechazado y no se cobró nada'],
      ['Anular', 'Anulaste el pago y no se cobró nada'],
      ['Dejar vencer', 'El pago venció antes de terminar y no se cobró nada'],
    ] as const;
    for (const [press, end] of ends) {
      await payButton(page, 'Webpay').click();
      await button(page, press).click();
      await expect(dialog(page, 'Detalle del Pedido').getByText(end)).toBeVisible();
      await expectFits(page);
    }
    await payButton(page, 'Webpay').click();
    await button(page, 'Pagar').click();
    await expect(dialog(page, 'Detalle del Pedido').getByText(PAID)).toBeVisible();
    await expect(payButton(page, 'Webpay')).toHaveCount(0);
    await expectFits(page);
  });

  test('the owner sends part of it back and closes the day', async ({ page, webpay, context }) => {
    const { shop, admin, double } = webpay;
    const orderId = await placeOrder(shop, { by: admin });
    const { token } = await (await admin.http.get('/api/identity/token')).json();
    const begun = await admin.http.post('/api/payments', {
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': orderId },
      data: { orderId },
    });
    await admin.http.get(double.act((await begun.json()).fields.token_ws, 'approved'));

    await context.addCookies((await admin.http.storageState()).cookies);
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
    await button(page, 'Devolver dinero').click();
    await button(page, 'Devolver').click();
    const again = dialog(page, 'Confirma que eres tú');
    await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Confirmar' }).click();
    await expect(order.getByText('Devolución hecha')).toBeVisible();
    const { amount } = [...double.transactions.values()].at(-1) ?? { amount: 0 };
    expect(double.heldFor(orderId)).toBe(amount - 1000);
    await expectFits(page);

    double.isAway = true;
    await page.goto('/?panel=ventas');
    await page.getByLabel('Período').selectOption('Pagos en línea de un día');
    await expect(page.getByText(/Webpay no respondió por/)).toBeVisible();
    await expectFits(page);
    double.isAway = false;
    await button(page, 'Volver a comparar').click();
    await expect(page.getByText('Todo coincide con Webpay.')).toBeVisible();
    await expect(button(page, 'Volver a comparar')).toHaveCount(0);
    await expect(page.getByRole('row', { name: new RegExp(orderId) })).toContainText('$1.000');
    await expectFits(page);
    const file = page.waitForEvent('download');
    await button(page, 'Descargar CSV').click();
    expect((await file).suggestedFilename()).toMatch(/^pagos-.*\.csv$/);
  });

  test('who comes back by the button of the browser may pay in the same form', {
    tag: '@long',
  }, async ({ page }) => {
    await order(page);
    // The browser shows the page again as it was left, as phones do: the button waits for nothing.
    const form = '**/webpayserver/initTransaction';
    await page.route(form, (route) => route.fulfill({ status: 204 }), { times: 1 });
    const sent = page.waitForResponse(form);
    await button(page, 'Pagar con Webpay').click();
    await sent;
    await expect(button(page, 'Pagar con Webpay')).toBeDisabled();
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await button(page, 'Pagar con Webpay').click();
    await expect(button(page, 'Anular')).toBeVisible();
    await page.goBack();
    await button(page, 'Pagar con Webpay').click();
    await button(page, 'Pagar').click();
    await expect(dialog(page, 'Detalle del Pedido').getByText(PAID)).toBeVisible();
  });
});

test.describe('with Mercado Pago', () => {
  test.use({ baseURL: async ({ mercadopago }, use) => use(mercadopago.shop.url) });

  test('a buyer is refused, leaves, tries again and has paid', async ({ page }) => {
    await openOrder(page);
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Rechazar').click();
    await expect(
      dialog(page, 'Detalle del Pedido').getByText('El pago fue rechazado y no se cobró nada'),
    ).toBeVisible();
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Pagar').click();
    await expect(dialog(page, 'Detalle del Pedido').getByText(PAID)).toBeVisible();
  });

  test("a day's closing shows what was paid for no order", async ({
    page,
    mercadopago,
    context,
  }) => {
    const { admin, double } = mercadopago;
    const { id } = double.payForNothing(1500);
    await context.addCookies((await admin.http.storageState()).cookies);
    await page.goto('/?panel=ventas');
    await page.getByLabel('Período').selectOption('Pagos en línea de un día');
    const row = page.getByRole('table', { name: 'Pagos sin pedido' }).getByRole('row');
    await expect(row.filter({ hasText: String(id) })).toContainText('$1.500');
    await expectFits(page);
  });

  test('a payment under review is not paid again', { tag: '@long' }, async ({ page }) => {
    await openOrder(page);
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Dejar pendiente').click();
    await expect(
      dialog(page, 'Detalle del Pedido').getByText('No pagues otra vez, lo estamos confirmando'),
    ).toBeVisible();
    await expect(payButton(page, 'Mercado Pago')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Cómo pagar' })).toHaveCount(0);
    await expectFits(page);
  });

  test('who pays and closes the tab has paid', async ({ page }) => {
    await openOrder(page);
    await payButton(page, 'Mercado Pago').click();
    await button(page, 'Pagar y cerrar').click();
    await expect(page.getByText('Pago listo')).toBeVisible();
    await page.goto('/');
    await button(page, 'Ver mi último pedido').click();
    await expect(page.getByText(PAID)).toBeVisible({ timeout: 20_000 });
    // Nobody is asked to pay once more.
    await expect(page.getByText(/paga aquí mismo|transfiere/i)).toHaveCount(0);
    await button(page, 'Ver mi pedido').click();
    await expect(dialog(page, 'Detalle del Pedido').getByText(PAID)).toBeVisible({
      timeout: 20_000,
    });
  });
});
