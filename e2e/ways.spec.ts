import { expect, test } from './support/admin.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { button, heading } from './support/wizard.ts';

const WAYS = {
  ...{ branch: true, branchPrice: 3100, branches: [{ courier: 'Starken', branch: 'Centro' }] },
  ...{ pickup: true, pickupPrice: 0, pickupPlace: 'Arauco 5', pickupHours: '10 a 18 h' },
  payOnArrival: true,
};

test.afterEach(async ({ adminShop }) => {
  await adminShop.admin.call('DELETE', '/admin/settings/ways');
});

test('a buyer picks up: no address is asked for, nor kept', async ({ browser, adminShop }) => {
  const { settings } = (await adminShop.admin.call('GET', '/admin/settings')) as {
    settings: { ways: { version: number } };
  };
  const { version } = settings.ways;
  await adminShop.admin.call('PUT', '/admin/settings/ways', { values: WAYS, version });
  const storageState = { cookies: [], origins: [] };
  const viewport = { width: 360, height: 800 };
  const context = await browser.newContext({ baseURL: adminShop.url, viewport, storageState });
  const page = await context.newPage();
  await expect
    .poll(async () => (await (await page.request.get('/api/config')).json()).ways?.pickup?.place)
    .toBe('Arauco 5');
  await openAtDelivery(page, [await makePng('pin.png')]);
  await page.getByLabel('Forma de entrega').selectOption('branch');
  await page.getByLabel('Forma de entrega').selectOption('pickup');
  await expect(page.getByText('Lo retiras en Arauco 5. 10 a 18 h')).toBeVisible();
  await expect(page.getByLabel('Región')).toHaveCount(0);
  await page.getByLabel('Nombre de quien recibe').fill('Rosa Pérez');
  await page.getByLabel('Teléfono').fill('912345678');
  await page.getByLabel('Email').fill('retiro@correo.cl');
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await expect(
    page.getByText(/^Retiro: .* puedes retirarlo .* en Arauco 5, 10 a 18 h/),
  ).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/orders'));
  await button(page, 'Confirmar pedido').click();
  const { deliveryData } = (await sent).postDataJSON();
  expect(deliveryData).toMatchObject({ way: 'pickup', pricing: { shippingCost: 0 } });
  expect(deliveryData).not.toHaveProperty('address');
  await expect(page.getByText('para coordinar el pago y retiro.')).toBeVisible();
  await expect(page.getByText(/puedes retirarlo .* en Arauco 5, 10 a 18 h/)).toBeVisible();
  await context.close();
});
