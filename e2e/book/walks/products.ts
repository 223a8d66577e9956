import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { makePortrait } from '../../support/pictures.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
} from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';

/** Only the mocked response has several products: the shop of the other walks keeps one pin. */
const severalPins: Walk['states'][number] = {
  name: 'choice',
  hasFold: true,
  reach: async ({ page }) => {
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch();
      const products = PRODUCTS.map(({ retired: _, ...offered }) => offered);
      await route.fulfill({ response: answer, json: { ...(await answer.json()), products } });
    });
    await openWizard(page);
    await expect(page.getByRole('group', { name: '¿Qué pines quieres?' })).toBeVisible();
  },
};

/** The choice among several pins, and names on them. */
export const products: Walk = {
  name: 'products',
  as: 'guest',
  states: [
    severalPins,
    {
      name: 'several',
      hasFold: true,
      reach: async ({ page }) => {
        await pick(page, [await makePortrait('la Pía.jpg')]);
        await expectUploaded(page, 1);
        await button(page, 'También en otro tamaño: la Pía.jpg').click();
        await expectUploaded(page, 2);
      },
    },
    {
      name: 'choose-again',
      reach: ({ page }) => button(page, 'Cambiar tus pines').click(),
    },
    {
      name: 'text',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Ajustar la Pía.jpg (58 mm con alfiler)').click();
        await page.getByText('Nombre en el pin').click();
        await page.getByLabel('Texto', { exact: true }).fill('Pía Ñancupil');
      },
    },
    {
      name: 'text-round',
      reach: async ({ page }) => {
        await page.getByLabel('Texto', { exact: true }).fill(`María ${'Fernanda '.repeat(5)}🎉`);
        await page.getByLabel('Dónde va').selectOption({ index: 1 });
        await expect(page.getByText(/^No tenemos letras para/)).toBeVisible();
      },
    },
    {
      name: 'names-wrong',
      reach: async ({ page }) => {
        await button(page, 'Lista de nombres').click();
        const wrong = `Camila;0\n${'x'.repeat(70)}\nLuz 🎉\n${'Rosa;2\n'.repeat(14)}`;
        await page.getByRole('textbox', { name: 'Nombres' }).fill(wrong);
        await expect(page.getByText(/que no podemos usar/)).toBeVisible();
      },
    },
    {
      name: 'names-empty',
      reach: async ({ page }) => {
        await page.getByRole('textbox', { name: 'Nombres' }).fill('');
        await expect(page.getByText('Todavía no hay nombres.')).toBeVisible();
        await page.keyboard.press('Escape');
        await button(page, 'Lista de nombres').click();
      },
    },
    {
      name: 'names',
      reach: async ({ page }) => {
        const list = page.getByRole('dialog', { name: 'Lista de nombres' });
        if (!(await list.isVisible())) await button(page, 'Lista de nombres').click();
        const names = 'Camila;2\nLuz\nMaría Fernanda de los Ángeles Undurraga';
        await list.getByRole('textbox', { name: 'Nombres' }).fill(names);
        await expect(list.getByText('3 nombres, 4 pines.')).toBeVisible();
      },
    },
    {
      name: 'named',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Usar 3 nombres').click();
        await button(page, 'Listo').click();
        await expect(page.getByText(/^4 pines con nombre/)).toBeVisible();
      },
    },
    {
      name: 'summary',
      reach: async ({ page }) => {
        await button(page, /^Continuar con/).click();
        await fillDelivery(page);
        await button(page, 'Continuar').click();
        await expect(heading(page, 'Resumen')).toBeVisible();
      },
    },
  ],
};
