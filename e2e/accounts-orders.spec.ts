import type { Page } from '@playwright/test';
import { dialog, newEmail, openProfile, signUp } from './support/accounts.ts';
import { callAs, placeOrder as orderByApi } from './support/admin.ts';
import { VERIFY, waitForLink } from './support/mail.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { fillSignedIn, goToForm, signUpWithOrder } from './support/signed-in-buyer.ts';
import { expect, test } from './support/test.ts';
import { button, heading, openWizardHere, pick, placedText, recipient } from './support/wizard.ts';

async function confirm(page: Page) {
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
}

const saved = (page: Page) => button(page, new RegExp(`${recipient.name}.*${recipient.address}`));

test('a registered buyer orders without giving an e-mail, and again with the saved address', async ({
  page,
}) => {
  await signUp(page);
  await goToForm(page);
  await expect(page.getByLabel('Email')).toBeHidden();
  await expect(heading(page, 'Direcciones guardadas')).toBeHidden();
  await fillSignedIn(page);
  await confirm(page);
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();

  await button(page, 'Comenzar Pedido').click();
  await pick(page, [
    await makeJpeg('otra.jpg', { color: '#0a6349' }),
    await makePng('mas.png', { color: '#2c43b0' }),
  ]);
  await button(page, 'Continuar con 2 imagenes').click();
  await saved(page).click();
  await expect(saved(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
  await expect(page.getByLabel('Teléfono')).toHaveValue(recipient.phone);
  await expect(page.getByLabel('Región')).toHaveValue(recipient.region);
  await expect(page.getByLabel('Ciudad')).toHaveValue(recipient.city);
  await expect(page.getByLabel('Dirección')).toHaveValue(recipient.address);
  await page.getByLabel('Teléfono').fill('912345679');
  await expect(saved(page)).toHaveAttribute('aria-pressed', 'false');
  await saved(page).click();
  await confirm(page);

  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
});

test('choosing the saved address clears what was wrong', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await signUpWithOrder(page, shop);
  await openWizardHere(page);
  await pick(page, [await makeJpeg('x.jpg', { color: '#112233' })]);
  await button(page, 'Continuar con 1 imagenes').click();
  await button(page, 'Continuar').click();
  await expect(page.getByRole('alert')).toContainText('La ciudad es obligatoria');
  await saved(page).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByText('La ciudad es obligatoria')).toBeHidden();
  await confirm(page);
});

test('the profile shows the account, its address, its orders and their detail', async ({
  page,
}) => {
  const email = await signUp(page);
  await openProfile(page);
  const profile = dialog(page, 'Mi Perfil');
  await expect(profile.getByText('No verificado')).toBeVisible();
  await expect(profile.getByText(email).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Direcciones' }).click();
  await expect(profile).toContainText(
    'No tienes direcciones guardadas aun. Realiza un pedido para guardar tu direccion de entrega.',
  );
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  await expect(profile).toContainText(
    'No tienes pedidos aun. Haz tu primer pedido de pines personalizados!',
  );
  await page.keyboard.press('Escape');
  await goToForm(page);
  await fillSignedIn(page);
  await confirm(page);
  await openProfile(page, 'Direcciones');
  await expect(profile).toContainText(recipient.address);
  await expect(profile).toContainText('Ñuble');
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  await expect(profile).toContainText('2 imágenes');
  await expect(profile).toContainText('$5.900');
  await expect(profile).toContainText('Pendiente');
  await page.getByRole('button', { name: /^Pedido / }).click();
  const detail = dialog(page, 'Detalle del Pedido');
  await expect(detail).toContainText('Usuario Registrado');
  await expect(detail).toContainText('$3.400');
  await expect(detail).toContainText('$2.500');
  await expect(detail.getByRole('link', { name: 'Imagen 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(profile).toBeVisible();
});

test('a picture that does not load says so', { tag: '@long' }, async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await page.route('**/files/**', (route) => route.abort());
  await openProfile(page, 'Mis Pedidos');
  await page.getByRole('button', { name: /^Pedido / }).click();
  await expect(dialog(page, 'Detalle del Pedido').getByText('Imagen no disponible')).toHaveCount(2);
});

test('data that cannot be read say so and can be asked for again', { tag: '@long' }, async ({
  page,
}) => {
  await signUp(page);
  await page.route('**/api/orders', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, code: 'internal_error', message: 'Error interno del servidor' },
    }),
  );
  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByRole('alert')).toHaveText(
    'Error al cargar los datos del usuario: Error interno del servidor',
  );
  await page.unroute('**/api/orders');
  await button(page, 'Reintentar').click();
  await expect(page.getByText('No tienes pedidos aun.')).toBeVisible();
});

test('a long history is opened page by page, by keyboard, and a failure keeps what is shown', async ({
  page,
  shop,
}) => {
  await signUp(page);
  const by = callAs(page.request);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await orderByApi(shop, { by }));
  // Two to a page instead of twenty.
  await page.route(
    ({ pathname }) => pathname === '/api/orders',
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.continue({ url: url.href });
    },
  );
  await openProfile(page, 'Mis Pedidos');
  const orders = page.getByRole('button', { name: /^Pedido / });
  await expect(orders).toHaveText(ids.slice(0, 2).map((id) => `Pedido ${id}`));
  const more = button(page, 'Ver más pedidos');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(orders).toHaveCount(4);
  await expect(orders.nth(2)).toBeFocused();

  await page.route(/api\/orders\?cursor/, (route) => route.abort());
  await more.click();
  await expect(page.getByRole('alert')).toContainText('Error de conexión');
  await expect(orders).toHaveCount(4);
  await page.unroute(/api\/orders\?cursor/);
  await button(page, 'Reintentar').click();
  await expect(orders).toHaveText(ids.map((id) => `Pedido ${id}`));
  await expect(orders.nth(4)).toBeFocused();
  await expect(more).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the password mail of the profile, and signing out there', {
  tag: '@long',
}, async ({ page, shop }) => {
  const email = await signUp(page);
  await openProfile(page, 'Seguridad');
  const path = '**/api/identity/request-password-reset';
  await page.route(path, (route) => route.abort());
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Error al enviar el email de cambio de contraseña')).toBeVisible();
  await page.unroute(path);
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Se ha enviado un email para cambiar tu contraseña')).toBeVisible();
  await waitForLink(shop, email, { part: '/api/identity/reset-password' });
  await dialog(page, 'Mi Perfil').getByRole('button', { name: 'Cerrar Sesion' }).click();
  await expect(dialog(page, 'Mi Perfil')).toBeHidden();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});

test('an order is repeated from the history', async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await openProfile(page, 'Mis Pedidos');
  await button(page, 'Repetir pedido').click();
  const window = dialog(page, 'Finalizar Pedido');
  await expect(window).toContainText('Pines personalizados');
  await expect(window).toContainText('Precio: Se cotizará según cantidad y tamaño');
  await expect(window).toContainText('$5.900');
  await expect(window.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
  expect((await window.boundingBox())?.width).toBeLessThanOrEqual(900);
  await window.getByLabel('Región').selectOption('RM');
  await window.getByLabel('Ciudad').selectOption('Maipú');
  await expect(window).toContainText('$7.400');
  // The way back keeps what was typed.
  await window.getByRole('button', { name: 'Volver' }).click();
  await expect(window).toBeHidden();
  await expect(button(page, 'Repetir pedido')).toBeFocused();
  await button(page, 'Repetir pedido').click();
  await expect(window.getByLabel('Ciudad')).toHaveValue('Maipú');
  await expect(window).toContainText('$7.400');
  await page.route('**/api/orders', (route) => route.fulfill({ json: { success: false } }), {
    times: 1,
  });
  await button(page, 'Confirmar Pedido').click();
  await expect(window.getByRole('alert')).toHaveText('Error desconocido');
  await button(page, 'Confirmar Pedido').click();
  await expect(
    window.getByText('¡Pedido creado exitosamente! Te contactaremos pronto.'),
  ).toBeVisible();
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
});

test('a repetition whose answer was lost is not ordered twice', async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await openProfile(page, 'Mis Pedidos');
  await button(page, 'Repetir pedido').click();
  const window = dialog(page, 'Finalizar Pedido');
  const lost = Promise.withResolvers<void>();
  await page.route(
    '**/api/orders',
    async (route) => {
      await route.fetch();
      await lost.promise;
      await route.fulfill({ json: { success: false } });
    },
    { times: 1 },
  );
  await button(page, 'Confirmar Pedido').click();
  // What is on its way is what shows.
  await expect(window.locator('[inert]').getByLabel('Dirección')).toBeVisible();
  lost.resolve();
  await expect(window.getByRole('alert')).toHaveText('Error desconocido');
  await expect(window.getByRole('alert')).toBeFocused();
  await window.getByRole('button', { name: 'Cancelar' }).click();
  await button(page, 'Repetir pedido').click();
  await button(page, 'Confirmar Pedido').click();
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
});

test('the saved address is corrected', async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await goToForm(page);
  await expect(saved(page)).toBeVisible();
  await openProfile(page, 'Direcciones');
  await button(page, 'Corregir dirección').click();
  const window = dialog(page, 'Corregir dirección');
  await window.getByLabel('Dirección').fill('');
  await button(page, 'Guardar y Continuar').click();
  await expect(window.getByRole('alert')).toHaveText('La dirección es obligatoria');
  await window.getByLabel('Dirección').fill('Calle Nueva 1');
  await button(page, 'Guardar y Continuar').click();
  await expect(window.getByText('✅ Datos guardados correctamente')).toBeVisible();
  await expect(window).toBeHidden();
  await expect(dialog(page, 'Mi Perfil')).toContainText('Calle Nueva 1');
  await page.keyboard.press('Escape');
  await expect(button(page, /Calle Nueva 1/)).toBeVisible();
});

test('guest orders join the history once their e-mail is verified, and not before', {
  tag: '@long',
}, async ({ page, shop }) => {
  const email = newEmail();
  await orderByApi(shop, { email });
  await signUp(page, email);
  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByText('No tienes pedidos aun.')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Verificar').click();
  await page.goto(await waitForLink(shop, email, { part: VERIFY }));
  await button(page, 'Continuar').click();
  await openProfile(page, 'Mis Pedidos');
  await page.getByRole('button', { name: /^Pedido / }).click();
  await expect(dialog(page, 'Detalle del Pedido')).toContainText('Usuario Invitado');
});

test("the order mail's link opens the order without an account; a wrong one says so", async ({
  page: phone,
  shop,
}) => {
  const email = newEmail();
  await orderByApi(shop, { email, name: recipient.name });
  const link = await waitForLink(shop, email, { part: '/#pedido=' });
  const scripts: string[] = [];
  phone.on('request', (request) => scripts.push(request.url()));
  await phone.goto(link);
  const detail = dialog(phone, 'Detalle del Pedido');
  await expect(detail).toContainText('Usuario Invitado');
  await expect(detail).not.toContainText(recipient.name);
  await expect(phone).toHaveURL('/');
  expect(scripts.filter((url) => url.includes('/api/identity'))).toEqual([]);
  await phone.goto('/#pedido=nada.de.esto');
  await expect(detail.getByRole('alert')).toContainText('Este enlace no abre ningún pedido.');
});

test("two accounts cannot see each other's orders by any call", { tag: '@long' }, async ({
  page,
  browser,
  baseURL,
  shop,
}) => {
  await signUpWithOrder(page, shop);
  const thief = await browser.newPage({ baseURL: baseURL ?? '' });
  await signUp(thief);
  await openProfile(thief, 'Mis Pedidos');
  await expect(thief.getByText('No tienes pedidos aun.')).toBeVisible();
  const { token } = await (await thief.request.get('/api/identity/token')).json();
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of ['/api/orders', '/api/orders/addresses', '/api/auth/profile']) {
    const text = await (await thief.request.get(path, { headers })).text();
    expect(text).not.toContain(recipient.address);
  }
  await thief.close();
});
