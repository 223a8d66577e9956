import { freePort } from '#server/testing/free-port.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#server/testing/openid-provider.ts';
import { book } from './book/book.ts';
import { dialog, newEmail, openProfile, openSignIn } from './support/accounts.ts';
import { type Shop, startShop } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

/** A shop whose Google is a real OpenID provider on this machine. */
let shop: Shop;
let google: OpenIdProvider;

// In one worker: otherwise each worker would start a shop and a provider.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const port = await freePort();
  google = await startOpenIdProvider(`http://127.0.0.1:${port}/api/identity/callback/google`);
  shop = await startShop({
    PORT: String(port),
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.issuer,
  });
});
test.afterAll(async () => {
  await shop.remove();
  await google.stop();
});
// It is read for `beforeAll`, too.
test.use({ baseURL: async ({}, use) => use(shop?.url) });

const person = (email: string) => ({ sub: email, email, emailVerified: true });

test('cancelling at Google says so; then the same window signs in', async ({ page }) => {
  google.person = null;
  await page.goto('/');
  await openSignIn(page);
  await button(page, 'Continuar con Google').click();
  await expect(page.getByRole('alert')).toContainText('Cerraste la ventana de Google');
  await expect(button(page, 'Continuar con Google')).toBeEnabled();

  const email = newEmail('google');
  google.person = person(email);
  const popup = page.waitForEvent('popup');
  await button(page, 'Continuar con Google').click();
  await popup;
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(dialog(page, 'Iniciar Sesión')).toBeHidden();
  await expect(button(page, 'Verificar')).toBeHidden();
  await book(page, 'header-customer/signed-in', { show: 'fold' });
  await openProfile(page);
  await expect(dialog(page, 'Mi Perfil').getByText('Verificado', { exact: true })).toBeVisible();
  await book(page, 'profile/info');
  await page.reload();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test('closing the window before it is done says so', { tag: '@long' }, async ({ page }) => {
  google.person = person(newEmail('google'));
  await page.goto('/');
  const closed = Promise.withResolvers<void>();
  await page.route('**/api/identity/sign-in/social', async (route) => {
    await closed.promise;
    await route.fulfill({ json: { url: 'about:blank', redirect: false } });
  });
  await openSignIn(page);
  const popup = page.waitForEvent('popup');
  await button(page, 'Continuar con Google').click();
  await (await popup).close();
  closed.resolve();
  await expect(page.getByRole('alert')).toContainText('Cerraste la ventana de Google');
});

test('a blocked window says so', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/');
  await openSignIn(page);
  await button(page, 'Continuar con Google').click();
  await expect(page.getByRole('alert')).toContainText('Tu navegador bloqueó la ventana de Google');
});
