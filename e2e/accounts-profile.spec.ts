import type { Locator } from '@playwright/test';
import { book } from './book/book.ts';
import { dialog, openProfile, signUp } from './support/accounts.ts';
import { hold } from './support/hold.ts';
import { waitForLink } from './support/mail.ts';
import { watchShifts } from './support/shifts.ts';
import {
  goToForm,
  orderByRequest,
  savedAddress,
  signUpWithOrder,
} from './support/signed-in-buyer.ts';
import { expect, test } from './support/test.ts';
import { button, recipient } from './support/wizard.ts';

test('the profile shows account, address, orders and their detail', async ({ page, shop }) => {
  const email = await signUp(page);
  await openProfile(page);
  const profile = dialog(page, 'Mi Perfil');
  await expect(profile.getByText('No verificado')).toBeVisible();
  await expect(profile.getByText(email).first()).toBeVisible();
  await book(page, 'profile-new/info');

  // Tabs follow arrows, Home and End, are one stop of the Tab key, and told apart in imposed colours.
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['End', 3],
    ['ArrowRight', 0],
    ['ArrowLeft', 3],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs.nth(at)).toBeFocused();
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(
      (await tabs.nth(at).textContent()) ?? '',
    );
  }
  await page.keyboard.press('Tab');
  await expect(tabs.nth(1)).not.toBeFocused();

  await page.emulateMedia({ forcedColors: 'active' });
  const look = (place: Locator) =>
    place.evaluate((element) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(element);
      return [backgroundColor, borderColor, color];
    });
  expect(await look(tabs.nth(0))).not.toEqual(await look(tabs.nth(1)));
  await page.emulateMedia({ forcedColors: 'none' });

  await page.getByRole('tab', { name: 'Direcciones' }).click();
  await expect(profile).toContainText(
    'No tienes direcciones guardadas aun. Realiza un pedido para guardar tu direccion de entrega.',
  );
  await book(page, 'profile-new/address');
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  await expect(profile).toContainText(
    'No tienes pedidos aun. Haz tu primer pedido de pines personalizados!',
  );
  await book(page, 'profile-new/orders');
  await page.keyboard.press('Escape');
  await orderByRequest(page, shop);
  await page.reload();
  await openProfile(page, 'Direcciones');
  await expect(profile).toContainText(recipient.address);
  await expect(profile).toContainText('Ñuble');
  await book(page, 'profile/address');
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  await expect(profile).toContainText('2 imágenes');
  await expect(profile).toContainText('$5.900');
  await expect(profile).toContainText('Recibido Pendiente');
  await book(page, 'profile/orders', { hasFold: true });
  await page.getByRole('button', { name: /^Pedido / }).click();
  const detail = dialog(page, 'Detalle del Pedido');
  await expect(detail.getByRole('heading').nth(1)).toHaveText('Cómo va tu pedido');
  await expect(detail).toContainText('Usuario Registrado');
  await expect(detail).toContainText('$3.400');
  await expect(detail).toContainText('$2.500');
  await expect(detail.getByRole('link', { name: 'Imagen 2' })).toBeVisible();
  await book(page, 'profile/order', { hasFold: true });
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(profile).toBeVisible();
});

test('unreadable data say so and can be asked for again', { tag: '@long' }, async ({ page }) => {
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
  await book(page, 'profile/orders-failed');
  await page.unroute('**/api/orders');
  await button(page, 'Reintentar').click();
  await expect(page.getByText('No tienes pedidos aun.')).toBeVisible();
});

test("the profile's password mail, and signing out", { tag: '@long' }, async ({ page, shop }) => {
  const email = await signUp(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const sessions = await hold(page, '**/api/auth/sessions');
  await openProfile(page, 'Seguridad');
  await expect(button(page, 'Cambiar contraseña')).toBeVisible();
  const expectStill = await watchShifts(page);
  sessions();
  await expect(page.getByText('Esta sesión')).toBeAttached();
  await expectStill('the list of sessions');
  await book(page, 'profile/security');
  const path = '**/api/identity/request-password-reset';
  await page.route(path, (route) => route.abort());
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Error al enviar el email de cambio de contraseña')).toBeVisible();
  await page.unroute(path);
  await button(page, 'Cambiar contraseña').click();
  await expect(page.getByText('Se ha enviado un email para cambiar tu contraseña')).toBeVisible();
  await book(page, 'profile/security-sent');
  await waitForLink(shop, email, { part: '/api/identity/reset-password' });
  await dialog(page, 'Mi Perfil').getByRole('button', { name: 'Cerrar Sesion' }).click();
  await expect(dialog(page, 'Mi Perfil')).toBeHidden();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});

test('the saved address is corrected', { tag: '@long' }, async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await goToForm(page);
  await expect(savedAddress(page)).toBeVisible();
  await openProfile(page, 'Direcciones');
  await button(page, 'Corregir dirección').click();
  const window = dialog(page, 'Corregir dirección');
  await expect(button(page, 'Guardar y Continuar')).toBeVisible();
  await book(page, 'profile/address-form');
  await window.getByLabel('Dirección').fill('');
  await button(page, 'Guardar y Continuar').click();
  await expect(window.getByRole('alert')).toHaveText('La dirección es obligatoria');
  await book(page, 'profile/address-errors', { hasFold: true });
  await window.getByLabel('Dirección').fill('Calle Nueva 1');
  await button(page, 'Guardar y Continuar').click();
  await expect(window.getByText('✅ Datos guardados correctamente')).toBeVisible();
  await expect(window).toBeHidden();
  await expect(dialog(page, 'Mi Perfil')).toContainText('Calle Nueva 1');
  await page.keyboard.press('Escape');
  await expect(button(page, /Calle Nueva 1/)).toBeVisible();
});
