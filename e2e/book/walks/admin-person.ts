import { callAs, placeOrder } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type State } from '../stage.ts';

const guest = `invitada.${Date.now()}@ejemplo.cl`;
let order = '';

/** Export and erasure of a person's data. */
export const adminPerson: readonly State[] = [
  {
    name: 'person-guest',
    reach: async ({ page }) => {
      await button(page, 'Datos de un invitado').click();
      await expect(page.getByLabel('Email de sus pedidos')).toBeFocused();
    },
  },
  {
    name: 'person-unknown',
    reach: async ({ page }) => {
      await page.getByLabel('Email de sus pedidos').fill('nadie@ejemplo.cl');
      await button(page, 'Descargar datos').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'person-erase-asked',
    reach: async ({ page, shop }) => {
      order = await placeOrder(shop, { email: guest });
      await page.getByLabel('Email de sus pedidos').fill(guest);
      await button(page, 'Borrar datos').click();
      await expect(button(page, 'Borrar para siempre')).toBeVisible();
    },
  },
  {
    name: 'person-refused',
    reach: async ({ page }) => {
      await button(page, 'Borrar para siempre').click();
      await expect(page.getByText('Hay un pedido en curso')).toBeVisible();
    },
  },
  {
    name: 'person-erased',
    reach: async ({ page }) => {
      const by = callAs(page.request);
      await by.call('PATCH', `/admin/orders/${order}/status`, { status: 'cancelled' });
      await button(page, 'Borrar datos').click();
      await button(page, 'Borrar para siempre').click();
      await expect(page.getByText('Datos borrados, con 1 pedido')).toBeVisible();
    },
  },
  {
    name: 'person-account',
    reach: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByLabel('Buscar por email').fill('persona1@');
      await button(page, 'Datos de persona1@demo.cl').click();
      await expect(page.getByRole('dialog', { name: 'Datos de la persona' })).toBeVisible();
    },
  },
];
