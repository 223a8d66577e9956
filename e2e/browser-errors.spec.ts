import { expect, test } from './support/test.ts';
import { heading } from './support/wizard.ts';

test('a failure is reported once, and a page that is lost offers a way on', async ({ page }) => {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/browser-errors')) reports.push(request.postDataJSON());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(reports).toEqual([]);
  const fail = (message: string) =>
    page.evaluate((text) => {
      const error = new TypeError(text);
      error.stack = `${text}\n    at f (${location.origin}/assets/main-a1b2.js:1:234)`;
      // Not awaited, like an error of the page itself.
      void Promise.reject(error);
    }, message);
  const answered = page.waitForResponse('**/api/browser-errors');
  await fail('no existe');
  expect((await answered).status()).toBe(202);
  await fail('no existe');
  await page.evaluate(() => document.getElementById('root')?.replaceChildren());
  await fail('se fue todo');
  await expect
    .poll(() => reports)
    .toEqual([
      { name: 'TypeError', message: 'no existe', at: ['/assets/main-a1b2.js:1:234'] },
      { name: 'TypeError', message: 'se fue todo', at: ['/assets/main-a1b2.js:1:234'] },
    ]);
  await expect(page.getByRole('alert')).toContainText('sigue guardado en este navegador');
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(heading(page, 'Tu Creatividad, Nuestros Pines')).toBeVisible();
});
