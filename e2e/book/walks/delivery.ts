import { button, fillDelivery, goToDelivery } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const LONG =
  'Maximiliana Guillermina Bernardita de los Ángeles Wolfeschlegelsteinhausenbergerdorff';

export const delivery: Walk = {
  name: 'delivery',
  as: 'guest',
  states: [
    { name: 'empty', hasFold: true, reach: ({ page }) => goToDelivery(page) },
    {
      name: 'errors',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Continuar').click();
        await expect(page.getByRole('alert')).toBeFocused();
      },
    },
    {
      name: 'wrong',
      reach: async ({ page }) => {
        await fillDelivery(page, { phone: '123', email: 'no-es-email' });
        await button(page, 'Continuar').click();
        await expect(page.getByRole('alert')).toHaveText(/formato válido/);
      },
    },
    {
      name: 'comuna-search',
      reach: async ({ page }) => {
        await button(page, '¿No encuentras tu ciudad?').click();
        await page.getByLabel('Busca tu comuna').fill('san');
        await expect(page.getByRole('listbox')).toBeVisible();
      },
    },
    {
      name: 'comuna-unknown',
      reach: async ({ page }) => {
        await page.getByLabel('Busca tu comuna').fill('Macondo');
        await expect(page.getByText('Ninguna comuna se llama así')).toBeVisible();
      },
    },
    {
      name: 'filled',
      reach: async ({ page }) => {
        await button(page, '¿No encuentras tu ciudad?').click();
        await fillDelivery(page);
        await page.getByLabel('Información adicional').blur();
      },
    },
    {
      name: 'long',
      reach: async ({ page }) => {
        await fillDelivery(page, { name: LONG, region: 'XII', city: 'Punta Arenas' });
        await page.getByLabel('Región').selectOption('VI');
        await page
          .getByLabel('Dirección')
          .fill('Camino a la Laguna Esmeralda, kilómetro 14,5, parcela 23');
      },
    },
    {
      name: 'saved',
      isBrief: true,
      reach: async ({ page }) => {
        await fillDelivery(page);
        await button(page, 'Continuar').click();
        await expect(page.getByText('✅ Datos guardados correctamente')).toBeVisible();
      },
    },
  ],
};

const [loading, finishLoading] = held('loading', '**/api/orders/addresses', async ({ page }) => {
  await goToDelivery(page);
});

/** The customer's saved address. */
export const savedAddress: Walk = {
  name: 'saved-address',
  as: 'customer',
  states: [
    loading,
    {
      name: 'offered',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByText('Direcciones guardadas')).toBeVisible();
      },
    },
    {
      name: 'chosen',
      reach: async ({ page }) => {
        await page.locator('button[aria-pressed]').first().click();
        await expect(page.locator('button[aria-pressed=true]')).toBeVisible();
      },
    },
  ],
};
