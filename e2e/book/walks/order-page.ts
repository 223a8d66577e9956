import type { Page } from '@playwright/test';
import { dayOf } from '#domain/base/dates.ts';
import { placeOrder } from '../../support/admin.ts';
import { waitForLink } from '../../support/mail.ts';
import { button } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type FullShop, type Stage, type State, type Walk } from '../stage.ts';

const PAID = { paidAt: '2026-03-09', how: 'Transferencia' };
let [id, email, link] = ['', '', ''];

const call = ({ full }: Stage, method: string, path: string, body?: object) =>
  full?.admin.call(method, `/admin/orders/${id}/${path}`, body);

async function place({ shop }: FullShop) {
  email = `pagina.${Date.now()}@ejemplo.cl`;
  id = await placeOrder(shop, { name: 'Pía Página', email, files: await drawFiles(3) });
  link = await waitForLink(shop, email, { part: '/#pedido=' });
}

async function open(page: Page, address: string, text: string | RegExp) {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** The order's page after a change of the order. */
const after = (
  name: string,
  text: string | RegExp,
  happen: (stage: Stage) => Promise<unknown> | undefined,
): State => ({
  name,
  reach: async (stage) => {
    await happen(stage);
    await open(stage.page, link, text);
  },
});

const begins = async ({ full }: Stage) => {
  if (full) await place(full);
};

/** An order as its buyer sees it over time. */
export const orderPage: Walk = {
  name: 'order-page',
  as: 'guest',
  inFullShop: true,
  states: [
    after('unpaid', /^Si pagas hoy/, begins),
    {
      name: 'receipt',
      hasFold: true,
      reach: async ({ page }) => {
        const buffer = Buffer.from('%PDF-1.4\n%comprobante\n');
        const file = { name: 'pago.pdf', mimeType: 'application/pdf', buffer };
        const order = page.getByRole('dialog');
        await order.getByLabel('Adjuntar comprobante').setInputFiles(file);
        await expect(order.getByText(/^Recibimos tu comprobante/)).toBeVisible();
      },
    },
    after('late', /^Tu pedido va con retraso/, (stage) => call(stage, 'PUT', 'payment', PAID)),
    {
      name: 'cancelling',
      reach: async ({ page }) => {
        await button(page, 'Cancelar pedido').click();
        await expect(button(page, 'Pedir que lo cancelen')).toBeVisible();
      },
    },
    {
      name: 'cancel-requested',
      reach: async ({ page }) => {
        await button(page, 'Pedir que lo cancelen').click();
        await expect(page.getByText(/^Pediste cancelar este pedido/)).toBeVisible();
      },
    },
    after('making', /^Ya empezamos a hacer/, async (stage) => {
      await call(stage, 'POST', 'cancel-request', { accept: false });
      await call(stage, 'PUT', 'marks/printed', {});
    }),
    after('dispatched', 'Seguir el envío', (stage) =>
      call(stage, 'PUT', 'marks/dispatched', { courier: 'Starken', tracking: '98765432' }),
    ),
    after('paid', /^Llega entre/, async (stage) => {
      await begins(stage);
      await call(stage, 'PUT', 'payment', { ...PAID, paidAt: dayOf(Date.now()) });
    }),
    {
      name: 'picture-link',
      reach: async ({ page }) => {
        await button(page, 'Cambiar una imagen').click();
        await expect(page.getByText(/^Te enviamos un enlace/)).toBeVisible();
      },
    },
    {
      name: 'picture-asked',
      hasFold: true,
      reach: async (stage) => {
        const words = 'La imagen 2 saldría borrosa: ¿tienes una más grande?';
        await call(stage, 'POST', 'picture-requests', { items: [2], words });
        const asked = { part: '/#pedido=imagen-', skip: 1 };
        await open(stage.page, await waitForLink(stage.shop, email, asked), words);
      },
    },
    {
      name: 'picture-chosen',
      reach: async ({ page }) => {
        await page.getByLabel('Elegir otra imagen 2').setInputFiles(await drawFiles(1));
        await expect(button(page, 'Enviar esta')).toBeVisible();
      },
    },
    {
      name: 'picture-sent',
      reach: async ({ page }) => {
        await button(page, 'Enviar esta').click();
        await expect(page.getByText(/^¡Gracias! Ya tenemos/)).toBeVisible();
      },
    },
    after('cancelled', 'Cancelado', async (stage) => {
      await begins(stage);
      await call(stage, 'PATCH', 'status', { status: 'cancelled', reason: 'Sin pago' });
    }),
  ],
};
