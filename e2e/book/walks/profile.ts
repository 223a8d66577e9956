import type { Page } from '@playwright/test';
import { dialog, openProfile, signUp } from '../../support/accounts.ts';
import { shortenHistory } from '../../support/signed-in-buyer.ts';
import { button, heading } from '../../support/wizard.ts';
import { expect, type State, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

const chooses = (name: string, label: string, text: string): State => ({
  name,
  reach: async ({ page }) => {
    await tab(page, label).click();
    await expect(page.getByRole('tabpanel').getByText(text).first()).toBeVisible();
  },
});

const [loading, finishLoading] = held(
  'loading',
  '**/api/auth/profile',
  async ({ page }) => {
    await openProfile(page);
    await page.waitForTimeout(600);
  },
  async ({ page }) => {
    await page.goto('/');
    await expect(button(page, 'Mi Perfil')).toBeVisible();
  },
);

const [ordersLoading, finishOrders] = held('orders-loading', /\/api\/orders$/, async ({ page }) => {
  await tab(page, 'Mis Pedidos').click();
  await page.waitForTimeout(600);
});

const [repeating, finishRepeating] = held('repeating', /\/api\/orders$/, async ({ page }) => {
  await button(page, 'Confirmar Pedido').click();
  await expect(button(page, 'Procesando...')).toBeVisible();
});

const MORE = /\/api\/orders\?.*cursor=/;
const [moreLoading, finishMore] = held('history-loading', MORE, async ({ page }) => {
  await button(page, 'Ver más pedidos').click();
  await expect(button(page, 'Cargando...')).toBeVisible();
});

/** The customer's orders, two per page instead of twenty. */
const history: readonly State[] = [
  {
    name: 'history',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await shortenHistory(page);
      await page.reload();
      await openProfile(page, 'Mis Pedidos');
      await expect(button(page, 'Ver más pedidos')).toBeVisible();
    },
  },
  moreLoading,
  {
    name: 'history-more',
    reach: async ({ page }) => {
      await finishMore();
      await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(4);
    },
  },
  {
    name: 'history-failed',
    reach: async ({ page }) => {
      await page.route(MORE, (route) => route.abort());
      await button(page, 'Ver más pedidos').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** The customer's profile, an order, and its repetition. */
export const profile: Walk = {
  name: 'profile',
  as: 'customer',
  states: [
    loading,
    {
      name: 'info',
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByText('Estado de verificación')).toBeVisible();
      },
    },
    chooses('address', 'Direcciones', 'Último uso'),
    {
      name: 'address-form',
      reach: async ({ page }) => {
        await button(page, 'Corregir dirección').click();
        await expect(button(page, 'Guardar y Continuar')).toBeVisible();
      },
    },
    {
      name: 'address-errors',
      hasFold: true,
      reach: async ({ page }) => {
        await page.getByLabel('Nombre de quien recibe').fill('');
        await page.getByLabel('Teléfono').fill('12');
        await button(page, 'Guardar y Continuar').click();
        await expect(page.getByRole('alert')).toBeFocused();
      },
    },
    {
      name: 'security',
      reach: async ({ page }) => {
        await button(page, 'Cancelar').click();
        await tab(page, 'Seguridad').click();
        await expect(button(page, 'Cambiar contraseña')).toBeVisible();
      },
    },
    {
      name: 'security-sent',
      reach: async ({ page }) => {
        await button(page, 'Cambiar contraseña').click();
        await expect(page.getByText('Se ha enviado un email')).toBeVisible();
      },
    },
    ordersLoading,
    {
      name: 'orders',
      hasFold: true,
      reach: async ({ page }) => {
        await finishOrders();
        await expect(button(page, 'Repetir pedido').first()).toBeVisible();
      },
    },
    {
      name: 'order',
      hasFold: true,
      reach: async ({ page }) => {
        await page
          .getByRole('button', { name: /^Pedido / })
          .first()
          .click();
        await expect(heading(page, 'Información general')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'order-missing-picture',
      reach: async ({ page }) => {
        const window = dialog(page, 'Detalle del Pedido');
        const src = await window.locator('img').first().getAttribute('src');
        await page.keyboard.press('Escape');
        await page.route(`**${src}`, (route) => route.abort());
        await page
          .getByRole('button', { name: /^Pedido / })
          .first()
          .click();
        await expect(page.getByText('Imagen no disponible')).toBeVisible();
      },
    },
    {
      name: 'repeat',
      hasFold: true,
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Repetir pedido').first().click();
        await expect(dialog(page, 'Finalizar Pedido')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'repeat-failed',
      reach: async ({ page }) => {
        await page.route(/\/api\/orders$/, (route) => route.fulfill({ status: 500, body: '' }));
        await button(page, 'Confirmar Pedido').click();
        await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
        await page.unroute(/\/api\/orders$/);
      },
    },
    repeating,
    {
      name: 'repeat-done',
      isBrief: true,
      reach: async ({ page }) => {
        await finishRepeating();
        await expect(page.getByText('Te contactaremos pronto.')).toBeVisible();
      },
    },
    {
      name: 'orders-failed',
      reach: async ({ page }) => {
        await expect(dialog(page, 'Finalizar Pedido')).toBeHidden();
        await page.keyboard.press('Escape');
        await page.route(/\/api\/orders$/, (route) => route.abort());
        await openProfile(page, 'Mis Pedidos');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    ...history,
  ],
};

/** A new account has nothing yet. */
export const newProfile: Walk = {
  name: 'profile-new',
  as: 'guest',
  states: [
    {
      name: 'info',
      reach: async ({ page }) => {
        await signUp(page);
        await openProfile(page);
        await expect(page.getByText('No verificado')).toBeVisible();
      },
    },
    chooses('address', 'Direcciones', 'No tienes direcciones guardadas aun'),
    chooses('orders', 'Mis Pedidos', 'No tienes pedidos aun'),
    {
      name: 'window-loading',
      reach: async ({ page }) => {
        await page.route(/assets\/ProfileDialog-.*\.js/, () => undefined);
        await page.reload();
        await button(page, 'Mi Perfil').click();
        await expect(page.getByText('Abriendo…')).toBeVisible();
      },
    },
    {
      name: 'window-lost',
      reach: async ({ page }) => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.route(/assets\/ProfileDialog-.*\.js/, (route) => route.abort());
        await page.reload();
        await button(page, 'Mi Perfil').click();
        await expect(button(page, 'Reintentar')).toBeVisible();
      },
    },
  ],
};
