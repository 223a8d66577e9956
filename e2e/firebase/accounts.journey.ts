import { expect } from '@playwright/test';
import {
  dialog,
  fillSignIn,
  newEmail,
  openProfile,
  openSignIn,
  PASSWORD,
  signUpByForm,
} from '../support/accounts.ts';
import { visitAnonymously } from '../support/first-visit.ts';
import { makeJpeg } from '../support/pictures.ts';
import { fillSignedIn } from '../support/signed-in-buyer.ts';
import { button, heading, openWizardHere, pick, placedText } from '../support/wizard.ts';
import { waitForAction } from './emulator.ts';
import { test } from './test.ts';

const NEW_PASSWORD = 'otra-clave-larga';

test('an anonymous visitor loads no byte of Firebase', async ({ page }) => {
  const { urls, scripts } = await visitAnonymously(page);
  expect(scripts.filter((text) => text.includes('identitytoolkit'))).toEqual([]);
  expect(urls.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);
});

test('sign up, verify, order, history, a new password', async ({ page, browser, baseURL }) => {
  const email = await signUpByForm(page);
  await expect(page.getByRole('img', { name: 'Cuenta sin verificar' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  // The mail's link asks first: opening it does not verify the account.
  await button(page, 'Verificar').click();
  await expect(button(page, 'Enviado')).toBeDisabled();
  const mailTab = await page.context().newPage();
  const verify = await waitForAction(email, 'verifyEmail');
  await mailTab.goto(verify);
  await expect(mailTab).toHaveURL('/');
  await button(mailTab, 'Verificar mi email').click();
  await expect(mailTab.getByText(`¡Listo! Verificaste ${email}.`)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cuenta sin verificar' })).toBeHidden();
  await mailTab.goto(verify);
  await expect(mailTab.getByText(`No hace falta: ${email} ya está verificado.`)).toBeVisible();
  await mailTab.close();

  await openWizardHere(page);
  await pick(page, [await makeJpeg()]);
  await button(page, /^Continuar con 1 imagen/).click();
  await expect(heading(page, 'Datos')).toBeFocused();
  await fillSignedIn(page);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  await page.goto('/');
  await openProfile(page, 'Mis Pedidos');
  await expect(dialog(page, 'Mi Perfil').getByText('1 imagen ·')).toBeVisible();

  // A new password set by mail in another browser ends the session here.
  await page.goto('/');
  await openProfile(page, 'Seguridad');
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Se ha enviado un email para cambiar tu contraseña')).toBeVisible();
  const phone = await browser.newPage({ baseURL: baseURL ?? '' });
  await phone.goto(await waitForAction(email, 'resetPassword'));
  const form = dialog(phone, 'Elige tu contraseña nueva');
  await form.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel('Confirmar contraseña', { exact: true }).fill(NEW_PASSWORD);
  await button(phone, 'Guardar contraseña').click();
  await expect(phone.getByText('Tu contraseña nueva ya funciona.')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
  await expect(page.getByText('No pudimos comprobar tu sesión')).toBeHidden();
  await button(phone, 'Iniciar Sesión').click();
  await fillSignIn(phone, email, PASSWORD);
  await expect(phone.getByRole('alert')).toHaveText('El email o la contraseña no son correctos.');
  // The shop stores sign-in times in seconds: this one must be later than the reset.
  await phone.waitForTimeout(1100);
  await fillSignIn(phone, email, NEW_PASSWORD);
  await expect(button(phone, 'Mi Perfil')).toBeVisible();
  await phone.close();
});

test('an unknown e-mail and a wrong password look alike', async ({ page }) => {
  const email = await signUpByForm(page);
  await button(page, 'Cerrar Sesion').click();
  await openSignIn(page);
  const alert = page.getByRole('alert');
  await fillSignIn(page, email, 'no-es-esta-clave');
  await expect(alert).toHaveText('El email o la contraseña no son correctos.');
  await fillSignIn(page, newEmail('nadie'), PASSWORD);
  await expect(alert).toHaveText('El email o la contraseña no son correctos.');
  // Sessions are identified by the second of their sign-in, and the one of this second has ended.
  await page.waitForTimeout(1100);
  await fillSignIn(page, email);
  await expect(button(page, 'Mi Perfil')).toBeVisible();
});

test("'No fui yo' takes the account from who opened it", async ({ page, browser, baseURL }) => {
  const email = await signUpByForm(page);
  await button(page, 'Verificar').click();
  await expect(button(page, 'Enviado')).toBeDisabled();
  const reader = await browser.newPage({ baseURL: baseURL ?? '' });
  await reader.goto(await waitForAction(email, 'verifyEmail'));
  await expect(dialog(reader, 'Verifica tu email')).toContainText(email);
  await button(reader, 'No fui yo').click();
  await expect(dialog(reader, 'Gracias por avisar')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Mi Perfil')).toBeHidden();
  await reader.close();
});

test('a Google account signs in through the window of Firebase', async ({ page }) => {
  const email = newEmail('google');
  await page.goto('/');
  await openSignIn(page);
  const opened = page.waitForEvent('popup');
  await button(page, 'Continuar con Google').click();
  const popup = await opened;
  await popup.getByText('Add new account').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#sign-in').click();
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(button(page, 'Verificar')).toBeHidden();
  await openProfile(page);
  await expect(dialog(page, 'Mi Perfil').getByText('Verificado', { exact: true })).toBeVisible();
});

test("closing Google's window says so", async ({ page }) => {
  await page.goto('/');
  await openSignIn(page);
  const opened = page.waitForEvent('popup');
  await button(page, 'Continuar con Google').click();
  await (await opened).close();
  await expect(page.getByRole('alert')).toContainText('Cerraste la ventana de Google');
});

test('a mail quota that is used up is told', async ({ page, context }) => {
  await signUpByForm(page);
  // The emulator does not limit mails, unlike Firebase.
  await context.route('**/accounts:sendOobCode*', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { code: 400, message: 'QUOTA_EXCEEDED : Exceeded daily quota.' } },
    }),
  );
  await button(page, 'Verificar').click();
  await expect(
    page.getByText('Por ahora no podemos enviar más correos. Intenta de nuevo más tarde.'),
  ).toBeVisible();
});

test('a page whose account the browser has lost says so', async ({ page, context }) => {
  await signUpByForm(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const open = indexedDB.open('firebaseLocalStorageDb');
        open.onsuccess = () => {
          const rows = open.result.transaction('firebaseLocalStorage', 'readwrite');
          rows.objectStore('firebaseLocalStorage').clear();
          rows.oncomplete = resolve;
        };
      }),
  );
  // Firebase's library reads its store once per second.
  await page.waitForTimeout(2500);
  await button(page, 'Verificar').click();
  await expect(page.getByText('Error: No hay usuario autenticado')).toBeVisible();
  await context.clearCookies();
});
