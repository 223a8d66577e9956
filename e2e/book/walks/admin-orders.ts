import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const list = '**/api/admin/orders?*';

const [loading, finishLoading] = held('loading', '**/api/admin/orders**', async ({ page }) => {
  await openPanel(page);
  await page.waitForTimeout(600);
});

/** The list of orders and what can be done with several of them. */
export const adminOrders: Walk = {
  name: 'admin-orders',
  as: 'admin',
  states: [
    loading,
    {
      name: 'list',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('list', { name: 'Pedidos', exact: true })).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'figures',
      reach: async ({ page }) => {
        await page.getByRole('tab', { name: 'Ventas' }).click();
        await page.getByLabel('Período', { exact: true }).selectOption('Últimos 30 días');
        await expect(page.getByText('Pedido promedio')).toBeVisible();
      },
    },
    {
      name: 'sales',
      reach: async ({ page }) => {
        await page.getByLabel('Período', { exact: true }).selectOption('Últimas 12 semanas');
        await expect(page.getByRole('table', { name: 'Por región' })).toBeVisible();
      },
    },
    {
      name: 'chosen',
      hasFold: true,
      reach: async ({ page }) => {
        await page.getByRole('tab', { name: 'Pedidos' }).click();
        const boxes = page.getByRole('checkbox', { name: /^Seleccionar el pedido/ });
        for (const at of [0, 1, 2]) await boxes.nth(at).check();
        await expect(page.getByText('3 pedidos seleccionados')).toBeVisible();
      },
    },
    {
      name: 'bulk',
      reach: async ({ page }) => {
        await button(page, 'Cambiar estado').click();
        const window = page.getByRole('dialog', { name: 'Cambio de estado' });
        await window.getByLabel('Nuevo estado').selectOption('En Proceso');
      },
    },
    {
      name: 'bulk-done',
      reach: async ({ page }) => {
        const window = page.getByRole('dialog', { name: 'Cambio de estado' });
        await window.getByRole('button', { name: 'Cambiar estado' }).click();
        await expect(window.getByText(/de 3 pedidos quedaron/)).toBeVisible();
      },
    },
    {
      name: 'bin',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Papelera').click();
        await expect(button(page, /^Restaurar/).first()).toBeVisible();
      },
    },
    {
      name: 'bin-empty',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.route('**/api/admin/orders/bin**', (route) =>
          route.fulfill({ json: { success: true, orders: [], nextCursor: null } }),
        );
        await openPanel(page);
        await button(page, 'Papelera').click();
        await expect(page.getByText('La papelera está vacía')).toBeVisible();
      },
    },
    {
      name: 'no-hits',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await page.getByLabel('Buscar').fill('nadie se llama así');
        await expect(page.getByText('Ningún pedido coincide')).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await page.route(list, (route) =>
          route.fulfill({ json: { success: true, orders: [], nextCursor: null } }),
        );
        await openPanel(page);
        await expect(page.getByText('No hay ordenes registradas aun')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.unroute(list);
        await page.route(list, (route) => route.fulfill({ status: 500, body: '' }));
        await openPanel(page);
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
