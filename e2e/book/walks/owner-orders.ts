import type { Page } from '@playwright/test';
import { openOrder, openPanel, placeOrder, unfold } from '../../support/admin.ts';
import { waitForLink } from '../../support/mail.ts';
import { makePng } from '../../support/pictures.ts';
import { button } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type Stage, type Walk } from '../stage.ts';

const LONG = 'Maximiliana-Guillermina-Bernardita-de-los-Ángeles-Fernández-Etcheverry';
const PAID = { paidAt: '2026-03-09', how: 'Transferencia' };
const email = `vitrina.${Date.now()}@ejemplo.cl`;
const small = { width: 160, height: 120, color: '#c8203f' };

let id = '';

const window = (page: Page) => page.getByRole('dialog', { name: `Pedido ${id}`, exact: true });

async function reopen(page: Page, ...parts: string[]) {
  await openPanel(page);
  await openOrder(page, id, ...parts);
  await page.waitForLoadState('networkidle');
}

/** Two of its pictures print blurred. */
async function placeBlurred({ shop, full }: Stage) {
  const [sharp] = await drawFiles(1);
  const name = `${'un-nombre-muy-largo-'.repeat(4)}.png`;
  const files = [await makePng(name, small), await makePng('chica.png', small)];
  id = await placeOrder(shop, { name: LONG, email, files: sharp ? [...files, sharp] : files });
  await full?.admin.call('PUT', `/admin/orders/${id}/payment`, PAID);
}

/** Makes the camera show nothing, or refuses it. */
const fakeCamera = (page: Page, isRefused: boolean) =>
  page.evaluate((refused) => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    navigator.mediaDevices.getUserMedia = async () => {
      if (refused) throw new DOMException('no', 'NotAllowedError');
      return canvas.captureStream(5);
    };
    class BarcodeDetector {
      detect = () => Promise.resolve([]);
    }
    Object.assign(globalThis, { BarcodeDetector });
  }, isRefused);

/** Rare states of an order's window. */
export const ownerOrders: Walk = {
  name: 'owner-orders',
  as: 'admin',
  inFullShop: true,
  states: [
    {
      name: 'blurred',
      hasFold: true,
      reach: async (stage) => {
        await placeBlurred(stage);
        await reopen(stage.page, 'Imágenes', 'Boleta', 'Prueba', 'Cambiar estado', 'Envío');
      },
    },
    {
      name: 'ask-pictures',
      reach: async ({ page }) => {
        await button(page, 'Pedir otra imagen').click();
        await expect(page.getByRole('dialog', { name: 'Pedir otra imagen' })).toBeVisible();
      },
    },
    {
      name: 'asked',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Pedir otra imagen').last().click();
        await expect(button(page, 'Seguir sin otra imagen')).toBeVisible();
      },
    },
    {
      name: 'boleta-wrong',
      reach: async ({ page }) => {
        await unfold(window(page), 'Boleta');
        await page.getByLabel('Número de la boleta').fill(LONG.slice(0, 40));
        await page.getByLabel('Fecha de la boleta').fill('2020-01-01');
        await button(page, 'Anotar boleta').click();
        await expect(window(page).getByRole('region', { name: 'Boleta' })).toContainText(/\S/);
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'cancel-asked',
      hasFold: true,
      reach: async ({ page, shop }) => {
        const link = await waitForLink(shop, email, { part: '/#pedido=' });
        const token = new URL(link).hash.replace('#pedido=', '');
        const reason = `Se suspendió la fiesta de ${LONG}, y ya no los necesitamos.`;
        await page.request.post('/api/orders/cancel', { data: { token, reason } });
        await reopen(page);
        await expect(button(page, 'Cancelar el pedido')).toBeVisible();
      },
    },
    {
      name: 'dispatch-here',
      hasFold: true,
      reach: async ({ page, full }) => {
        const { call } = full?.admin ?? {};
        await call?.('POST', `/admin/orders/${id}/cancel-request`, { accept: false });
        await call?.('DELETE', `/admin/orders/${id}/picture-requests`);
        for (const name of ['printed', 'packed']) {
          await call?.('PUT', `/admin/orders/${id}/marks/${name}`, {});
        }
        await page.goto('/');
        await fakeCamera(page, false);
        await button(page, 'Admin').click();
        await page.getByRole('tab', { name: 'Pedidos', exact: true }).click();
        await openOrder(page, id);
        await expect(button(page, 'Leer con la cámara').first()).toBeVisible();
      },
    },
    {
      name: 'camera',
      reach: async ({ page }) => {
        await button(page, 'Leer con la cámara').first().click();
        await expect(page.getByText('Apunta al código de barras')).toBeVisible();
      },
    },
    {
      name: 'camera-refused',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await fakeCamera(page, true);
        await button(page, 'Leer con la cámara').first().click();
        await expect(page.getByText('no tiene permiso para usar la cámara')).toBeVisible();
      },
    },
    {
      name: 'resend',
      reach: async ({ page, full }) => {
        await full?.admin.call('PUT', `/admin/orders/${id}/marks/dispatched`, {
          courier: 'Starken',
          tracking: '98765432',
        });
        await reopen(page, 'Reclamo');
        await button(page, 'Enviar de nuevo').click();
        await page
          .getByRole('dialog', { name: 'Enviar de nuevo' })
          .getByRole('checkbox')
          .first()
          .check();
        await button(page, 'Enviar de nuevo').last().click();
        await expect(
          page.getByRole('dialog').getByRole('alert').or(page.locator('[aria-invalid]')).first(),
        ).toBeVisible();
      },
    },
    {
      name: 'status-cancelled',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        const leave = button(page, 'Descartar');
        if (await leave.isVisible()) await leave.click();
        await unfold(window(page), 'Cambiar estado', 'Historial');
        await page.getByLabel('Cambiar a').selectOption('Cancelado');
        await page.getByLabel('Motivo').last().fill(LONG);
        await page.waitForLoadState('networkidle');
      },
    },
  ],
};
