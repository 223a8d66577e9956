import { openPanel, unfold } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const [loading, finishLoading] = held(
  'loading',
  /\/api\/admin\/orders\/[^/?]+$/,
  async ({ page }) => {
    await openPanel(page);
    const cards = page.getByRole('list', { name: 'Pedidos', exact: true }).getByRole('listitem');
    await cards.nth(3).getByRole('heading').getByRole('button').click();
    await page.waitForTimeout(600);
  },
);

const PARTS = [
  ...['Entrega', 'Imágenes', 'Notas', 'Nota interna', 'Pago', 'Precio', 'Envío', 'Taller'],
  ...['Cambiar estado', 'Historial'],
];

/** One order, with a history. */
export const adminOrder: Walk = {
  name: 'admin-order',
  as: 'admin',
  states: [
    loading,
    {
      name: 'open',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('region', { name: 'Entrega' })).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'unfolded',
      hasFold: true,
      reach: async ({ page }) => {
        await unfold(page.getByRole('dialog', { name: /^Pedido / }), ...PARTS);
        await expect(page.getByLabel('Notas del pedido')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'picture',
      reach: async ({ page }) => {
        await button(page, 'Imagen 1, ver en grande').click();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'address',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Corregir dirección').click();
        await expect(button(page, 'Guardar dirección')).toBeVisible();
      },
    },
    {
      name: 'delete',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Eliminar pedido').click();
        await expect(button(page, 'Cancelar')).toBeVisible();
      },
    },
    {
      name: 'changed-by-another',
      reach: async ({ page }) => {
        await button(page, 'Cancelar').click();
        await page.route('**/notes', async (route) => {
          const headers = { ...route.request().headers(), 'if-match': '"0"' };
          await route.continue({ headers });
        });
        await page.getByLabel('Notas del pedido').fill('Llamar antes de enviar');
        await button(page, 'Guardar notas').click();
        await expect(page.getByRole('alert')).toContainText('Otra persona cambió este pedido');
      },
    },
    {
      name: 'deleted',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Eliminar pedido').click();
        await button(page, 'Eliminar pedido').last().click();
        await expect(button(page, 'Deshacer')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.route(/\/api\/admin\/orders\/[^/?]+$/, (route) => route.abort());
        const cards = page.getByRole('list', { name: 'Pedidos', exact: true });
        await cards.getByRole('heading').getByRole('button').first().click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
