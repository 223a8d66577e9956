import { STAGES } from '#domain/orders/order-stage.ts';
import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { addOrdersToPrint, held } from './steps.ts';

const board = '**/api/admin/workshop?*';
const nothing = Object.fromEntries(Object.keys(STAGES).map((stage) => [stage, 0]));

const [loading, finishLoading] = held(
  'loading',
  board,
  async ({ page }) => {
    await openPanel(page, 'Taller');
    await page.waitForTimeout(600);
  },
  addOrdersToPrint,
);

/** The board of orders to be made and sent. */
export const workshop: Walk = {
  name: 'workshop',
  as: 'admin',
  states: [
    loading,
    {
      name: 'print',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('list', { name: 'Por imprimir' })).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'chosen',
      hasFold: true,
      reach: async ({ page }) => {
        const boxes = page.getByRole('checkbox', { name: /^Seleccionar el pedido/ });
        for (const at of [0, 1]) await boxes.nth(at).check();
        await expect(page.getByText(/^2 pedidos, /)).toBeVisible();
      },
    },
    {
      name: 'printed',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Impreso').click();
        await expect(page.getByText('2 pedidos marcados como impresos')).toBeVisible();
      },
    },
    {
      name: 'payment',
      reach: async ({ page }) => {
        await button(page, /^Por pagar/).click();
        await expect(button(page, /^Pagado: /).first()).toBeVisible();
      },
    },
    {
      name: 'dispatch',
      reach: async ({ page }) => {
        await button(page, /^Por despachar/).click();
        await button(page, /^Despachado: /)
          .first()
          .click();
        await expect(page.getByRole('dialog', { name: 'Despachado' })).toBeVisible();
      },
    },
    {
      name: 'refused',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, /^Por empacar/).click();
        await page.route('**/api/admin/orders/marks', (route) =>
          route.fulfill({
            json: {
              success: true,
              message: '0 de 1 pedidos actualizados',
              results: [
                {
                  id: 'A4EDH-X4Q3Q',
                  success: false,
                  code: 'order_changed',
                  message: 'Otra persona cambió este pedido hace un momento. Revisa cómo quedó',
                },
              ],
            },
          }),
        );
        await button(page, /^Empacado: /)
          .first()
          .click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await page.route(board, (route) =>
          route.fulfill({
            json: { success: true, orders: [], nextCursor: null, counts: nothing, pins: nothing },
          }),
        );
        await openPanel(page, 'Taller');
        await expect(page.getByText('Nada por hacer')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.unroute(board);
        await page.route(board, (route) => route.fulfill({ status: 500, body: '' }));
        await openPanel(page, 'Taller');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
