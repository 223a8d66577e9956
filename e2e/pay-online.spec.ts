import type { Page } from '@playwright/test';
import { openMercadoPagoDouble } from '#server/testing/mercadopago-double.ts';
import { openWebpayDouble } from '#server/testing/webpay-double.ts';
import { expectFits } from './support/checks.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { startShop } from './support/server.ts';
import { test as base, expect } from './support/test.ts';
import { button, recipient } from './support/wizard.ts';

type Shop = { url: string };

/** Shops that take payments online, each with its provider on this machine. */
const test = base.extend<object, { webpay: Shop; mercadopago: Shop }>({
  webpay: [
    async ({}, use) => {
      const double = await openWebpayDouble();
      const { commerceCode, apiKey, url } = double.settings;
      const shop = await startShop({
        PAYMENTS: 'webpay',
        WEBPAY_COMMERCE_CODE: commerceCode,
        WEBPAY_API_KEY: apiKey,
        WEBPAY_URL: url,
      });
      await use(shop);
      await shop.remove();
      await double.close();
    },
    { scope: 'worker' },
  ],
  mercadopago: [
    async ({}, use) => {
      const double = await openMercadoPagoDouble();
      const { accessToken, webhookSecret, url } = double.settings;
      const shop = await startShop({
        PAYMENTS: 'mercadopago',
        MERCADOPAGO_ACCESS_TOKEN: accessToken,
        MERCADOPAGO_WEBHOOK_SECRET: webhookSecret,
        MERCADOPAGO_URL: url,
      });
      await use(shop);
      await shop.remove();
      await double.close();
    },
    { scope: 'worker' },
  ],
});

// One after the other: every worker would start shops of its own.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Places an order and opens its page, at the button that pays it. */
async function openOrder(page: Page): Promise<void> {
  const email = `pago-${Date.now()}@correo.cl`;
  await openAtSummary(page, { changes: { ...recipient, email } });
  await button(page, 'Confirmar pedido').click();
  await button(page, 'Ver mi pedido').click();
}

const PAID = /Recibimos tu pago de \$/;

test.describe('with Webpay', () => {
  test.use({ baseURL: async ({ webpay }, use) => use(webpay.url) });

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
      await button(page, 'Pagar con Webpay').click();
      await button(page, press).click();
      await expect(page.getByText(end)).toBeVisible();
      await expectFits(page);
    }
    await button(page, 'Pagar con Webpay').click();
    await button(page, 'Pagar').click();
    await expect(page.getByText(PAID)).toBeVisible();
    await expect(button(page, 'Pagar con Webpay')).toHaveCount(0);
    await expectFits(page);
  });

  test('who comes back by the button of the browser may pay in the same form', {
    tag: '@long',
  }, async ({ page }) => {
    await openOrder(page);
    await button(page, 'Pagar con Webpay').click();
    await expect(button(page, 'Anular')).toBeVisible();
    await page.goBack();
    await button(page, 'Pagar con Webpay').click();
    await button(page, 'Pagar').click();
    await expect(page.getByText(PAID)).toBeVisible();
  });
});

test.describe('with Mercado Pago', () => {
  test.use({ baseURL: async ({ mercadopago }, use) => use(mercadopago.url) });

  test('a buyer is refused, leaves, tries again and has paid', async ({ page }) => {
    await openOrder(page);
    await button(page, 'Pagar con Mercado Pago').click();
    await button(page, 'Rechazar').click();
    await expect(page.getByText('El pago fue rechazado y no se cobró nada')).toBeVisible();
    await button(page, 'Pagar con Mercado Pago').click();
    await button(page, 'Pagar').click();
    await expect(page.getByText(PAID)).toBeVisible();
  });

  test('a payment under review is not paid again', { tag: '@long' }, async ({ page }) => {
    await openOrder(page);
    await button(page, 'Pagar con Mercado Pago').click();
    await button(page, 'Dejar pendiente').click();
    await expect(page.getByText('No pagues otra vez, lo estamos confirmando')).toBeVisible();
    await expect(button(page, 'Pagar con Mercado Pago')).toHaveCount(0);
    await expectFits(page);
  });

  test('who pays and closes the tab has paid', async ({ page }) => {
    await openOrder(page);
    await button(page, 'Pagar con Mercado Pago').click();
    await button(page, 'Pagar y cerrar').click();
    await expect(page.getByText('Pago listo')).toBeVisible();
    await page.goto('/');
    await button(page, 'Ver mi último pedido').click();
    await button(page, 'Ver mi pedido').click();
    await expect(page.getByText(PAID)).toBeVisible({ timeout: 20_000 });
  });
});
