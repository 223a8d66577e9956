import { button, heading } from '../../support/wizard.ts';
import { expect, type State, type Walk } from '../stage.ts';

const isThere = (photo: Element) =>
  photo instanceof HTMLImageElement && photo.complete && photo.naturalWidth > 0;

const slide = (number: number): State => ({
  name: `slide-${number}`,
  show: 'fold',
  reach: async ({ page }) => {
    await button(page, `Ir a la imagen ${number}`).click();
    await expect(button(page, `Ir a la imagen ${number}`)).toHaveAttribute('aria-current', 'true');
    const slides = page.locator('[aria-roledescription=carrusel] li');
    const photo = slides.nth(number - 1).locator('img');
    await expect.poll(() => photo.evaluate(isThere)).toBe(true);
  },
});

export const home: Walk = {
  name: 'home',
  as: 'guest',
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
    {
      name: 'offered-code',
      reach: async ({ page }) => {
        await page.goto('/?codigo=BIENVENIDA10');
        await button(page, 'Crear Pin Personalizado').click();
        await expect(page.getByText('Anotamos tu código')).toBeVisible();
      },
    },
  ],
};

export const noscript: Walk = {
  name: 'noscript',
  as: 'guest',
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
