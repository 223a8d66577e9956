import type { Page } from '@playwright/test';
import { dialog, openProfile } from '../../support/accounts.ts';
import { part, placeOrder, unfold } from '../../support/admin.ts';
import { openAtSummary } from '../../support/prepared-draft.ts';
import { button, recipient } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type FullShop, type State, type Walk } from '../stage.ts';

const order = (page: Page) => dialog(page, 'Detalle del Pedido');
const payButton = (page: Page) =>
  order(page).getByRole('button', { name: 'Pagar con Webpay', exact: true });

/** An attempt that ends by a button on the provider's page, with the buyer's message. */
const ended = (name: string, press: string, text: string | RegExp): State => ({
  name,
  reach: async ({ page }) => {
    await payButton(page).click();
    await button(page, press).click();
    await expect(order(page).getByText(text)).toBeVisible();
  },
});

const CONFIRMS = 'PUT /rswebpaytransaction';
const READS = 'GET /rswebpaytransaction';

function breakProvider(double: FullShop['double']) {
  for (const call of [CONFIRMS, READS]) {
    for (let count = 0; count < 20; count += 1) double.faults.push({ call, fault: 'broken' });
  }
}

/** Pays and returns; a broken provider never responds. */
const pays = (name: string, text: RegExp, isBroken: boolean): State => ({
  name,
  hasFold: true,
  reach: async ({ page, full }) => {
    if (isBroken && full) breakProvider(full.double);
    await payButton(page).click();
    await button(page, 'Pagar').click();
    await expect(order(page).getByText(text)).toBeVisible();
  },
});

async function openNew(page: Page) {
  const email = `pago.${Date.now()}@ejemplo.cl`;
  await openAtSummary(page, { files: await drawFiles(3), changes: { ...recipient, email } });
  await button(page, 'Confirmar pedido').click();
}

/** Online payments for a buyer. */
export const payOnline: Walk = {
  name: 'pay-online',
  as: 'guest',
  inFullShop: true,
  states: [
    {
      name: 'placed',
      hasFold: true,
      reach: async ({ page }) => {
        await openNew(page);
        await expect(button(page, 'Pagar con Webpay')).toBeVisible();
      },
    },
    {
      name: 'order',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Ver mi pedido').click();
        await expect(payButton(page)).toBeVisible();
      },
    },
    ended('refused', 'Rechazar', /^El pago fue rechazado/),
    ended('aborted', 'Anular', /^Anulaste el pago/),
    ended('expired', 'Dejar vencer', /^El pago venció/),
    {
      name: 'provider-away',
      reach: async ({ page, full }) => {
        if (full) full.double.isAway = true;
        await payButton(page).click();
        await expect(order(page).getByRole('alert')).toBeVisible();
        if (full) full.double.isAway = false;
      },
    },
    pays('unknown', /^No pagues otra vez/, true),
    {
      name: 'paid-elsewhere',
      reach: async ({ page, full }) => {
        if (full) full.double.faults.length = 0;
        await page.goto('/');
        await openNew(page);
        await button(page, 'Ver mi pedido').click();
        await expect(payButton(page)).toBeVisible();
      },
    },
    pays('paid', /^Recibimos tu pago de \$/, false),
  ],
};

/** Places an order that is paid online. @returns its number */
async function placePaid({ shop, admin, double }: FullShop): Promise<string> {
  const orderId = await placeOrder(shop, { by: admin, files: await drawFiles(2) });
  const { token } = await (await admin.http.get('/api/identity/token')).json();
  const begun = await admin.http.post('/api/payments', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': orderId },
    data: { orderId },
  });
  await admin.http.get(double.act((await begun.json()).fields.token_ws, 'approved'));
  return orderId;
}

let paidId = '';
const paymentOf = (page: Page) =>
  part(page.getByRole('dialog', { name: `Pedido ${paidId}` }), 'Pago en línea');

async function openPaid(page: Page) {
  await page.goto('about:blank');
  await page.goto(`/?panel=pedidos/${paidId}`);
  await unfold(page.getByRole('dialog', { name: `Pedido ${paidId}` }), 'Pago en línea');
}

async function openDay(page: Page, text: string | RegExp) {
  await page.goto('about:blank');
  await page.goto('/?panel=ventas');
  await page.getByLabel('Período', { exact: true }).selectOption('Pagos en línea de un día');
  await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible();
}

/** Online payments for the owner, with the day's list. */
export const paymentsAdmin: Walk = {
  name: 'admin-payments',
  as: 'admin',
  inFullShop: true,
  states: [
    {
      name: 'none',
      reach: async ({ page }) => {
        await openDay(page, /./);
        await page.getByLabel('Día').fill('2026-01-02');
        await expect(page.getByText('Nadie pagó en línea ese día.')).toBeVisible();
      },
    },
    {
      name: 'order',
      hasFold: true,
      reach: async ({ page, full }) => {
        if (full) paidId = await placePaid(full);
        await openPaid(page);
        await expect(paymentOf(page).getByLabel('Monto a devolver')).toBeVisible();
      },
    },
    {
      name: 'refund-asked',
      reach: async ({ page }) => {
        await page.getByLabel('Monto a devolver').fill('1000');
        await button(page, 'Devolver dinero').click();
        await expect(button(page, 'Devolver')).toBeVisible();
      },
    },
    {
      name: 'refund-pending',
      reach: async ({ page, full }) => {
        if (full) full.double.isAway = true;
        await button(page, 'Devolver').click();
        await expect(page.getByText('Devolución en curso').last()).toBeVisible();
        if (full) full.double.isAway = false;
      },
    },
    {
      name: 'refunded',
      reach: async ({ page, full }) => {
        if (full) paidId = await placePaid(full);
        await openPaid(page);
        await page.getByLabel('Monto a devolver').fill('1000');
        await button(page, 'Devolver dinero').click();
        await button(page, 'Devolver').click();
        await expect(page.getByText('Devolución hecha')).toBeVisible();
      },
    },
    {
      name: 'unexpected',
      reach: async ({ page }) => {
        await page.route(`**/api/admin/orders/${paidId}`, async (route) => {
          const answer = await route.fetch();
          const whole = await answer.json();
          await route.fulfill({
            response: answer,
            json: { ...whole, order: { ...whole.order, payment: null } },
          });
        });
        await openPaid(page);
        await expect(page.getByText(/^Este dinero no paga el pedido/)).toBeVisible();
        await page.unroute(`**/api/admin/orders/${paidId}`);
      },
    },
    {
      name: 'day',
      hasFold: true,
      reach: ({ page }) => openDay(page, /coincid/),
    },
    {
      name: 'day-wrong',
      reach: async ({ page, full }) => {
        for (const each of full?.double.transactions.values() ?? []) {
          if (each.buyOrder.startsWith(paidId)) each.refunded += 500;
        }
        await openDay(page, /no coincidía/);
      },
    },
    {
      name: 'day-silent',
      reach: async ({ page, full }) => {
        if (full) full.double.isAway = true;
        await openDay(page, /no respondió/);
        if (full) full.double.isAway = false;
      },
    },
    {
      name: 'history',
      reach: async ({ page, full }) => {
        if (full) await placeOrder(full.shop, { by: full.admin, files: await drawFiles(1) });
        await page.goto('/');
        await openProfile(page, 'Mis Pedidos');
        await page
          .getByRole('button', { name: /^Pedido / })
          .first()
          .click();
        await expect(payButton(page)).toBeVisible();
      },
    },
  ],
};
