import { type Page, request } from '@playwright/test';
import { errorMessages } from '#contract/base/messages.ts';
import { dialog, openProfile, PASSWORD, signUp } from '../../support/accounts.ts';
import type { Shop } from '../../support/server.ts';
import { button } from '../../support/wizard.ts';
import { expect, type State, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const SESSION = '**/api/auth/sessions/*';
const SESSIONS = '**/api/auth/sessions';
const PROFILE = '**/api/auth/profile';
const EXPORT = '**/api/auth/profile/export';

/** User agents of known browsers, and an unknown one. */
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'curl',
];

let email = '';

async function signInElsewhere(shop: Shop) {
  for (const userAgent of AGENTS) {
    const http = await request.newContext({ baseURL: shop.url, userAgent });
    const data = { email, password: PASSWORD };
    const headers = { origin: shop.url };
    await http.post('/api/identity/sign-in/email', { data, headers });
    await http.dispose();
  }
}

const [ending, finishEnding] = held('session-ending', SESSION, async ({ page }) => {
  await button(page, /^Cerrar la sesión de/)
    .first()
    .click();
});

const [exporting, finishExporting] = held('exporting', EXPORT, async ({ page }) => {
  await button(page, 'Descargar mis datos').click();
  await expect(button(page, 'Descargando...')).toBeVisible();
});

const asking = (page: Page) => dialog(page, '¿Eliminar tu cuenta?');

/** Tries to erase the account; the shop refuses. */
async function eraseInVain(
  page: Page,
  { status, code }: { status: number; code: 'order_under_way' | 'fresh_sign_in_required' },
) {
  const json = { success: false, code, message: errorMessages[code] };
  await page.route(PROFILE, (route) => route.fulfill({ status, json }), { times: 1 });
  if (!(await asking(page).isVisible())) await button(page, 'Eliminar mi cuenta').click();
  await asking(page).getByRole('button', { name: 'Eliminar mi cuenta' }).click();
}

const sessions: readonly State[] = [
  {
    name: 'sessions',
    reach: async ({ page, shop }) => {
      email = await signUp(page);
      await signInElsewhere(shop);
      await openProfile(page, 'Seguridad');
      await expect(page.getByText('Safari en iPhone')).toBeVisible();
    },
  },
  ending,
  {
    name: 'session-ended',
    reach: async ({ page }) => {
      await finishEnding();
      await expect(page.getByText('Cerramos la sesión')).toBeVisible();
    },
  },
  {
    name: 'session-failed',
    reach: async ({ page }) => {
      await page.route(SESSION, (route) => route.abort(), { times: 1 });
      await button(page, /^Cerrar la sesión de/)
        .first()
        .click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'sessions-asked',
    reach: async ({ page }) => {
      await button(page, 'Cerrar las demás sesiones').click();
      await expect(dialog(page, '¿Cerrar las demás sesiones?')).toBeVisible();
    },
  },
  {
    name: 'session-alone',
    reach: async ({ page }) => {
      await button(page, 'Cerrar las demás').click();
      await expect(page.getByText('abierta solo en este navegador')).toBeVisible();
    },
  },
  {
    name: 'sessions-lost',
    reach: async ({ page }) => {
      await page.route(SESSIONS, (route) => route.abort());
      await page.reload();
      await openProfile(page, 'Seguridad');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.unroute(SESSIONS);
    },
  },
];

const data: readonly State[] = [
  exporting,
  {
    name: 'export-failed',
    reach: async ({ page }) => {
      await finishExporting();
      await page.route(EXPORT, (route) => route.abort());
      await button(page, 'Descargar mis datos').click();
      await expect(page.getByRole('alert').last()).toBeVisible();
    },
  },
  {
    name: 'erase-refused',
    reach: async ({ page }) => {
      await eraseInVain(page, { status: 409, code: 'order_under_way' });
      await expect(asking(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'fresh-sign-in',
    reach: async ({ page }) => {
      await eraseInVain(page, { status: 403, code: 'fresh_sign_in_required' });
      await expect(dialog(page, 'Confirma que eres tú')).toBeVisible();
    },
  },
  {
    name: 'fresh-sign-in-wrong',
    reach: async ({ page }) => {
      await page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
      await button(page, 'Confirmar').click();
      await expect(dialog(page, 'Confirma que eres tú').getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'erased',
    reach: async ({ page }) => {
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
      await button(page, 'Confirmar').click();
      await expect(dialog(page, 'Cuenta eliminada')).toBeVisible();
    },
  },
];

/** The account's sessions, and the rights to one's own data. */
export const security: Walk = {
  name: 'security',
  as: 'guest',
  states: [...sessions, ...data],
};
