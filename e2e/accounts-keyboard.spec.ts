import type { Locator, Page } from '@playwright/test';
import { dialog, newEmail, PASSWORD } from './support/accounts.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(target).toBeFocused();
}

test('signing up and the profile work by keyboard alone', { tag: '@long' }, async ({ page }) => {
  const email = newEmail();
  await page.goto('/');
  await tabTo(page, button(page, 'Iniciar Sesion'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await tabTo(page, button(page, 'Crear cuenta'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Contraseña', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByLabel('Confirmar contraseña', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Verificar')).toBeFocused();

  await tabTo(page, button(page, 'Mi Perfil'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Mi Perfil')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Mi Perfil')).toBeHidden();
  await expect(button(page, 'Mi Perfil')).toBeFocused();
});
