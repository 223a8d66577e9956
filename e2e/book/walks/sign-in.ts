import { dialog, fillSignUp, newEmail, PASSWORD } from '../../support/accounts.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const email = newEmail();

const [busy, finishBusy] = held('busy', '**/api/identity/sign-in/email', async ({ page }) => {
  const form = dialog(page, 'Iniciar Sesión');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Iniciar Sesión', exact: true }).click();
  await expect(button(page, 'Cargando...')).toBeVisible();
});

const [sending, finishSending] = held(
  'forgot-busy',
  '**/request-password-reset',
  async ({ page }) => {
    await button(page, 'Enviar enlace').click();
    await expect(button(page, 'Cargando...')).toBeVisible();
  },
);

export const signIn: Walk = {
  name: 'sign-in',
  as: 'guest',
  states: [
    {
      name: 'open',
      reach: async ({ page }) => {
        await page.goto('/');
        await button(page, 'Iniciar Sesion').click();
        await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
      },
    },
    busy,
    {
      name: 'refused',
      reach: async ({ page }) => {
        await finishBusy();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'forgot',
      reach: async ({ page }) => {
        await button(page, '¿Olvidaste tu contraseña?').click();
        await expect(dialog(page, 'Recuperar contraseña')).toBeVisible();
      },
    },
    sending,
    {
      name: 'forgot-sent',
      reach: async ({ page }) => {
        await finishSending();
        await expect(page.getByText('te enviamos un correo con un enlace')).toBeVisible();
      },
    },
    {
      name: 'sign-up',
      reach: async ({ page }) => {
        await button(page, 'Volver a iniciar sesión').click();
        await button(page, 'Crear cuenta').click();
        await expect(dialog(page, 'Crear Cuenta')).toBeVisible();
      },
    },
    {
      name: 'mismatch',
      reach: async ({ page }) => {
        await fillSignUp(page, email, PASSWORD, 'otra-clave-larga');
        await button(page, 'Crear Cuenta').click();
        await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible();
      },
    },
    {
      name: 'password-shown',
      reach: async ({ page }) => {
        await button(page, 'Mostrar contraseña').click();
      },
    },
    {
      name: 'offline',
      reach: async ({ page }) => {
        await fillSignUp(page, email);
        await page.route('**/api/identity/**', (route) => route.abort());
        await button(page, 'Crear Cuenta').click();
        await expect(page.getByText('Las contraseñas no coinciden')).toBeHidden();
        await expect(page.getByRole('alert')).toBeVisible();
        await page.unroute('**/api/identity/**');
      },
    },
  ],
};

/** The sign-in window whose code cannot be loaded. */
export const signInLost: Walk = {
  name: 'sign-in-lost',
  as: 'guest',
  states: [
    {
      name: 'not-opened',
      show: 'fold',
      reach: async ({ page }) => {
        await page.goto('/');
        await page.route(/assets\/core-.*\.js/, (route) => route.abort());
        await button(page, 'Iniciar Sesion').click();
        await expect(page.getByRole('alert')).toContainText('No pudimos abrir el inicio de sesión');
      },
    },
  ],
};
