import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { adminPerson } from './admin-person.ts';
import { held } from './steps.ts';

const TAB = 'Codigos de Descuento';
const codes = '**/api/admin/discounts/';

const [loading, finishLoading] = held('loading', codes, async ({ page }) => {
  await openPanel(page, TAB);
  await page.waitForTimeout(600);
});

export const adminCodes: Walk = {
  name: 'admin-codes',
  as: 'admin',
  states: [
    loading,
    {
      name: 'list',
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('table')).toBeVisible();
      },
    },
    {
      name: 'switched',
      isBrief: true,
      reach: async ({ page }) => {
        await button(page, 'Desactivar GRATIS').click();
        await expect(button(page, 'Activar GRATIS')).toBeVisible();
      },
    },
    {
      name: 'share',
      reach: async ({ page }) => {
        await button(page, 'Activar GRATIS').click();
        await button(page, 'Compartir GRATIS').click();
        await expect(
          page.getByRole('img', { name: 'Código QR del enlace de GRATIS' }),
        ).toBeVisible();
      },
    },
    {
      name: 'create',
      reach: async ({ page }) => {
        await button(page, 'Cerrar').last().click();
        await button(page, 'Crear código').click();
        await expect(page.getByLabel('Valor')).toBeVisible();
      },
    },
    {
      name: 'create-errors',
      hasFold: true,
      reach: async ({ page }) => {
        await button(page, 'Crear código').last().click();
        await expect(page.locator('[aria-invalid]').first()).toBeVisible();
      },
    },
    {
      name: 'create-taken',
      reach: async ({ page }) => {
        const form = page.getByRole('dialog', { name: 'Crear código de descuento' });
        await form.getByLabel('Código').fill('GRATIS');
        await form.getByLabel('Nombre').fill('Otra vez');
        await form.getByLabel('Valor').fill('10');
        await button(page, 'Crear código').last().click();
        await expect(form.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'empty',
      reach: async ({ page }) => {
        await page.route(codes, (route) =>
          route.fulfill({ json: { success: true, discountCodes: [] } }),
        );
        await openPanel(page, TAB);
        await expect(page.getByText('No hay codigos de descuento creados')).toBeVisible();
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.unroute(codes);
        await page.route(codes, (route) => route.abort());
        await openPanel(page, TAB);
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};

const users = /\/api\/admin\/users/;
const [usersLoading, finishUsers] = held('loading', users, async ({ page }) => {
  await openPanel(page, 'Admin');
  await page.waitForTimeout(600);
});

export const adminUsers: Walk = {
  name: 'admin-users',
  as: 'admin',
  states: [
    usersLoading,
    {
      name: 'list',
      hasFold: true,
      reach: async ({ page }) => {
        await finishUsers();
        await expect(page.getByRole('list', { name: 'Usuarios' })).toBeVisible();
      },
    },
    {
      name: 'soon',
      isBrief: true,
      reach: async ({ page }) => {
        await button(page, /^Hacer Admin/)
          .first()
          .click();
        await expect(page.getByText('Próximamente')).toBeVisible();
      },
    },
    {
      name: 'activity',
      reach: async ({ page }) => {
        await page.getByText('Actividad', { exact: true }).click();
        await expect(page.getByLabel('Sobre')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'no-hits',
      reach: async ({ page }) => {
        await page.getByText('Actividad', { exact: true }).click();
        await page.getByLabel('Buscar por email').fill('nadie@');
        await expect(page.getByText('No se encontraron usuarios.')).toBeVisible();
      },
    },
    ...adminPerson,
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.route(users, (route) => route.abort());
        await openPanel(page, 'Admin');
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
};
