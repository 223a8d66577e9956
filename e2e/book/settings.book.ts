import type { Page } from '@playwright/test';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { expect, openPanel, saveSettings, test } from '../support/admin.ts';
import { button } from '../support/wizard.ts';
import { book } from './book.ts';

const LONG = 'Maximiliana-Guillermina-de-los-Ángeles-Fernández-Etcheverry-y-Compañía-Limitada';
/** What is off by default. */
const saved = {
  unpaid: { payDays: 5, reminders: [{ day: 2 }, { day: 4 }], cancels: true },
  delivery: { ...DEFAULT_PROMISE, regionDays: [{ region: 'XII', days: 4 }] },
  ways: {
    ...{ branch: true, branchPrice: 3100, branches: [{ courier: 'Starken', branch: 'Centro' }] },
    ...{ pickup: true, pickupPrice: 0, pickupPlace: 'Arauco 512, Chillán' },
    ...{ pickupHours: 'Lunes a viernes de 10 a 18 h', payOnArrival: true },
  },
};

async function openGroup(page: Page, name: string) {
  if (await page.getByRole('dialog', { name: /./ }).nth(1).isVisible()) {
    await page.keyboard.press('Escape');
    const leave = button(page, 'Descartar');
    if (await leave.isVisible()) await leave.click();
  }
  await button(page, new RegExp(`^${name}`)).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

async function expectRefused(page: Page) {
  await button(page, 'Guardar').click();
  await expect(page.getByText('Revisa los datos marcados.')).toBeVisible();
}

test('groups of settings, empty and full', async ({ page, adminShop: { admin } }) => {
  await openPanel(page, 'Ajustes');
  await openGroup(page, 'Pedidos sin pagar');
  await page.getByLabel('Días para pagar').fill('5');
  for (const [at, day] of ['2', '9'].entries()) {
    await button(page, 'Agregar recordatorio').click();
    const reminder = page.getByRole('group', { name: `Recordatorio ${at + 1}` });
    await reminder.getByLabel('Días después del pedido').fill(day);
  }
  await page.getByLabel('Cancelar solos los vencidos').check();
  await book(page, 'admin-settings/unpaid');
  await openGroup(page, 'Formas de entrega');
  await page.getByLabel('Retiro en la tienda', { exact: true }).check();
  await page.getByLabel('Dónde se retira').fill(LONG);
  await page.getByLabel('Retiro en la oficina de un courier').check();
  await button(page, 'Agregar oficina').click();
  await page.getByRole('group', { name: 'Oficina 1' }).getByLabel('Courier').fill('Starken');
  await page.getByLabel('Envío por pagar').check();
  await expectRefused(page);
  await book(page, 'admin-settings/ways');
  await openGroup(page, 'Couriers');
  await button(page, 'Agregar courier').click();
  await page.getByLabel('Página de seguimiento').last().fill('http://seguir.cl');
  await expectRefused(page);
  await book(page, 'admin-settings/couriers');
  await openGroup(page, 'Si algo sale mal');
  await page.getByLabel('Días para reclamar').fill('15');
  await book(page, 'admin-settings/complaints');
  await openGroup(page, 'Prensa e impresión');
  await book(page, 'admin-settings/press');
  await page.route('**/api/admin/settings/press', (route) => route.abort());
  await page.getByLabel('Margen').fill('8');
  await button(page, 'Guardar').click();
  await expect(page.getByText(/^Error al guardar los ajustes/)).toBeVisible();
  await book(page, 'admin-settings/failed');

  for (const [group, values] of Object.entries(saved)) await saveSettings(admin, group, values);
  await openPanel(page, 'Ajustes');
  const groups = ['Pedidos sin pagar', 'Formas de entrega', 'Couriers', 'Plazos', 'Si algo sale'];
  for (const [at, group] of groups.entries()) {
    await openGroup(page, group);
    await book(page, `offering/group-${at + 1}`);
  }
});
