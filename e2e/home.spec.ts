import { expect, test } from './support/test.ts';

test.use({ hasPhotos: true });

test('the home page opens with its title', async ({ page }) => {
  await page.goto('/');
  const title = page.getByRole('heading', { name: 'Tu Creatividad, Nuestros Pines' });
  await expect(title).toBeVisible();
});
