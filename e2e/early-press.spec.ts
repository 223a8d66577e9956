import type { Page } from '@playwright/test';
import { dialog } from './support/accounts.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

/** Opens the home page and holds its scripts back. @returns lets them through */
async function openWithoutScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return gate.resolve;
}

test('a press before the script has come opens the wizard once it is there', async ({ page }) => {
  const letThrough = await openWithoutScripts(page);
  await button(page, 'Crear Pin Personalizado').click();
  const waiting = page.getByText('Un momento: estamos abriendo tu mesa de trabajo…');
  await expect(waiting).toBeVisible();
  await button(page, 'Crear Pin Personalizado').click();
  await expect(waiting).toBeVisible();
  letThrough();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('signing in may be asked for by keyboard before the script has come', async ({ page }) => {
  const letThrough = await openWithoutScripts(page);
  await button(page, 'Iniciar Sesion').focus();
  await page.keyboard.press('Enter');
  const waiting = page.getByText('Un momento: estamos abriendo el inicio de sesión…');
  await expect(waiting).toBeVisible();
  letThrough();
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Iniciar Sesion')).toBeFocused();
});

test('who changes their mind before the script has come is left in peace', async ({ page }) => {
  const letThrough = await openWithoutScripts(page);
  await button(page, 'Iniciar Sesion').click();
  const waiting = page.getByText('Un momento: estamos abriendo el inicio de sesión…');
  await expect(waiting).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(waiting).toBeHidden();
  letThrough();
  await expect(waiting).toHaveCount(0);
  await expect(dialog(page, 'Iniciar Sesión')).toHaveCount(0);
});
