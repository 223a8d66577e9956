import type { Page } from '@playwright/test';
import { callAs, openOrder, openPanel, part, placeOrder } from '../../support/admin.ts';
import { waitForLink } from '../../support/mail.ts';
import { button } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type Stage, type State, type Walk } from '../stage.ts';

const PROOF = '/#pedido=prueba-';
const newEmail = () => `prueba.${Date.now()}@ejemplo.cl`;
let asked = { id: '', email: '' };

const proofPart = (page: Page) => part(page.getByRole('dialog', { name: /^Pedido / }), 'Prueba');

async function open(page: Page, address: string, text: string | RegExp) {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function openAsked(page: Page, text: string) {
  await openPanel(page, 'Pedidos');
  await openOrder(page, asked.id, 'Prueba');
  await expect(proofPart(page)).toContainText(text);
}

/** Places and pays an order, then sends its proof. */
async function ask({ page, shop }: Stage) {
  const { call } = callAs(page.request);
  const email = newEmail();
  const files = await drawFiles(3);
  asked = { email, id: await placeOrder(shop, { name: 'Paula Prueba', email, files }) };
  const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
  await call('PUT', `/admin/orders/${asked.id}/payment`, payment);
  await call('POST', `/admin/orders/${asked.id}/proofs`);
}

const state = (name: string, reach: State['reach']): State => ({ name, reach });

/** A proof, as buyer and as admin. */
export const proof: Walk = {
  name: 'proof',
  as: 'admin',
  states: [
    {
      name: 'page-open',
      hasFold: true,
      reach: async (stage) => {
        await ask(stage);
        const link = await waitForLink(stage.shop, asked.email, { part: PROOF });
        await open(stage.page, link, 'Imagen 3');
      },
    },
    {
      name: 'page-changes',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Pedir cambios').click();
        await button(page, 'Enviar cambios').click();
        await expect(page.getByText('Escribe qué te gustaría cambiar')).toBeVisible();
      },
    },
    {
      name: 'page-asked-for',
      reach: async ({ page }) => {
        await page
          .getByLabel('¿Qué cambiamos?')
          .fill('El gato más arriba, que se le vean las orejas');
        await button(page, 'Enviar cambios').click();
        await expect(page.getByText(/^Pediste cambios el/)).toBeVisible();
      },
    },
    {
      name: 'order-changes',
      reach: async ({ page }) => {
        await openAsked(page, '“El gato más arriba, que se le vean las orejas”');
      },
    },
    {
      name: 'order-sent',
      reach: async ({ page }) => {
        await proofPart(page).getByRole('button', { name: 'Enviar otra prueba' }).click();
        await expect(proofPart(page)).toContainText('sin respuesta');
      },
    },
    {
      name: 'order-recording',
      reach: async ({ page }) => {
        await proofPart(page).getByRole('button', { name: 'Registrar aprobación' }).click();
        await expect(page.getByLabel('Quién aprobó')).toBeVisible();
      },
    },
    {
      name: 'board',
      reach: async ({ page }) => {
        await openPanel(page, 'Taller');
        await button(page, /^Por aprobar/).click();
        await expect(page.getByText('Prueba enviada').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    state('page-replaced', async ({ page, shop }) => {
      const link = await waitForLink(shop, asked.email, { part: PROOF });
      await open(page, link, 'Te enviamos una prueba más nueva');
    }),
    state('page-approved', async ({ page, shop }) => {
      const link = await waitForLink(shop, asked.email, { part: PROOF, skip: 1 });
      await open(page, link, 'Imagen 3');
      await button(page, 'Aprobar').click();
      await expect(page.getByText(/^Aprobaste estos pines el/)).toBeVisible();
    }),
    state('order-approved', ({ page }) => openAsked(page, 'Aprobada el')),
    {
      name: 'buyer',
      reach: async ({ page, shop }) => {
        const link = await waitForLink(shop, asked.email, { part: '/#pedido=' });
        await open(page, link, 'Información general');
      },
    },
    state('page-wrong', ({ page }) =>
      open(page, `${PROOF}nadie.firma`, 'Este enlace no abre ninguna prueba'),
    ),
    state('page-lost', async ({ page }) => {
      await page.route('**/api/proofs/view', (route) => route.abort());
      await open(page, `${PROOF}nadie.firma`, 'No pudimos abrir la prueba');
    }),
  ],
};
