import { describeMinimum } from '#domain/discounts/discounts.ts';
import { openAtSummary } from '../../support/prepared-draft.ts';
import { button, passTimeUntil, placedText } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const [checking, finishChecking] = held(
  'checking-code',
  '**/api/discount-codes/validate',
  async ({ page }) => {
    await page.getByLabel('Código de descuento').fill('BIENVENIDA10');
    await button(page, 'Aplicar').click();
    await expect(button(page, 'Verificando...')).toBeVisible();
  },
);

const [creating, finishCreating] = held('creating', '**/api/orders', async ({ page }) => {
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText('Creando pedido...')).toBeVisible();
});

/** Summary, code, order. */
export const summary: Walk = {
  name: 'summary',
  as: 'guest',
  states: [
    {
      name: 'no-code',
      hasFold: true,
      reach: async ({ page }) => {
        await openAtSummary(page, { files: await drawFiles(11) });
      },
    },
    {
      name: 'wrong-code',
      reach: async ({ page }) => {
        await page.getByLabel('Código de descuento').fill('AGOTADO');
        await button(page, 'Aplicar').click();
        await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      },
    },
    {
      name: 'below-minimum',
      reach: async ({ page }) => {
        await page.route('**/api/discount-codes/validate', (route) =>
          route.fulfill({
            json: {
              success: false,
              message: describeMinimum({ minOrderTotal: 50_000 }, 18_700),
              missingAmount: 31_300,
            },
          }),
        );
        await page.getByLabel('Código de descuento').fill('MAYORISTA');
        await button(page, 'Aplicar').click();
        await expect(page.getByText(/te faltan/)).toBeVisible();
        await page.unroute('**/api/discount-codes/validate');
      },
    },
    checking,
    {
      name: 'code-applied',
      isBrief: true,
      hasFold: true,
      reach: async ({ page }) => {
        await finishChecking();
        await expect(button(page, 'Quitar código')).toBeVisible();
      },
    },
    {
      name: 'no-answer',
      reach: async ({ page }) => {
        await page.route('**/api/orders', (route) => route.abort('connectionreset'));
        await button(page, 'Confirmar pedido').click();
        await passTimeUntil(page, page.getByRole('alert').filter({ hasText: /\S/ }));
        await page.unroute('**/api/orders');
      },
    },
    creating,
    {
      name: 'success',
      isBrief: true,
      hasFold: true,
      reach: async ({ page }) => {
        await finishCreating();
        await expect(page.getByText(placedText)).toBeVisible();
      },
    },
    {
      name: 'placed',
      reach: async ({ page }) => {
        await expect(button(page, 'Entendido')).toBeVisible();
      },
    },
  ],
};
