import { makeLogo, makePortrait, makeWebp } from '../../support/pictures.ts';
import { button, expectUploaded, openWizard, pick } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const [opening, finishOpening] = held('opening', /assets\/Studio-.*\.js/, async ({ page }) => {
  await openWizard(page);
  await pick(page, [
    await makePortrait('la Pía en la playa.jpg'),
    await makeLogo('club deportivo.png'),
    await makeWebp('chica.webp', { width: 300, height: 300 }),
  ]);
  await expectUploaded(page, 3);
  await button(page, 'Ajustar la Pía en la playa.jpg').click();
  await expect(page.getByText('Abriendo…')).toBeVisible();
});

/** Crop and preview of each picture. */
export const studio: Walk = {
  name: 'studio',
  as: 'guest',
  states: [
    opening,
    {
      name: 'start',
      hasFold: true,
      reach: async ({ page }) => {
        await finishOpening();
        await expect(page.getByRole('slider', { name: /^Encuadre de/ })).toBeVisible();
      },
    },
    {
      name: 'turned',
      reach: async ({ page }) => {
        const stage = page.getByRole('slider', { name: /^Encuadre de/ });
        for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', '+', '+', '+']) {
          await stage.press(key);
        }
        await page.getByLabel('Giro', { exact: true }).fill('-12');
      },
    },
    {
      name: 'whole',
      hasFold: true,
      reach: ({ page }) => button(page, 'Mostrar la imagen completa').click(),
    },
    {
      name: 'no-guides',
      reach: ({ page }) => page.getByLabel('Guías').click(),
    },
    {
      name: 'pin',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Restablecer').click();
        await page.getByRole('tab', { name: 'Cómo quedará' }).click();
        await expect(button(page, 'Tamaño real')).toBeVisible();
      },
    },
    {
      name: 'card',
      hasFold: true,
      reach: ({ page }) => button(page, 'Tamaño real').click(),
    },
    {
      name: 'real-size',
      hasFold: true,
      reach: ({ page }) => button(page, 'Ya calza').click(),
    },
    {
      name: 'logo',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Siguiente').click();
        await page.getByRole('tab', { name: 'Encuadre' }).click();
        await button(page, 'Mostrar la imagen completa').click();
        await page.getByRole('radio', { name: 'Amarillo' }).check();
      },
    },
    {
      name: 'applied',
      reach: ({ page }) => button(page, 'Aplicar a todas').click(),
    },
    {
      name: 'blurred',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Siguiente').click();
        await button(page, 'Restablecer').click();
        await expect(page.getByRole('dialog').getByText('Se verá borrosa')).toBeVisible();
      },
    },
    {
      name: 'rows',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Listo').click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      },
    },
  ],
};
