import { endSession, newEmail, signUp } from '../../support/accounts.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';

const LONG = 'una-persona-con-un-nombre-larguisimo-sin-espacios-ni-pausas';

/** The header of an account that is not verified. */
export const headerUnverified: Walk = {
  name: 'header-unverified',
  as: 'guest',
  states: [
    { name: 'new', show: 'fold', reach: ({ page }) => signUp(page, newEmail(LONG)) },
    {
      name: 'sent',
      show: 'fold',
      reach: async ({ page }) => {
        await button(page, 'Verificar').click();
        await expect(button(page, 'Refrescar')).toBeVisible();
      },
    },
    {
      name: 'still-open',
      show: 'fold',
      reach: async ({ page }) => {
        await button(page, 'Refrescar').click();
        await expect(page.getByText('aún no está verificado')).toBeVisible();
      },
    },
    {
      name: 'renew',
      reach: async ({ page }) => {
        await page.reload();
        await page.route('**/send-verification-email', (route) =>
          route.fulfill({ status: 400, json: { code: 'USER_NOT_FOUND' } }),
        );
        await button(page, 'Verificar').click();
        await expect(button(page, 'Ahora no')).toBeVisible();
      },
    },
    {
      name: 'ended',
      show: 'fold',
      reach: async ({ page }) => {
        await button(page, 'Ahora no').click();
        await endSession(page);
        await button(page, 'Mi Perfil').click();
        await expect(page.getByRole('alert')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByText('Tu sesión terminó.')).toBeVisible();
      },
    },
    {
      name: 'sign-in-again',
      reach: async ({ page }) => {
        await button(page, 'Iniciar Sesion').click();
        await expect(page.getByText('Vuelve a entrar')).toBeVisible();
      },
    },
  ],
};

export const headerCustomer: Walk = {
  name: 'header-customer',
  as: 'customer',
  states: [
    {
      name: 'signed-in',
      show: 'fold',
      reach: async ({ page }) => {
        await page.goto('/');
        await expect(button(page, 'Mi Perfil')).toBeVisible();
      },
    },
    {
      name: 'unreachable',
      show: 'fold',
      reach: async ({ page }) => {
        await page.route('**/api/identity/**', (route) => route.abort());
        await page.reload();
        await expect(page.getByText('No pudimos comprobar tu sesión.')).toBeVisible();
        await page.unroute('**/api/identity/**');
      },
    },
  ],
};

/** What admins find on the home page. */
export const headerAdmin: Walk = {
  name: 'header-admin',
  as: 'admin',
  states: [
    {
      name: 'signed-in',
      show: 'fold',
      reach: async ({ page }) => {
        await page.goto('/');
        await expect(button(page, 'Admin')).toBeVisible();
      },
    },
    {
      name: 'test-panel',
      show: 'page',
      reach: async ({ page }) => {
        await button(page, 'Panel Admin').click();
        await button(page, 'Obtener token').click();
        await expect(page.getByText('Token recibido')).toBeVisible();
      },
    },
    {
      name: 'test-panel-diagnosis',
      show: 'page',
      reach: async ({ page }) => {
        await button(page, 'Enviar correo de verificación').click();
        await expect(page.getByText('Tu email ya esta verificado')).toBeVisible();
      },
    },
  ],
};
