import { errorMessages } from '#contract/base/messages.ts';
import { dialog, openProfile, PASSWORD, signUp } from '../../support/accounts.ts';
import { codeOf } from '../../support/authenticator.ts';
import { makeAdmin } from '../../support/database.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Stage, type State, type Walk } from '../stage.ts';

const PASS = '**/api/auth/second-factor/pass';
const TITLE = 'Verificación en dos pasos';

let email = '';

/** The shop's response to a code; the next state asks again. */
const answers = (name: string, reach: (stage: Stage) => Promise<unknown>): State => ({
  name,
  reach: async (stage) => {
    await reach(stage);
    const asked = dialog(stage.page, TITLE);
    await asked.getByLabel('Código').fill('000000');
    await button(stage.page, 'Confirmar').click();
    await expect(asked.getByRole('alert')).toBeVisible();
  },
});

/** An admin's second factor: enabled in the profile, and required in the next session. */
export const secondFactor: Walk = {
  name: 'second-factor',
  as: 'guest',
  states: [
    {
      name: 'enrol',
      reach: async ({ page, shop }) => {
        email = await signUp(page);
        makeAdmin(shop, email);
        await page.reload();
        await openProfile(page, 'Seguridad');
        await button(page, 'Activar').click();
        await expect(page.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeVisible();
      },
    },
    {
      name: 'enrol-wrong',
      reach: async ({ page }) => {
        await page.getByLabel('Código de la aplicación').fill('000000');
        await button(page, 'Activar').last().click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'codes',
      reach: async ({ page }) => {
        const window = dialog(page, 'Activa la verificación en dos pasos');
        const secret = (await window.locator('code').textContent()) ?? '';
        await page.getByLabel('Código de la aplicación').fill(await codeOf(secret));
        await window.getByRole('button', { name: 'Activar' }).click();
        await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible();
      },
    },
    {
      name: 'on',
      reach: async ({ page }) => {
        await button(page, 'Ya los guardé').click();
        await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible();
      },
    },
    {
      name: 'off-asked',
      reach: async ({ page }) => {
        await button(page, 'Desactivar').click();
        await expect(dialog(page, 'Desactivar la verificación en dos pasos')).toBeVisible();
      },
    },
    {
      name: 'challenge',
      reach: async ({ page }) => {
        await page.context().clearCookies();
        await page.request.post('/api/identity/sign-in/email', {
          data: { email, password: PASSWORD },
        });
        await page.goto('/');
        await button(page, 'Admin').click();
        await expect(dialog(page, TITLE).getByLabel('Código')).toBeFocused();
      },
    },
    answers('challenge-wrong', async () => {}),
    answers('challenge-locked', ({ page }) =>
      page.route(PASS, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '900' },
          json: {
            success: false,
            code: 'too_many_requests',
            message: errorMessages.too_many_requests,
          },
        }),
      ),
    ),
    {
      name: 'lost',
      reach: async ({ page }) => {
        await page.getByText('¿Perdiste tu celular?').click();
        await expect(page.getByText('pide a quien mantiene el servidor')).toBeVisible();
      },
    },
  ],
};
