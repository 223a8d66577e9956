import { book } from './book/book.ts';
import { dialog, newEmail, openProfile, signUp } from './support/accounts.ts';
import { placeOrder as orderByApi } from './support/admin.ts';
import { callAs } from './support/callers.ts';
import { expectAbove, expectClean, expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { VERIFY, waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { shortenHistory, signUpWithOrder } from './support/signed-in-buyer.ts';
import { expect, test } from './support/test.ts';
import { button, recipient } from './support/wizard.ts';

test('a picture that does not load says so', { tag: '@long' }, async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await page.route('**/files/**', (route) => route.abort());
  await openProfile(page, 'Mis Pedidos');
  await page.getByRole('button', { name: /^Pedido / }).click();
  await expect(dialog(page, 'Detalle del Pedido').getByText('Imagen no disponible')).toHaveCount(2);
  await book(page, 'profile/order-missing-picture');
});

test('a long history opens by pages', { tag: '@long' }, async ({ page, shop }) => {
  await signUp(page);
  const by = callAs(page.request);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await orderByApi(shop, { by }));
  await shortenHistory(page);
  await openProfile(page, 'Mis Pedidos');
  const orders = page.getByRole('button', { name: /^Pedido / });
  await expect(orders).toHaveText(ids.slice(0, 2).map((id) => `Pedido ${id}`));
  await book(page, 'profile/history');
  const more = button(page, 'Ver más pedidos');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(orders).toHaveCount(4);
  await expect(orders.nth(2)).toBeFocused();
  await book(page, 'profile/history-more');

  await page.route(/api\/orders\?cursor/, (route) => route.abort());
  await more.click();
  await expect(page.getByRole('alert')).toContainText('Error de conexión');
  await book(page, 'profile/history-failed');
  await expect(orders).toHaveCount(4);
  await page.unroute(/api\/orders\?cursor/);
  await button(page, 'Reintentar').click();
  await expect(orders).toHaveText(ids.map((id) => `Pedido ${id}`));
  await expect(orders.nth(4)).toBeFocused();
  await expect(more).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an order is repeated once, its answer lost', { tag: '@long' }, async ({ page, shop }) => {
  await page.clock.install();
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
  // Going back keeps the typed values.
  await window.getByRole('button', { name: 'Volver' }).click();
  await expect(window).toBeHidden();
  await expect(button(page, 'Repetir pedido')).toBeFocused();
  await button(page, 'Repetir pedido').click();
  await expect(window.getByLabel('Ciudad')).toHaveValue('Maipú');
  await expect(window).toContainText('$7.400');
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
  // While it is being sent, pictures and form show the values that are sent.
  await expect(window.locator('[inert]').getByLabel('Dirección')).toBeVisible();
  await expect(window.locator('[inert]').getByLabel('Cantidad de la imagen 1')).toBeVisible();
  await book(page, 'profile/repeating');
  lost.resolve();
  await expect(window.getByRole('alert')).toHaveText('Error desconocido');
  await expect(window.getByRole('alert')).toBeFocused();
  await book(page, 'profile/repeat-failed');
  await button(page, 'Confirmar Pedido').click();
  await expect(
    window.getByText('¡Pedido creado exitosamente! Te contactaremos pronto.'),
  ).toBeVisible();
  await book(page, 'profile/repeat-done', { isBrief: true });
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
});

test('a slip’s code repeats an order with other pictures', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUpWithOrder(page, shop);
  await openProfile(page, 'Mis Pedidos');
  const open = page.getByRole('button', { name: /^Pedido / });
  const id = (await open.textContent())?.replace('Pedido ', '') ?? '';
  await page.goto(`/?repetir=${id}`);
  const window = dialog(page, 'Finalizar Pedido');
  await expect(window).toContainText('Precio: Se cotizará según cantidad y tamaño');
  await expect(window.getByRole('heading', { name: 'Total de este pedido' })).toBeVisible();
  await expect(window).toContainText('Con los precios de hoy.Para este pedido: $3.400 + envío');
  const confirm = button(page, 'Confirmar Pedido');
  await expectAbove(window.getByText('$5.900', { exact: true }), confirm);
  await expect(confirm).toBeInViewport({ ratio: 1 });
  expect(new URL(page.url()).search).toBe('');
  await book(page, 'profile/repeat', { hasFold: true });
  await window.getByRole('button', { name: 'términos y condiciones' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(window.getByRole('button', { name: 'términos y condiciones' })).toBeFocused();
  const added = await makePng('nueva.png', { color: '#2244aa' });
  const release = await hold(page, '**/api/upload');
  await window.getByLabel('Agregar imágenes').setInputFiles(added);
  // What is changed while a picture is sent stays.
  await window.getByRole('button', { name: 'Un pin más de la imagen 1' }).click();
  await expect(window).toContainText('$7.600');
  release();
  await expect(window).toContainText('$9.300');
  await expectFits(page);
  await expectClean(page);
  // Its second click does not remove the one that moved under it.
  await window.getByRole('button', { name: 'Quitar la imagen 1' }).dblclick();
  await expect(window).toContainText('$5.900');
  await window.getByRole('button', { name: 'Quitar la imagen 1' }).click();
  await expect(window).toContainText('$4.200');
  await expect(window.getByRole('button', { name: 'Quitar la imagen 1' })).toBeDisabled();
  await button(page, 'Confirmar Pedido').click();
  await expect(window).toBeHidden();
  await openProfile(page, 'Mis Pedidos');
  await expect(open).toHaveCount(2);
  await expect(page.getByText('1 imagen · $4.200')).toBeVisible();
});

test("verifying brings a guest's orders along", { tag: '@long' }, async ({ page, shop }) => {
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
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Direcciones' }).click();
  await expect(page.getByText('No tienes direcciones guardadas aun.')).toBeVisible();
  await book(page, 'profile/joined-address');
  await button(page, 'Guardar esta dirección').click();
  await expect(page.getByRole('region', { name: 'Dirección guardada' })).toBeVisible();
});

test("the order mail's link opens it", { tag: '@long' }, async ({ page: phone, shop }) => {
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
  await book(phone, 'links/order');
  expect(scripts.filter((url) => url.includes('/api/identity'))).toEqual([]);
  await phone.goto('/#pedido=nada.de.esto');
  await expect(detail.getByRole('alert')).toContainText('Este enlace no abre ningún pedido.');
  await book(phone, 'links/order-wrong');
  // A slip's code asks whoever finds it to sign in.
  await phone.goto('/?repetir=7K4MQ-X2TBA');
  await expect(dialog(phone, 'Repetir pedido')).toContainText('Inicia sesión con la cuenta');
});
