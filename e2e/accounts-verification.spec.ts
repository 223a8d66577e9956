import { book } from './book/book.ts';
import { dialog, fillSignIn, PASSWORD, signUp } from './support/accounts.ts';
import { RESET, VERIFY, waitForLink } from './support/mail.ts';
import { expect, test } from './support/test.ts';
import { button } from './support/wizard.ts';

test('another tab’s verification shows here', { tag: '@long' }, async ({ page, context, shop }) => {
  const email = await signUp(page);
  await button(page, 'Verificar').click();
  await expect(button(page, 'Enviado')).toBeDisabled();
  await expect(button(page, 'Refrescar')).toBeVisible();
  await book(page, 'header-unverified/sent', { show: 'fold' });
  const link = await waitForLink(shop, email, { part: VERIFY });
  const mailTab = await context.newPage();
  await mailTab.goto(link);
  await expect(mailTab.getByText(`¡Listo! Verificaste ${email}.`)).toBeVisible();
  await expect(mailTab).toHaveURL('/');
  await book(mailTab, 'links/verified');
  await expect(button(page, 'Enviado')).toBeHidden();
  await expect(button(page, 'Verificar')).toBeHidden();
  await expect(page.getByRole('img', { name: 'Cuenta sin verificar' })).toBeHidden();
  // A second click on the link is harmless.
  await mailTab.goto(link);
  await expect(mailTab.getByText(`¡Listo! Verificaste ${email}.`)).toBeVisible();
});

test('a user is read anew every 30 s until verified', { tag: '@long' }, async ({ page, shop }) => {
  await page.clock.install();
  await page.goto('/');
  const email = await signUp(page);
  await button(page, 'Verificar').click();
  const link = await waitForLink(shop, email, { part: VERIFY });
  // The same session in another browser, without a message to this page.
  await page.request.get(link);
  await expect(button(page, 'Enviado')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(button(page, 'Enviado')).toBeHidden();
});

test("'Refrescar' tells what it found", { tag: '@long' }, async ({ page, shop }) => {
  const email = await signUp(page);
  await button(page, 'Verificar').click();
  await button(page, 'Refrescar').click();
  await expect(page.getByText('Tu email aún no está verificado.')).toBeVisible();
  await book(page, 'header-unverified/still-open', { show: 'fold' });
  await page.request.get(await waitForLink(shop, email, { part: VERIFY }));
  await button(page, 'Refrescar').click();
  await expect(page.getByText('¡Listo! Tu email quedó verificado.')).toBeVisible();
});

test('a link asks for the password', { tag: '@long' }, async ({ page, browser, shop }) => {
  const email = await signUp(page);
  await button(page, 'Verificar').click();
  const link = await waitForLink(shop, email, { part: VERIFY });
  const phone = await browser.newPage({ baseURL: shop.url });
  await phone.goto(link);
  await expect(dialog(phone, 'Verifica tu email')).toBeVisible();
  await expect(phone).toHaveURL('/');
  await book(phone, 'links/verify');
  // Password managers ignore one of type hidden.
  await expect(phone.locator('[type=email][autocomplete=username]')).toHaveValue(email);
  await phone.getByLabel('Contraseña', { exact: true }).fill('no-es-esta-clave');
  await button(phone, 'Verificar mi email').click();
  await expect(phone.getByRole('alert')).toHaveText('El email o la contraseña no son correctos.');
  await book(phone, 'links/verify-refused');
  await phone.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await button(phone, 'Verificar mi email').click();
  await expect(phone.getByText(`¡Listo! Verificaste ${email}.`)).toBeVisible();
  await phone.close();
});

test("'No fui yo' removes the account", { tag: '@long' }, async ({ page, browser, shop }) => {
  const email = await signUp(page);
  await button(page, 'Verificar').click();
  const link = await waitForLink(shop, email, { part: VERIFY });
  const owner = await browser.newPage({ baseURL: shop.url });
  await owner.goto(link);
  await button(owner, 'No fui yo').click();
  await expect(
    owner.getByText(`Eliminamos la cuenta que alguien abrió con ${email}.`),
  ).toBeVisible();
  await book(owner, 'links/rejected');
  await owner.close();
  await button(page, 'Cerrar Sesion').click();
  await button(page, 'Iniciar Sesion').click();
  await fillSignIn(page, email);
  await expect(page.getByRole('alert')).toHaveText('El email o la contraseña no son correctos.');
});

test('a used-up verification link offers another', { tag: '@long' }, async ({ page, shop }) => {
  const email = await signUp(page);
  for (const [skip, address] of [
    '/?emailVerified=true&error=TOKEN_EXPIRED',
    '/email-verified?error=INVALID_TOKEN',
  ].entries()) {
    await page.goto(address);
    await expect(dialog(page, 'El enlace ya no sirve')).toBeVisible();
    await book(page, 'links/expired');
    await expect(page).toHaveURL('/');
    await button(page, 'Enviar un enlace nuevo').click();
    await expect(page.getByText(`Te enviamos un enlace nuevo a ${email}.`)).toBeVisible();
    await waitForLink(shop, email, { part: VERIFY, skip });
  }
});

test('/email-verified without a session asks to sign in', { tag: '@long' }, async ({ page }) => {
  await page.goto('/email-verified');
  await expect(page).toHaveURL('/');
  const window = dialog(page, 'Verificación de tu email');
  await expect(window).toBeVisible();
  await book(page, 'links/verified-signed-out');
  await window.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
});

test('a forgotten password is replaced by mail, once', async ({ page, browser, shop }) => {
  const email = await signUp(page);
  const other = await browser.newPage({ baseURL: shop.url });
  await other.goto('/');
  await button(other, 'Iniciar Sesion').click();
  await button(other, '¿Olvidaste tu contraseña?').click();
  await expect(dialog(other, 'Recuperar contraseña')).toBeVisible();
  await book(other, 'sign-in/forgot');
  await other.getByLabel('Email').fill(email);
  await button(other, 'Enviar enlace').click();
  await expect(other.getByText(`Si hay una cuenta con ${email}`)).toBeVisible();
  await book(other, 'sign-in/forgot-sent');
  const link = await waitForLink(shop, email, { part: RESET });
  await other.goto(link);
  await expect(other).toHaveURL('/');
  const window = dialog(other, 'Elige tu contraseña nueva');
  await expect(window).toBeVisible();
  await book(other, 'links/reset');
  await window.getByLabel('Contraseña nueva', { exact: true }).fill('otra-clave-larga');
  await window.getByLabel('Confirmar contraseña', { exact: true }).fill('otra-clave');
  await button(other, 'Guardar contraseña').click();
  await expect(other.getByRole('alert')).toHaveText('Las contraseñas no coinciden');
  await book(other, 'links/reset-mismatch');
  await other.mouse.click(4, 4);
  await other.keyboard.press('Escape');
  await button(other, 'Seguir editando').click();
  await window.getByLabel('Confirmar contraseña', { exact: true }).fill('otra-clave-larga');
  await button(other, 'Guardar contraseña').click();
  await expect(dialog(other, 'Contraseña cambiada')).toBeVisible();
  await book(other, 'links/reset-done');
  await button(other, 'Iniciar Sesión').click();
  await fillSignIn(other, email, 'otra-clave-larga');
  await expect(button(other, 'Mi Perfil')).toBeVisible();
  // The session in the other browser has ended.
  await page.reload();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
  await other.goto(link);
  await expect(dialog(other, 'El enlace ya no sirve')).toBeVisible();
  await book(other, 'links/reset-expired');
  await button(other, 'Pedir un enlace nuevo').click();
  await expect(dialog(other, 'Recuperar contraseña')).toBeVisible();
  await other.close();
});

test('a verification mail that fails says why', { tag: '@long' }, async ({ page }) => {
  await signUp(page);
  const fail = (status: number, code: string) =>
    page.route('**/api/identity/send-verification-email', (route) =>
      route.fulfill({ status, json: { code } }),
    );
  await fail(429, 'too_many_requests');
  await button(page, 'Verificar').click();
  await expect(page.getByText('Espera 5-10 minutos')).toBeVisible();
  await fail(401, 'UNAUTHORIZED');
  await button(page, 'Verificar').click();
  const question = dialog(page, '¿Cerrar sesión y volver a entrar?');
  await expect(question.getByText('Tu sesión expiró')).toBeVisible();
  await book(page, 'header-unverified/renew');
  await button(page, 'Ahora no').click();
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await button(page, 'Verificar').click();
  await question.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});
