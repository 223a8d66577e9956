import type { Page } from '@playwright/test';
import {
  dialog,
  fillSignIn,
  newEmail,
  openProfile,
  openSignIn,
  openSignUp,
  PASSWORD,
} from './support/accounts.ts';
import { expectClean, expectFits, expectTargets } from './support/checks.ts';
import { RESET, VERIFY, waitForLink } from './support/mail.ts';
import { makeJpeg } from './support/pictures.ts';
import type { Shop } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, heading, openWizard, pick, recipient } from './support/wizard.ts';

type Check = (state: string) => Promise<void>;

async function seeSignIn(page: Page, check: Check) {
  await page.goto('/');
  await openSignIn(page);
  await check('sign-in');
  await fillSignIn(page, 'nadie@ejemplo.cl', 'ninguna-clave');
  await expect(page.getByRole('alert')).toBeVisible();
  await check('sign-in-refused');
  await button(page, '¿Olvidaste tu contraseña?').click();
  await check('forgot');
  await button(page, 'Enviar enlace').click();
  await expect(page.getByText('te enviamos un correo con un enlace')).toBeVisible();
  await check('forgot-sent');
  await page.keyboard.press('Escape');
}

async function seeSignUp(page: Page, email: string, check: Check) {
  await openSignUp(page);
  const form = dialog(page, 'Crear Cuenta');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await button(page, 'Crear Cuenta').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await check('sign-up-mismatch');
  await form.getByLabel('Confirmar contraseña', { exact: true }).fill(PASSWORD);
  await button(page, 'Crear Cuenta').click();
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await check('header');
  await button(page, 'Verificar').click();
  await expect(button(page, 'Refrescar')).toBeVisible();
  await check('header-sent');
}

async function seeEmptyProfile(page: Page, check: Check) {
  await openProfile(page);
  await expect(page.getByText('No verificado')).toBeVisible();
  await check('profile');
  for (const tab of ['Direcciones', 'Mis Pedidos', 'Seguridad']) {
    await page.getByRole('tab', { name: tab }).click();
    await check(`profile-empty-${tab}`);
  }
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Se ha enviado un email')).toBeVisible();
  await check('profile-mail-sent');
  await page.keyboard.press('Escape');
}

async function order(page: Page, check: Check) {
  await openWizard(page);
  await pick(page, [await makeJpeg(), await makeJpeg('dos.jpg', { color: '#2c43b0' })]);
  await expectUploaded(page, 2);
  await button(page, 'Continuar con 2 imagenes').click();
  await page
    .getByLabel('Nombre de quien recibe')
    .fill('👩🏽‍🎨 محمد Wolfeschlegelsteinhausenbergerdorff');
  await page.getByLabel('Teléfono').fill(recipient.phone);
  await page.getByLabel('Región').selectOption(recipient.region);
  await page.getByLabel('Ciudad').selectOption(recipient.city);
  await page.getByLabel('Dirección').fill('Calle'.repeat(30));
  await page.getByLabel('Información adicional').fill(recipient.notes);
  await button(page, 'Continuar').click();
  await button(page, 'Confirmar pedido').click();
  await expect(button(page, 'Entendido')).toBeVisible();
  await button(page, 'Comenzar Pedido').click();
  await pick(page, [await makeJpeg('tres.jpg', { color: '#704300' })]);
  await button(page, /^Continuar con 1 imagen/).click();
  await expect(heading(page, 'Direcciones guardadas')).toBeVisible();
  await button(page, /Wolfeschlegel/).click();
  await check('saved-address');
}

async function seeFullProfile(page: Page, check: Check) {
  await openProfile(page, 'Direcciones');
  await expect(button(page, 'Corregir dirección')).toBeVisible();
  await check('profile-address');
  await button(page, 'Corregir dirección').click();
  await check('address');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  await expect(button(page, 'Repetir pedido')).toBeVisible();
  await check('profile-orders');
  await page.getByRole('button', { name: /^Pedido / }).click();
  await check('order');
  await page.keyboard.press('Escape');
  await button(page, 'Repetir pedido').click();
  await check('repeat');
  await button(page, 'Confirmar Pedido').click();
  await expect(page.getByText('Te contactaremos pronto.')).toBeVisible();
  await check('repeat-done');
  await expect(dialog(page, 'Finalizar Pedido')).toBeHidden();
  await page.route('**/api/orders', (route) => route.abort());
  await page.keyboard.press('Escape');
  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByRole('alert')).toBeVisible();
  await check('profile-failed');
  await page.unroute('**/api/orders');
  await page.keyboard.press('Escape');
}

async function seeLinks(page: Page, email: string, shop: Shop, check: Check) {
  const [verify, reset] = await Promise.all([
    waitForLink(shop, email, { part: VERIFY }),
    waitForLink(shop, email, { part: RESET }),
  ]);
  const orderLink = await waitForLink(shop, email, { part: '/#pedido=' });
  await page.goto(orderLink);
  await expect(heading(page, 'Información general')).toBeVisible();
  await check('order-link');
  await page.goto('/?emailVerified=true&error=TOKEN_EXPIRED');
  await expect(button(page, 'Enviar un enlace nuevo')).toBeVisible();
  await check('verification-expired');
  await page.keyboard.press('Escape');
  await button(page, 'Cerrar Sesion').click();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
  await page.goto(verify);
  await expect(button(page, 'No fui yo')).toBeVisible();
  await check('verify');
  await page.goto('/email-verified');
  await expect(page.getByText('Inicia sesión para ver')).toBeVisible();
  await check('verified-signed-out');
  await page.goto(reset);
  await expect(button(page, 'Guardar contraseña')).toBeVisible();
  await check('reset');
  await page.goto('/?resetPassword=true&error=INVALID_TOKEN');
  await expect(button(page, 'Pedir un enlace nuevo')).toBeVisible();
  await check('reset-expired');
}

for (const [width, colorScheme, tag] of [
  [360, 'light', []],
  [1440, 'dark', []],
  [320, 'dark', ['@long']],
  [768, 'light', ['@long']],
] as const) {
  const title = `every window of accounts is accessible and fits ${width} pixels, ${colorScheme}`;
  test(title, { tag: [...tag] }, async ({ page, shop }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 760 });
    const check: Check = (state) =>
      test.step(state, async () => {
        await expectClean(page);
        await expectFits(page);
        await expectTargets(page);
      });
    const email = newEmail('una-persona-con-un-nombre-larguisimo-sin-espacios-ni-pausas');
    await seeSignIn(page, check);
    await seeSignUp(page, email, check);
    await seeEmptyProfile(page, check);
    await order(page, check);
    await seeFullProfile(page, check);
    await seeLinks(page, email, shop, check);
  });
}
