import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { addOrdersToPrint, held } from './steps.ts';

const calls = '**/api/admin/today';

const [loading, finishLoading] = held(
  'loading',
  calls,
  async ({ page }) => {
    await openPanel(page, 'Hoy');
    await page.waitForTimeout(600);
  },
  addOrdersToPrint,
);

/** What waits for the owner. */
export const today: Walk = {
  name: 'today',
  as: 'admin',
  states: [
    loading,
    {
      name: 'groups',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('region', { name: 'Sin pagar' })).toBeVisible();
      },
    },
    {
      name: 'paid',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, /^Marcar pagado: /)
          .first()
          .click();
        await expect(page.getByText(/marcado como pagado/)).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await page.route(calls, async (route) => {
          const answer = await route.fetch();
          const whole: Record<string, unknown> = await answer.json();
          const groups = Object.entries(whole).map(([name, value]) => [
            name,
            Array.isArray(value) ? [] : value,
          ]);
          await route.fulfill({ response: answer, json: Object.fromEntries(groups) });
        });
        await openPanel(page, 'Hoy');
        await expect(page.getByText('Nada pendiente por hoy')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.unroute(calls);
        await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
        await openPanel(page, 'Hoy');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
