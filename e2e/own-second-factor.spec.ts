import type { Page } from '@playwright/test';
import { errorMessages } from '#contract/base/messages.ts';
import { book } from './book/book.ts';
import { dialog, newEmail, openProfile, PASSWORD } from './support/accounts.ts';
import { expect, test } from './support/admin.ts';
import { codeOf } from './support/authenticator.ts';
import { type AdminShop, GUEST, openAccount } from './support/callers.ts';
import { expectFits, expectTargets } from './support/checks.ts';
import { button } from './support/wizard.ts';

test.use({ viewport: { width: 360, height: 740 }, storageState: GUEST });

const text = (value: unknown) => String(value ?? '');

/** Opens the account of a former admin with a second factor. @returns recovery codes */
async function openFormerAdmin(shop: AdminShop, email: string): Promise<string[]> {
  const { call } = await openAccount(shop, email);
  const { uid } = await call('GET', '/verify/test-auth');
  const setRole = (role: string) =>
    shop.admin.call('PATCH', `/admin/users/${text(uid)}/role`, { role });
  await setRole('admin');
  const { ticket, secret } = await call('POST', '/auth/second-factor/enrolment');
  const code = await codeOf(text(secret));
  const { recoveryCodes } = await call('POST', '/auth/second-factor', { ticket, code });
  await setRole('user');
  if (!Array.isArray(recoveryCodes)) throw new Error('the second factor is not on');
  return recoveryCodes.map(text);
}

/** Removes this browser's proof of a passed second factor. */
const forgetPass = (page: Page) => page.context().clearCookies({ name: 'pines.second_factor' });

test('a second factor guards what matters', { tag: '@long' }, async ({ page, adminShop }) => {
  const email = newEmail();
  const [first = '', second = '', third = ''] = await openFormerAdmin(adminShop, email);
  await page.request.post('/api/identity/sign-in/email', { data: { email, password: PASSWORD } });
  await page.goto('/');
  await openProfile(page, 'Seguridad');
  const question = dialog(page, 'Verificación en dos pasos');
  const answer = async (code: string) => {
    await expect(question.getByLabel('Código')).toBeFocused();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
  };

  // The list of sessions loads later and moves what is below it.
  await expect(button(page, 'Cerrar las demás sesiones')).toBeVisible();
  // Closing the window changes nothing and shows no error.
  await button(page, 'Descargar mis datos').click();
  await expect(question).toBeVisible();
  await expectFits(page);
  await expectTargets(page, 'question');
  await question.getByLabel('Código').fill('000000');
  await button(page, 'Confirmar').click();
  await expect(question.getByRole('alert')).toBeVisible();
  await book(page, 'second-factor/challenge-wrong');
  const code = 'too_many_requests';
  const locked = { success: false, code, message: errorMessages[code] };
  await page.route(
    '**/auth/second-factor/pass',
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json: locked }),
    { times: 1 },
  );
  await question.getByLabel('Código').fill('000000');
  await button(page, 'Confirmar').click();
  await expect(question.getByRole('alert')).toContainText('Demasiados intentos');
  await book(page, 'second-factor/challenge-locked');
  await page.getByText('¿Perdiste tu celular?').click();
  await book(page, 'second-factor/lost');
  await question.getByRole('button', { name: 'Cerrar' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
  const saving = page.waitForEvent('download');
  await button(page, 'Descargar mis datos').click();
  await answer(first);
  expect((await saving).suggestedFilename()).toBe('mis-datos.json');

  await forgetPass(page);
  await button(page, 'Cerrar las demás sesiones').click();
  await button(page, 'Cerrar las demás').last().click();
  await answer(second);
  await expect(page.getByText('Cerramos las demás sesiones')).toBeVisible();
  await expect(page.getByText('Te quedan 8 códigos de recuperación.')).toBeVisible();
  await book(page, 'second-factor/on');
  await button(page, 'Desactivar').click();
  await expect(dialog(page, 'Desactivar la verificación en dos pasos')).toBeVisible();
  await book(page, 'second-factor/off-asked');
  await page.keyboard.press('Escape');

  await forgetPass(page);
  await button(page, 'Eliminar mi cuenta').click();
  await dialog(page, '¿Eliminar tu cuenta?')
    .getByRole('button', { name: 'Eliminar mi cuenta' })
    .click();
  await answer(third);
  await expect(dialog(page, 'Cuenta eliminada')).toBeVisible();
});
