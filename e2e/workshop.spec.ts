import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import {
  expect,
  openOrder,
  openPanel,
  part,
  placeOrder,
  placePaid,
  test,
} from './support/admin.ts';
import { makePng } from './support/pictures.ts';
import { button } from './support/wizard.ts';

const row = (page: Page, id: string) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: id });

test('an order takes one click a step, and back', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placePaid(adminShop, { name: 'Paula Prensa' });
  await openPanel(page, 'Taller');
  await expect(row(page, id)).toContainText('Paula Prensa, Chillán');
  await expect(row(page, id)).toContainText('2 pines');
  await expect(row(page, id)).toContainText(/Atrasado \d+ días/);
  await book(page, 'workshop/print', { hasFold: true });
  await button(page, `Impreso: pedido ${id}`).click();
  await expect(page.getByText(`Pedido ${id} marcado como impreso`)).toBeVisible();
  await expect(row(page, id)).toBeHidden();
  await button(page, 'Deshacer').click();
  await expect(row(page, id)).toBeVisible();
  await button(page, `Impreso: pedido ${id}`).click();
  await button(page, /^Por empacar/).click();
  await button(page, `Empacado: pedido ${id}`).click();
  await button(page, /^Por despachar/).click();
  await button(page, `Despachado: pedido ${id}`).click();
  const parcel = page.getByRole('dialog', { name: 'Despachado' });
  await parcel.getByLabel('Empresa de envío').fill('Starken');
  await book(page, 'workshop/dispatch');
  await parcel.getByLabel('Número de seguimiento').fill('ST-42');
  await parcel.getByRole('button', { name: 'Marcar como despachado' }).click();
  await expect(page.getByText(`Pedido ${id} marcado como despachado`)).toBeVisible();
  await expect(row(page, id)).toBeHidden();

  await page.getByRole('tab', { name: 'Pedidos' }).click();
  const order = await openOrder(page, id, 'Envío', 'Historial', 'Taller');
  await expect(part(order, 'Estado').getByText('Completado').first()).toBeVisible();
  await expect(part(order, 'Envío').getByLabel('Número de seguimiento')).toHaveValue('ST-42');
  await expect(part(order, 'Historial')).toContainText('despachado: no → sí');
  await part(order, 'Taller').getByRole('button', { name: 'Quitar Despachado' }).click();
  await expect(part(order, 'Estado').getByText('En Proceso').first()).toBeVisible();
});

test('keys mark orders; one that was overtaken is named', async ({ page, adminShop }) => {
  const ids = [
    await placePaid(adminShop, { name: 'Uno' }),
    await placePaid(adminShop, { name: 'Dos' }),
    await placePaid(adminShop, { name: 'Tres' }),
  ];
  const [printed = '', first = '', overtaken = ''] = ids;
  await openPanel(page, 'Taller');
  await expect(row(page, overtaken)).toBeVisible();
  await button(page, `Impreso: pedido ${printed}`).press('Enter');
  await expect(button(page, `Impreso: pedido ${first}`)).toBeFocused();
  await book(page, 'workshop/printed', { hasFold: true });

  for (const id of [first, overtaken]) {
    await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` }).focus();
    await page.keyboard.press('Space');
  }
  await expect(page.getByText('2 pedidos, 4 pines')).toBeVisible();
  await book(page, 'workshop/chosen', { hasFold: true });
  await adminShop.admin.call('PATCH', `/admin/orders/${overtaken}/status`, { status: 'cancelled' });
  await button(page, 'Impreso').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Pedido ${first} marcado como impreso`)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(overtaken);
  await expect(page.getByRole('alert')).toContainText('Otra persona cambió este pedido');
  await book(page, 'workshop/refused');
  await expect(row(page, first)).toBeHidden();
});

test('a picture too small is named', { tag: '@long' }, async ({ page, adminShop }) => {
  const small = await makePng('chica.png', { width: 120, height: 160 });
  const files = [await makePng('grande.png', { width: 900, height: 900 }), small];
  const { admin, ...shop } = adminShop;
  const id = await placeOrder({ ...shop }, { name: 'Berta Borrosa', files });
  await admin.call('PUT', `/admin/orders/${id}/payment`, { paidAt: '2026-03-09', how: 'X' });
  const words = 'Saldrá borrosa: 120 × 160 px para un pin de 58 mm';
  await openPanel(page, 'Taller');
  await expect(row(page, id).getByRole('listitem').filter({ hasText: words })).toContainText(
    'Imagen 2.',
  );
  const chat = page.getByRole('link', { name: `Pedir una mejor por WhatsApp: pedido ${id}` });
  const url = new URL((await chat.getAttribute('href')) ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56912345678');
  const text = url.searchParams.get('text') ?? '';
  expect(text).toMatch(/^Hola Berta, te escribimos de .+ por tu pedido/);
  expect(text).toContain('Imagen 2: mide 120 × 160 px y en un pin de 58 mm saldría borrosa');
  expect(text).not.toContain('Imagen 1');

  await button(page, `2 notas en las imágenes del pedido ${id}`).click();
  const notes = page.getByRole('dialog', { name: 'Notas en las imágenes' });
  await expect(notes).toContainText('Imagen 2Con brillo');
  await page.keyboard.press('Escape');

  await button(page, id).click();
  const order = page.getByRole('dialog', { name: `Pedido ${id}`, exact: true });
  await expect(order).toContainText(words);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` }).check();
  await button(page, 'Hoja de prensa').click();
  const bar = page.getByRole('region', { name: 'Hoja de prensa' });
  await expect(bar).toContainText(`Imagen 2 del pedido ${id}. ${words}`);

  // Another browser does not print this sheet; here the bar goes once the order is printed.
  await page.evaluate(() => localStorage.removeItem('pines.own-sheets'));
  await page.reload();
  await expect(chat).toBeVisible();
  await expect(bar).toHaveCount(0);

  await admin.call('PUT', `/admin/orders/${id}/marks/printed`, {});
  await page.reload();
  await button(page, /^Por empacar/).click();
  await expect(row(page, id)).toBeVisible();
  await expect(chat).toHaveCount(0);
});
