import type { Locator } from '@playwright/test';
import { dialog, openProfile } from './support/accounts.ts';
import { expect, openOrder, openPanel, placeOrder, test } from './support/admin.ts';
import { expectClean } from './support/checks.ts';

const point = { lat: -36.61234, lng: -72.10567 };

async function expectPoint(window: Locator) {
  await expect(window.getByText('-36.612340, -72.105670')).toBeVisible();
  await expect(window.getByRole('img', { name: 'Mapa del punto, cerca de Chillán' })).toBeVisible();
  await expect(window.getByRole('link', { name: 'Abrir en Google Maps' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=-36.61234,-72.10567',
  );
  await expect(window.getByRole('link', { name: 'Abrir en Waze' })).toHaveAttribute(
    'href',
    'https://waze.com/ul?ll=-36.61234,-72.10567&navigate=yes',
  );
}

test('buyer and admin see the chosen point', { tag: '@long' }, async ({ page, adminShop }) => {
  const away: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') away.push(request.url());
  });
  const id = await placeOrder(adminShop, { by: adminShop.admin, coordinates: point });
  await openPanel(page);
  await expectPoint(await openOrder(page, id, 'Entrega'));
  await page.goto('/');
  await openProfile(page, 'Mis Pedidos');
  await page.getByRole('button', { name: new RegExp(id) }).click();
  const detail = dialog(page, 'Detalle del Pedido');
  await expectPoint(detail);
  await expectClean(page);
  expect(away).toEqual([]);
});
