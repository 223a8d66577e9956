import type { Page } from '@playwright/test';
import { makeLargeJpeg } from '../../support/pictures.ts';
import { openWizard, pick } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { pickMotifs } from './steps.ts';

/** @param uploadThroughput bytes per second */
async function slowDown(page: Page, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page);
  const others = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...others, uploadThroughput });
}

/** Uploads on a bad connection. */
export const uploads: Walk = {
  name: 'uploads',
  as: 'guest',
  states: [
    {
      name: 'slow',
      hasFold: true,
      reach: async ({ page }) => {
        await openWizard(page);
        await slowDown(page, 40_000);
        await pick(page, [await makeLargeJpeg('cumpleaños de la Pía.jpg', 4_000_000)]);
        await pickMotifs(page, 2);
        const bar = page.getByRole('progressbar', { name: 'Subiendo la imagen' }).first();
        await expect
          .poll(async () => Number(await bar.getAttribute('value')))
          .toBeGreaterThan(0.01);
      },
    },
    {
      name: 'offline',
      hasFold: true,
      reach: async ({ page }) => {
        await page.context().setOffline(true);
        await expect(page.getByText('En pausa').first()).toBeVisible();
      },
    },
    {
      name: 'refused',
      reach: async ({ page }) => {
        const message = 'No pudimos leer esta imagen. Prueba guardándola de nuevo como JPEG o PNG.';
        await page.route('**/api/upload', (route) =>
          route.fulfill({ status: 400, json: { success: false, code: 'image_broken', message } }),
        );
        await page.context().setOffline(false);
        await page.getByRole('button', { name: 'Limpiar todo' }).click();
        await pickMotifs(page, 2);
        await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible();
      },
    },
  ],
};
