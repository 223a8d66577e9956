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

test('signing up and the profile work by the keyboard alone', { tag: '@long' }, async ({
  page,
}) => {
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
  await expect(button(page, 'Mi Perfil')).toBeVisible();

  await tabTo(page, button(page, 'Mi Perfil'));
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Mi Perfil')).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tabTo(page, tab('Informacion'));
  await page.keyboard.press('ArrowRight');
  await expect(tab('Direcciones')).toBeFocused();
  await expect(page.getByText('No tienes direcciones guardadas aun.')).toBeVisible();
  await page.keyboard.press('End');
  await expect(tab('Seguridad')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tab('Informacion')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Cambiar contraseña')).toBeFocused();
  // The focus stays inside the window.
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused === document.body || focused?.closest('dialog') !== null;
    });
    expect(place).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Mi Perfil')).toBeHidden();
  await expect(button(page, 'Mi Perfil')).toBeFocused();
});
