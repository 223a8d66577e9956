import { button, heading } from '../../support/wizard.ts';
import { expect } from '../stage.ts';
import type { State, Walk } from '../walk.ts';

const slide = (number: number): State => ({
  name: `slide-${number}`,
  show: 'fold',
  reach: async ({ page }) => {
    await button(page, `Ir a la imagen ${number}`).click();
    await expect(button(page, `Ir a la imagen ${number}`)).toHaveAttribute('aria-current', 'true');
    await page.waitForTimeout(400);
  },
});

export const home: Walk = {
  name: 'home',
  as: 'stranger',
  states: [
    {
      name: 'page',
      show: 'page',
      reach: async ({ page }) => {
        await page.goto('/', { waitUntil: 'networkidle' });
        await expect(heading(page, 'Tu Creatividad, Nuestros Pines')).toBeVisible();
      },
    },
    ...[1, 2, 3, 4, 5].map(slide),
  ],
};

export const noscript: Walk = {
  name: 'noscript',
  as: 'stranger',
  hasNoScript: true,
  states: [
    {
      name: 'page',
      show: 'page',
      reach: async ({ page }) => {
        await page.goto('/');
        await expect(page.locator('noscript p')).toBeVisible();
      },
    },
  ],
};
