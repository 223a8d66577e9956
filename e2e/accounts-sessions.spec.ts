import {
  dialog,
  endSession,
  fillSignIn,
  openProfile,
  signIn,
  signUp,
  signUpAhead,
} from './support/accounts.ts';
import { makeJpeg } from './support/pictures.ts';
import { openAtDelivery, openAtSummary } from './support/prepared-draft.ts';
import { signUpWithOrder } from './support/signed-in-buyer.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  heading,
  openWizardHere,
  pick,
  placedText,
  readStoredDraft,
  recipient,
} from './support/wizard.ts';

test('a session that ends in the middle of the wizard loses nothing', async ({ page }) => {
  const email = await signUpAhead(page);
  await openAtSummary(page);
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await endSession(page);
  await button(page, 'Confirmar pedido').click();
  // Beside the button that was clicked.
  const notice = page.getByRole('alert').filter({ hasText: 'Tu pedido está guardado' });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(heading(page, 'Resumen')).toBeVisible();
  await notice.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(dialog(page, 'Iniciar Sesión').getByLabel('Email')).toHaveValue(email);
  await fillSignIn(page, email);
  await expect(page.getByText('Tu sesión terminó')).toHaveCount(0);
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(1);
});

test('pictures arrive after signing in when a session ends', { tag: '@long' }, async ({ page }) => {
  const email = await signUp(page);
  await openWizardHere(page);
  await endSession(page);
  await pick(page, [await makeJpeg()]);
  await expect(page.getByText('Tu sesión terminó. Tu pedido está guardado')).toBeVisible();
  await page
    .getByRole('region', { name: 'Tu pedido' })
    .getByRole('button', { name: 'Iniciar Sesión' })
    .click();
  await fillSignIn(page, email);
  await expectUploaded(page, 1);
});

test('a session ended in the profile is renewed', { tag: '@long' }, async ({ page, shop }) => {
  const email = await signUpWithOrder(page, shop);
  await openProfile(page);
  await endSession(page);
  await page.getByRole('tab', { name: 'Mis Pedidos' }).click();
  const profile = dialog(page, 'Mi Perfil');
  await expect(profile.getByRole('alert')).toHaveText(
    'Error al cargar los datos del usuario: Tu sesión terminó. Inicia sesión de nuevo para continuar.',
  );
  await profile.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await fillSignIn(page, email);
  await button(page, 'Repetir pedido').click();
  const window = dialog(page, 'Finalizar Pedido');
  await window.getByLabel('Dirección').fill('Otra calle 7');
  await endSession(page);
  await button(page, 'Confirmar Pedido').click();
  await fillSignIn(page, email);
  await expect(window.getByLabel('Dirección')).toHaveValue('Otra calle 7');
  await button(page, 'Confirmar Pedido').click();
  await expect(window).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
});

test("a guest's tab follows another tab's sign-in and sign-out", async ({ page, context }) => {
  await page.goto('/');
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
  const other = await context.newPage();
  await signUp(other);
  // Here all tabs have the focus at any time.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  await button(other, 'Cerrar Sesion').click();
  await expect(button(page, 'Iniciar Sesion')).toBeVisible();
});

test('signing out takes the draft away', async ({ page }) => {
  await signUpAhead(page);
  await openAtDelivery(page);
  // Left by a page that was closed before it could store its changes.
  const left = 'pines.draft.left';
  await page.evaluate((key) => localStorage.setItem(key, '{}'), left);
  await button(page, 'Cerrar Sesion').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  const readLeft = () => page.evaluate((key) => localStorage.getItem(key), left);
  await expect.poll(readLeft).toBeNull();
  await page.reload();
  await expect(button(page, 'Crear Pin Personalizado')).toBeVisible();
  await expect(button(page, 'Comenzar Pedido')).toBeHidden();
});

test('signing out takes the draft away while the wizard is closed', async ({ page }) => {
  await signUpAhead(page);
  await openAtDelivery(page);
  await page.goto('about:blank');
  await page.goto('/');
  await expect(button(page, 'Seguir con mi pedido')).toBeVisible();
  await button(page, 'Cerrar Sesion').click();
  await expect(button(page, 'Seguir con mi pedido')).toBeHidden();
  expect(await readStoredDraft(page)).not.toContain('upload');
});

test('a guest who signs in keeps the draft, not the e-mail typed before', async ({ page }) => {
  const email = await signUpAhead(page);
  await endSession(page);
  await openAtSummary(page);
  await signIn(page, email);
  await expect(heading(page, 'Resumen')).toBeVisible();
  await expect(page.getByText(recipient.email)).toBeHidden();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});
