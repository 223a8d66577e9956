import type { Page } from '@playwright/test';
import { callAs } from '../../support/admin.ts';
import { waitForLink } from '../../support/mail.ts';
import { openAtDelivery } from '../../support/prepared-draft.ts';
import { button, heading, recipient } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type FullShop, type Stage, type State, type Walk } from '../stage.ts';

const email = `retiro.${Date.now()}@ejemplo.cl`;

const choose = (page: Page, way: string) => page.getByLabel('Forma de entrega').selectOption(way);

async function openOrderLink({ page, shop }: Stage) {
  await page.goto('about:blank');
  await page.goto(await waitForLink(shop, email, { part: '#pedido=' }));
  await expect(heading(page, 'Información general')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function mark({ admin, shop }: FullShop, marks: readonly string[]) {
  const { call } = callAs(admin.http);
  const { orders } = (await call('GET', `/admin/orders?q=${encodeURIComponent(email)}`)) as {
    orders: { id: string }[];
  };
  const path = `/admin/orders/${orders[0]?.id}`;
  if (marks.includes('printed')) {
    await call('PUT', `${path}/payment`, { paidAt: '2026-03-09', how: 'Efectivo' });
  }
  for (const name of marks) await call('PUT', `${path}/marks/${name}`, {});
  return shop;
}

const marked = (name: string, marks: readonly string[], text: RegExp): State => ({
  name,
  reach: async (stage) => {
    if (stage.full) await mark(stage.full, marks);
    await openOrderLink(stage);
    await expect(stage.page.getByRole('dialog').getByText(text).first()).toBeVisible();
  },
});

/** A courier's office, shipping paid to the courier, and pick-up: from the form to the handover. */
export const ways: Walk = {
  name: 'ways',
  as: 'guest',
  inFullShop: true,
  states: [
    {
      name: 'home-far',
      hasFold: true,
      reach: async ({ page }) => {
        await openAtDelivery(page, await drawFiles(3));
        await page.getByLabel('Región').selectOption('XII');
        await expect(page.getByText(/9 a 11 días hábiles/).first()).toBeVisible();
      },
    },
    {
      name: 'branch-wrong',
      reach: async ({ page }) => {
        await choose(page, 'branch');
        await page.getByLabel('Pago del envío').selectOption('onArrival');
        await button(page, 'Continuar').click();
        await expect(page.getByRole('alert')).toBeFocused();
      },
    },
    {
      name: 'pickup',
      hasFold: true,
      reach: async ({ page }) => {
        await choose(page, 'pickup');
        await page.getByLabel('Nombre de quien recibe').fill(recipient.name);
        await page.getByLabel('Teléfono').fill(recipient.phone);
        await page.getByLabel('Email').fill(email);
        await expect(page.getByText(/^Lo retiras en Arauco 512/)).toBeVisible();
      },
    },
    {
      name: 'summary',
      reach: async ({ page }) => {
        await button(page, 'Continuar').click();
        await expect(heading(page, 'Resumen')).toBeVisible();
      },
    },
    {
      name: 'placed',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Confirmar pedido').click();
        await expect(button(page, 'Pagar con Webpay')).toBeVisible();
      },
    },
    { name: 'unpaid', hasFold: true, reach: openOrderLink },
    marked('ready', ['printed', 'packed'], /^Está listo para retirar en/),
    marked('handed-over', ['dispatched'], /^Entregado$/),
  ],
};
