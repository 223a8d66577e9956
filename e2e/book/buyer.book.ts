import { errorMessages } from '#contract/base/messages.ts';
import {
  dialog,
  newEmail,
  openProfile,
  openSignIn,
  PASSWORD,
  signUp,
} from '../support/accounts.ts';
import { placeOrder } from '../support/admin.ts';
import { callAs, openAccount } from '../support/callers.ts';
import { makePortrait, makeWebp } from '../support/pictures.ts';
import { goToForm, shortenHistory, signUpWithOrder } from '../support/signed-in-buyer.ts';
import { expect, test } from '../support/test.ts';
import { button, expectUploaded, openWizard, pick } from '../support/wizard.ts';
import { book, bookLoading } from './book.ts';
import { drawFiles } from './motifs.ts';

const PROFILE_WINDOW = /assets\/ProfileDialog-.*\.js/;

test('the wizard on its way, one picture, thirty', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await bookLoading(page, 'images/opening', /assets\/orders-.*\.js/, () =>
    button(page, 'Crear Pin Personalizado').click(),
  );
  await button(page, 'Comenzar Pedido').click();
  await pick(page, await drawFiles(1));
  await expectUploaded(page, 1);
  await book(page, 'images/one', { isBrief: true, hasFold: true });
  await pick(page, await drawFiles(29, 1));
  await expectUploaded(page, 30, 60_000);
  await book(page, 'images/thirty', { hasFold: true });
});

test('a text around the pin, its real size, a blurred picture', async ({ page }) => {
  await openWizard(page);
  const small = await makeWebp('chica.webp', { width: 300, height: 300 });
  await pick(page, [await makePortrait('la Pía.jpg'), small]);
  await expectUploaded(page, 2);
  await button(page, 'Ajustar la Pía.jpg').click();
  await page.getByLabel('Guías').click();
  await book(page, 'studio/no-guides');
  await page.getByText('Nombre en el pin').click();
  await page.getByLabel('Texto', { exact: true }).fill(`María ${'Fernanda '.repeat(5)}🎉`);
  await page.getByLabel('Forma').selectOption({ index: 1 });
  await book(page, 'products/text-round');
  await page.getByRole('tab', { name: 'Cómo quedará' }).click();
  await button(page, 'Tamaño real').click();
  await book(page, 'studio/card', { hasFold: true });
  await button(page, 'Ya calza').click();
  await book(page, 'studio/real-size', { hasFold: true });
  await button(page, 'Siguiente').click();
  await expect(page.getByRole('dialog').getByText('Se verá borrosa')).toBeVisible();
  await book(page, 'studio/blurred', { hasFold: true });
});

test('signing in that does not open, and a mail on its way', async ({ page }) => {
  await page.goto('/');
  await page.route(/assets\/core-.*\.js/, (route) => route.abort());
  await button(page, 'Iniciar Sesion').click();
  await expect(page.getByRole('alert')).toContainText('No pudimos abrir el inicio de sesión');
  await book(page, 'sign-in-lost/not-opened', { show: 'fold' });
  await page.unrouteAll();
  await page.reload();
  await openSignIn(page);
  await button(page, '¿Olvidaste tu contraseña?').click();
  await page.getByLabel('Email').fill('nadie@ejemplo.cl');
  await bookLoading(page, 'sign-in/forgot-busy', '**/request-password-reset', () =>
    button(page, 'Enviar enlace').click(),
  );
});

test('an account on its way', async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await bookLoading(page, 'profile-new/window-loading', PROFILE_WINDOW, () =>
    button(page, 'Mi Perfil').click(),
  );
  await page.route(PROFILE_WINDOW, (route) => route.abort());
  await page.reload();
  await button(page, 'Mi Perfil').click();
  await expect(button(page, 'Reintentar')).toBeVisible();
  await book(page, 'profile-new/window-lost');
  await page.unrouteAll();

  const by = callAs(page.request);
  for (const quantity of [1, 2]) await placeOrder(shop, { by, quantity });
  await shortenHistory(page);
  await page.reload();
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await bookLoading(page, 'profile/loading', '**/api/auth/profile', () => openProfile(page));
  await bookLoading(page, 'profile/orders-loading', /\/api\/orders$/, () =>
    page.getByRole('tab', { name: 'Mis Pedidos' }).click(),
  );
  await bookLoading(page, 'profile/history-loading', /\/api\/orders\?.*cursor=/, () =>
    button(page, 'Ver más pedidos').click(),
  );
  await page.keyboard.press('Escape');
  await bookLoading(page, 'saved-address/loading', '**/api/orders/addresses', () => goToForm(page));
});

test('sessions and data that cannot be had', async ({ page, shop, playwright }) => {
  const email = await signUp(page);
  for (const userAgent of ['curl', 'Firefox/140.0']) {
    const http = await playwright.request.newContext({
      ...{ baseURL: shop.url, userAgent, extraHTTPHeaders: { origin: shop.url } },
    });
    await http.post('/api/identity/sign-in/email', { data: { email, password: PASSWORD } });
  }
  const alert = page.getByRole('alert').last();
  const end = button(page, /^Cerrar la sesión de/).first();
  await openProfile(page, 'Seguridad');
  await bookLoading(page, 'security/session-ending', '**/sessions/*', () => end.click());
  await expect(page.getByText('Cerramos la sesión')).toBeVisible();
  await page.route('**/sessions/*', (route) => route.abort());
  await end.click();
  await expect(alert).toBeVisible();
  await book(page, 'security/session-failed');

  const take = () => button(page, 'Descargar mis datos').click();
  await bookLoading(page, 'security/exporting', '**/profile/export', take);
  await expect(button(page, 'Descargar mis datos')).toBeVisible();
  await page.route('**/profile/export', (route) => route.abort());
  await take();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await book(page, 'security/export-failed');

  const code = 'order_under_way';
  const json = { success: false, code, message: errorMessages[code] };
  await page.route('**/api/auth/profile', (route) => route.fulfill({ status: 409, json }));
  await button(page, 'Eliminar mi cuenta').click();
  const asked = dialog(page, '¿Eliminar tu cuenta?');
  await asked.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(asked.getByRole('alert')).toBeVisible();
  await book(page, 'security/erase-refused');

  await page.unrouteAll();
  await page.route('**/api/auth/sessions', (route) => route.abort());
  await page.reload();
  await openProfile(page, 'Seguridad');
  await expect(alert).toBeVisible();
  await book(page, 'security/sessions-lost');
});

test('links of mails that lead to less than they promise', async ({ page, shop }) => {
  const EXPIRED = '/?emailVerified=true&error=TOKEN_EXPIRED';
  const open = async (address: string, text: string) => {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible();
  };
  await open(EXPIRED, 'pide uno nuevo');
  await book(page, 'links/expired-signed-out');
  await open('/#recuperar-cuenta', 'se cierran todas las sesiones');
  await book(page, 'links/recover');
  await open('/#pedido=prueba-nadie.firma', 'Este enlace no abre ninguna prueba');
  await book(page, 'proof/page-wrong');
  await page.route(/\/api\/(proofs|orders)\//, (route) => route.abort());
  await open('/#pedido=prueba-nadie.firma', 'No pudimos abrir la prueba');
  await book(page, 'proof/page-lost');
  await open('/#pedido=sin-respuesta', 'No pudimos abrir tu pedido');
  await book(page, 'links/order-lost');
  const { http } = await openAccount(shop, newEmail());
  await page.context().addCookies((await http.storageState()).cookies);
  await open(EXPIRED, 'ya está verificado');
  await book(page, 'links/expired-verified');
  await page.context().clearCookies();
  const data = { name: '', email: newEmail(), password: PASSWORD };
  await page.request.post('/api/identity/sign-up/email', { data });
  await open('/?emailVerified=true', 'todavía no está verificado');
  await book(page, 'links/unverified');
});
