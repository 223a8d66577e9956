import { readFile } from 'node:fs/promises';
import { book } from './book/book.ts';
import { dialog, openProfile, PASSWORD, signUp } from './support/accounts.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

test('people take their data and erase their account after a fresh sign-in', async ({ page }) => {
  const email = await signUp(page);
  await openProfile(page, 'Seguridad');
  // As if the session were older than ten minutes.
  const code = 'fresh_sign_in_required';
  const stale = { success: false, code, message: 'Por seguridad, vuelve a iniciar sesión' };
  await page.route('**/profile/export', (route) => route.fulfill({ status: 403, json: stale }), {
    times: 1,
  });
  await button(page, 'Descargar mis datos').click();
  const again = dialog(page, 'Confirma que eres tú');
  await expect(again.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await book(page, 'security/fresh-sign-in');
  await page.keyboard.type(PASSWORD);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(saved).toMatchObject({ person: { email }, orders: [] });

  const path = '**/api/auth/profile';
  await page.route(
    path,
    (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: stale })
        : route.continue(),
    { times: 1 },
  );
  await button(page, 'Eliminar mi cuenta').click();
  const asking = dialog(page, '¿Eliminar tu cuenta?');
  await expect(asking.getByRole('button', { name: 'Volver' })).toBeFocused();
  await asking.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(again.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await page.keyboard.type('no es esta');
  await page.keyboard.press('Enter');
  await expect(again.getByRole('alert')).toBeVisible();
  await book(page, 'security/fresh-sign-in-wrong');
  await page.mouse.click(4, 4);
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Cuenta eliminada')).toBeVisible();
  await book(page, 'security/erased');
  await button(page, 'Cerrar').last().click();
  await expect(dialog(page, 'Mi Perfil')).toBeHidden();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});
