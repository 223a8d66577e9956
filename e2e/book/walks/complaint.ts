import type { Page } from '@playwright/test';
import { callAs, openOrder, openPanel, part, placeOrder } from '../../support/admin.ts';
import { waitForLink } from '../../support/mail.ts';
import { makeJpeg } from '../../support/pictures.ts';
import { button } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type Stage, type Walk } from '../stage.ts';

const told = { id: '', link: '' };

/** Places an order that has left. */
async function sendOrder({ page, shop }: Stage) {
  const { call } = callAs(page.request);
  const email = `reclamo.${Date.now()}@ejemplo.cl`;
  const files = await drawFiles(3);
  told.id = await placeOrder(shop, { name: 'Renata Reclamo', email, files });
  const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
  await call('PUT', `/admin/orders/${told.id}/payment`, payment);
  const parcel = { courier: 'Starken', tracking: '98765432' };
  await call('PUT', `/admin/orders/${told.id}/marks/dispatched`, parcel);
  told.link = await waitForLink(shop, email, { part: '/#pedido=' });
}

async function openLink(page: Page) {
  await page.goto('about:blank');
  await page.goto(told.link);
  await expect(
    page.getByRole('region', { name: /^(Si algo salió mal|Tu reclamo)$/ }),
  ).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const complaintPart = (page: Page) =>
  part(page.getByRole('dialog', { name: /^Pedido / }), 'Reclamo');

/** A complaint, as buyer and as admin. */
export const complaint: Walk = {
  name: 'complaint',
  as: 'admin',
  states: [
    {
      name: 'form',
      hasFold: true,
      reach: async (stage) => {
        await sendOrder(stage);
        await openLink(stage.page);
        await button(stage.page, 'Algo salió mal').click();
        await expect(button(stage.page, 'Enviar reclamo')).toBeVisible();
      },
    },
    {
      name: 'form-wrong',
      reach: async ({ page }) => {
        await page.getByLabel('Agregar una foto').setInputFiles(await makeJpeg('foto.jpg'));
        await button(page, 'Enviar reclamo').click();
        await expect(page.getByRole('alert')).toHaveText('Elige qué pines salieron mal');
      },
    },
    {
      name: 'sent',
      reach: async ({ page }) => {
        await page.getByLabel('Imagen 2 ×2').check();
        await page.getByLabel('¿Qué pasó?').fill('El segundo llegó con una raya en la cara');
        await button(page, 'Enviar reclamo').click();
        await expect(page.getByText(/^Reclamo enviado/)).toBeVisible();
      },
    },
    {
      name: 'told',
      reach: async ({ page }) => {
        await openPanel(page);
        await openOrder(page, told.id);
        await expect(complaintPart(page).getByRole('img', { name: /^Foto/ })).toBeVisible();
      },
    },
    {
      name: 'reprint',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Hacer pines de nuevo').click();
        await expect(page.getByLabel('Cuántos de la imagen 2')).toBeVisible();
      },
    },
    {
      name: 'refund',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Anotar devolución').click();
        await expect(page.getByLabel('Monto devuelto, en pesos')).toBeVisible();
      },
    },
    {
      name: 'answered',
      reach: async ({ page }) => {
        const { call } = callAs(page.request);
        const items = [{ n: 2, quantity: 1 }];
        await call('POST', `/admin/orders/${told.id}/reprints`, { items, reason: 'Reclamo' });
        const refund = { amount: 1500, on: '2026-03-09' };
        const words = 'Perdón por la raya: lo hacemos de nuevo y te devolvimos el envío.';
        await call('POST', `/admin/orders/${told.id}/complaint`, { words, refund });
        await openLink(page);
        await expect(page.getByText(/^Hacemos tus pines de nuevo/)).toBeVisible();
      },
    },
    {
      name: 'under-way',
      reach: async ({ page }) => {
        await openPanel(page);
        await openOrder(page, told.id);
        await expect(button(page, 'Anular la reimpresión')).toBeVisible();
      },
    },
  ],
};
