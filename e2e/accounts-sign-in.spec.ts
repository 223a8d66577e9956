import { book } from './book/book.ts';
import {
  dialog,
  fillSignIn,
  fillSignUp,
  newEmail,
  openProfile,
  openSignIn,
  openSignUp,
  PASSWORD,
  signIn,
  signUp,
  signUpByForm,
} from './support/accounts.ts';
import { visitAnonymously } from './support/first-visit.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';

test('the sign-in window comes when asked for, and closes in three ways', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const { urls, scripts } = await visitAnonymously(page);
  expect(urls.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(scripts.filter((text) => text.includes('/api/identity'))).toEqual([]);
  const before = urls.length;
  await openSignIn(page);
  expect(urls.length).toBeGreaterThan(before);
  // Another provider's library is not loaded, even then.
  expect(urls.filter((url) => url.includes('firebase'))).toEqual([]);

  const window = dialog(page, 'Iniciar Sesión');
  await button(page, 'Cerrar').click();
  await expect(window).toBeHidden();
  await expect(button(page, 'Iniciar Sesion')).toBeFocused();
  await openSignIn(page);
  await page.mouse.click(8, 400);
  await expect(window).toBeHidden();
  await openSignIn(page);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();

  await openSignIn(page);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Contraseña', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await book(page, 'sign-in/open');
  await button(page, 'Mostrar contraseña').click();
  await expect(password).toHaveAttribute('type', 'text');
  await book(page, 'sign-in/password-shown');
  await button(page, 'Crear cuenta').click();
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await book(page, 'sign-in/sign-up');

  await fillSignUp(page, newEmail(), 'una-contraseña', 'otra-contraseña');
  await button(page, 'Crear Cuenta').click();
  await expect(page.getByRole('alert')).toHaveText('Las contraseñas no coinciden');
  await book(page, 'sign-in/mismatch');
  await button(page, 'Iniciar sesión').click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(password).toHaveValue('');
  await page.route('**/api/identity/sign-in/email', (route) => route.abort());
  const release = await hold(page, '**/api/identity/sign-in/email');
  await fillSignIn(page, 'ana@ejemplo.cl');
  await expect(button(page, 'Cargando...')).toBeVisible();
  await book(page, 'sign-in/busy');
  release();
  await expect(page.getByRole('alert')).toContainText('Error de conexión');
  await book(page, 'sign-in/offline');
});

test('signing up asks about a mistyped e-mail; the account is unverified', async ({ page }) => {
  await page.goto('/');
  await openSignUp(page);
  const form = dialog(page, 'Crear Cuenta');
  await form.getByLabel('Email').fill('josé@gmial.com');
  await form.getByRole('button', { name: '¿Quisiste decir jose@gmail.com? Corregir' }).click();
  await expect(form.getByLabel('Email')).toHaveValue('jose@gmail.com');
  await page.reload();
  const email = await signUpByForm(page);
  await expect(dialog(page, 'Crear Cuenta')).toBeHidden();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('A', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cuenta sin verificar' })).toBeVisible();
  await expect(button(page, 'Verificar')).toBeVisible();
  await expect(button(page, 'Refrescar')).toBeHidden();
  await expect(button(page, 'Admin')).toBeHidden();
  await expect(button(page, 'Panel Admin')).toBeHidden();
  await book(page, 'header-unverified/new', { show: 'fold' });
  await page.reload();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await button(page, 'Cerrar Sesion').click();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});

test('a wrong password looks like an unknown e-mail; tabs follow', async ({ page, context }) => {
  const email = await signUp(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText(email, { exact: true })).toBeVisible();
  await button(page, 'Cerrar Sesion').click();
  await expect(button(other, 'Iniciar Sesion')).toBeVisible();
  await openSignIn(page);
  const alert = page.getByRole('alert');
  await fillSignIn(page, email, 'no-es-esta-clave');
  await expect(alert).toHaveText('El email o la contraseña no son correctos.');
  await book(page, 'sign-in/refused');
  await fillSignIn(page, newEmail('nadie'), PASSWORD);
  await expect(alert).toHaveText('El email o la contraseña no son correctos.');
  await fillSignIn(page, email);
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await expect(other.getByText(email, { exact: true })).toBeVisible();
  await other.close();

  // With a session nothing is shown until the user is known.
  const release = await hold(page, '**/api/identity/token');
  const asked = page.waitForRequest('**/api/identity/token');
  await page.reload({ waitUntil: 'domcontentloaded' });
  const title = page.getByRole('heading', { name: 'Tu Creatividad, Nuestros Pines' });
  await asked;
  await expect(title).toBeHidden();
  release();
  await expect(title).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(button(page, 'Iniciar Sesion')).toBeHidden();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a tap beside the dialog clicks nothing beneath it', async ({ page }) => {
    await page.goto('/');
    const beneath = await button(page, 'Iniciar Sesion').boundingBox();
    await openSignIn(page);
    await page.touchscreen.tap((beneath?.x ?? 0) + 20, (beneath?.y ?? 0) + 20);
    await expect(dialog(page, 'Iniciar Sesión')).toBeHidden();
    await expect(button(page, 'Iniciar Sesion')).toBeFocused();
    await button(page, 'Crear Pin Personalizado').tap();
    await expect(button(page, 'Comenzar Pedido')).toBeVisible();
    await expect(dialog(page, 'Iniciar Sesión')).toBeHidden();
  });
});

test('an unchecked session is checked again', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  // A silent server does not keep the shop shut.
  let isSilent = true;
  await page.route('**/api/identity/token', (route) => (isSilent ? undefined : route.continue()));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByText('No pudimos comprobar tu sesión.')).toBeVisible({ timeout: 8000 });
  await expect(button(page, 'Crear Pin Personalizado')).toBeVisible();
  await book(page, 'header-customer/unreachable', { show: 'fold' });
  isSilent = false;
  await button(page, 'Reintentar').click();
  await expect(button(page, 'Mi Perfil')).toBeVisible();
});

test('sessions elsewhere are ended', { tag: '@long' }, async ({ page, browser, shop }) => {
  const email = await signUp(page);
  const other = await browser.newPage({ baseURL: shop.url, userAgent: FIREFOX });
  const third = await browser.newPage({ baseURL: shop.url });
  for (const each of [other, third]) await signIn(each, email);
  await openProfile(page, 'Seguridad');
  const rows = dialog(page, 'Mi Perfil').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Esta sesión');
  await expect(rows.first().getByRole('button')).toBeHidden();
  await book(page, 'security/sessions');
  await button(page, 'Cerrar la sesión de Firefox en Windows').click();
  await expect(page.getByText('Cerramos la sesión')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Sesiones' })).toBeFocused();
  await book(page, 'security/session-ended');
  await button(page, 'Cerrar las demás sesiones').click();
  await expect(button(page, 'Cancelar')).toBeFocused();
  await book(page, 'security/sessions-asked');
  await button(page, 'Cerrar las demás').click();
  await expect(page.getByText('Cerramos las demás sesiones')).toBeVisible();
  await expect(page.getByText('Tu cuenta está abierta solo en este navegador.')).toBeVisible();
  await expect(button(page, 'Cerrar las demás sesiones')).toBeHidden();
  await book(page, 'security/session-alone');
  for (const each of [other, third]) {
    const profile = button(each, 'Mi Perfil');
    const ended = each.getByText('Tu sesión terminó.').first();
    // A page that waits long enough finds out by itself.
    await expect(profile.or(ended)).toBeVisible();
    if (await profile.isVisible()) await profile.click();
    await expect(ended).toBeVisible();
  }
  await other.keyboard.press('Escape');
  await book(other, 'header-unverified/ended', { show: 'fold' });
  await button(other, 'Iniciar Sesion').click();
  await expect(other.getByText('Vuelve a entrar')).toBeVisible();
  await book(other, 'header-unverified/sign-in-again');
  for (const each of [other, third]) await each.close();
});
