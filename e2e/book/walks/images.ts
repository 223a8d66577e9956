import { makeWebp } from '../../support/pictures.ts';
import { button, expectUploaded, heading, pick } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held, pickMotifs } from './steps.ts';

const LONG = `${'una-foto-con-un-nombre-larguísimo-sin-espacios-'.repeat(4)}.png`;

const [opening, finishOpening] = held('opening', /assets\/orders-.*\.js/, async ({ page }) => {
  await page.goto('/');
  await button(page, 'Crear Pin Personalizado').click();
  await expect(page.getByText('Preparando tu mesa de trabajo…')).toBeVisible();
});

const text = {
  name: 'lista de invitados.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('x'),
};
const large = { name: 'foto-enorme.png', mimeType: 'image/png', buffer: Buffer.alloc(5_300_000) };

/** The wizard's first steps, from the closed door to thirty pictures. */
export const images: Walk = {
  name: 'images',
  as: 'guest',
  states: [
    opening,
    {
      name: 'intro',
      reach: async ({ page }) => {
        await finishOpening();
        await expect(button(page, 'Comenzar Pedido')).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await button(page, 'Comenzar Pedido').click();
        await expect(heading(page, 'Imágenes')).toBeFocused();
      },
    },
    {
      name: 'one',
      isBrief: true,
      hasFold: true,
      reach: async ({ page }) => {
        await pickMotifs(page, 1);
        await expectUploaded(page, 1);
      },
    },
    {
      name: 'three',
      hasFold: true,
      reach: async ({ page }) => {
        await pickMotifs(page, 2, {
          from: 1,
          names: ['copihue.png', 'escudo del club.png'],
        });
        await expectUploaded(page, 3);
        await page.getByLabel('Notas').first().fill('Que se vea la cara completa, fondo blanco');
        await button(page, 'Un pin más de copihue.png').click();
        await expect(page.getByText('Se agregaron 2 imágenes')).toBeHidden();
      },
    },
    {
      name: 'rejected',
      reach: async ({ page }) => {
        await pick(page, [text, large]);
        await expect(page.getByRole('alert')).toContainText('Archivos rechazados');
      },
    },
    {
      name: 'long-names',
      reach: async ({ page }) => {
        await button(page, 'Limpiar todo').click();
        await pickMotifs(page, 1, { names: [LONG] });
        await pick(page, [await makeWebp('صورة 📸.webp', { width: 300, height: 300 })]);
        await expectUploaded(page, 2);
      },
    },
    {
      name: 'thirty',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Limpiar todo').click();
        await pickMotifs(page, 30);
        await expectUploaded(page, 30, 60_000);
      },
    },
  ],
};

export const wizardLost: Walk = {
  name: 'wizard-lost',
  as: 'guest',
  states: [
    {
      name: 'not-opened',
      reach: async ({ page }) => {
        await page.goto('/');
        await page.route('**/assets/Wizard-*.js', (route) => route.abort('connectionfailed'));
        await button(page, 'Crear Pin Personalizado').click();
        await expect(page.getByRole('alert')).toContainText('No pudimos abrir');
      },
    },
  ],
};
