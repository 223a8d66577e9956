import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';
import { button, heading } from './support/wizard.ts';

test.use({ hasPhotos: true });

test.use({ reducedMotion: 'no-preference' });

/** Opens the home page and holds its scripts. @returns releases them */
async function openWithoutScripts(page: Page): Promise<() => void> {
  const release = await hold(page, '**/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  return release;
}

test('a click before the script is loaded opens the wizard and scrolls to it', async ({ page }) => {
  const letThrough = await openWithoutScripts(page);
  const create = button(page, 'Crear Pin Personalizado');
  await create.click();
  await expect(create).toHaveAttribute('aria-busy', 'true');
  await create.click();
  await expect(button(page, 'Comenzar Pedido')).toHaveCount(0);
  letThrough();
  await expect(button(page, 'Comenzar Pedido')).toBeInViewport();
  await expect(create).not.toHaveAttribute('aria-busy');
  await expect(heading(page, 'Crea tu pin en tres pasos')).toBeFocused();
  await expect(page.getByText('incluye tu email')).toBeVisible();
  await book(page, 'images/intro');
});

test('who thinks again before the script is left in peace', { tag: '@long' }, async ({ page }) => {
  const letThrough = await openWithoutScripts(page);
  await button(page, 'Iniciar Sesion').click();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Iniciar Sesion')).not.toHaveAttribute('aria-busy');
  letThrough();
  await button(page, 'Crear Pin Personalizado').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await expect(dialog(page, 'Iniciar Sesión')).toHaveCount(0);
});

/** Waits for hydration by React's own mark on the root, without a click. */
async function expectProgram(page: Page): Promise<void> {
  const isTaken = () =>
    Object.keys(document.getElementById('root') ?? {})
      .join()
      .includes('__react');
  // The page may reload during the check.
  await expect.poll(() => page.evaluate(isTaken).catch(() => false)).toBe(true);
  await button(page, 'Crear Pin Personalizado').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
}

test('a script that the network lost is loaded once it is back', async ({ page, context }) => {
  await page.clock.install();
  const asked = page.waitForRequest('**/*.js');
  const letThrough = await openWithoutScripts(page);
  await asked;
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await context.setOffline(true);
  letThrough();
  await lost;
  // The page's longest wait is over: only retries after a failure remain.
  await page.clock.runFor(2500);
  await context.setOffline(false);
  await expectProgram(page);
});

test('the page stays while a proxy answers for the shop', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  const away = { status: 502, body: 'Bad Gateway' };
  const asked: string[] = [];
  await page.route('**/*.js', (route) => route.fulfill(away));
  await page.route('/', (route) => {
    asked.push(route.request().method());
    return route.request().method() === 'HEAD' ? route.fulfill(away) : route.continue();
  });
  await page.goto('/', { waitUntil: 'load' });
  await page.clock.runFor(2500);
  await expect
    .poll(async () => {
      await page.clock.runFor(6000);
      return asked;
    })
    .toContain('HEAD');
  await page.clock.runFor(6000);
  expect(asked.filter((method) => method === 'GET')).toHaveLength(1);
  await page.unrouteAll();
  await page.clock.runFor(6000);
  await expectProgram(page);
});
