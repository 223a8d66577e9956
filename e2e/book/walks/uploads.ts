import { type Line, openLine } from '../../support/line.ts';
import { makeLargeJpeg } from '../../support/pictures.ts';
import { button, openWizard, pick } from '../../support/wizard.ts';
import { expect } from '../stage.ts';
import type { Walk } from '../walk.ts';
import { pickMotifs } from './steps.ts';

let line: Line | null = null;

/** Pictures on a bad line. */
export const uploads: Walk = {
  name: 'uploads',
  as: 'stranger',
  states: [
    {
      name: 'slow',
      hasFold: true,
      reach: async ({ page, shop }) => {
        line = await openLine(shop.url);
        await page.goto(line.url);
        await button(page, 'Crear Pin Personalizado').click();
        await button(page, 'Comenzar Pedido').click();
        line.slowDown(60_000);
        await pick(page, [await makeLargeJpeg('cumpleaños de la Pía.jpg', 4_000_000)]);
        await pickMotifs(page, 2);
        const bar = page.getByRole('progressbar', { name: 'Subiendo la imagen' }).first();
        await expect
          .poll(async () => Number(await bar.getAttribute('value')))
          .toBeGreaterThan(0.05);
      },
    },
    {
      name: 'lost',
      reach: async ({ page }) => {
        line?.cut();
        await expect(page.getByText('Reintentamos solos').first()).toBeVisible();
      },
    },
    {
      name: 'offline',
      hasFold: true,
      reach: async ({ page }) => {
        await page.context().setOffline(true);
        await page.waitForTimeout(300);
      },
    },
    {
      name: 'refused',
      reach: async ({ page }) => {
        await page.context().setOffline(false);
        await line?.close();
        const message = 'No pudimos leer esta imagen. Prueba guardándola de nuevo como JPEG o PNG.';
        await page.route('**/api/upload', (route) =>
          route.fulfill({ status: 400, json: { success: false, code: 'image_broken', message } }),
        );
        await openWizard(page);
        await pickMotifs(page, 2);
        await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(2);
      },
    },
  ],
};
