import type { Locator, Page } from '@playwright/test';
import { book } from './book/book.ts';
import {
  expect,
  fact,
  openOrder,
  openPanel,
  orderRow,
  part,
  placeOrder,
  test,
  unfold,
} from './support/admin.ts';
import { hold } from './support/hold.ts';
import { watchShifts } from './support/shifts.ts';
import { countTaps } from './support/taps.ts';
import { button, heading } from './support/wizard.ts';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Returns the texts of buttons filled with the shop's colour, or its darker hover colour. */
const filledButtons = (page: Page) =>
  page.evaluate(() => {
    const sample = document.createElement('span');
    document.body.append(sample);
    const brands = ['var(--color-brand)', 'var(--color-brand-deep)'].map((color) => {
      sample.style.color = color;
      return getComputedStyle(sample).color;
    });
    sample.remove();
    return [...document.querySelectorAll<HTMLElement>('dialog button')]
      .filter((each) => each.checkVisibility())
      .filter((each) => brands.includes(getComputedStyle(each).backgroundColor))
      .map((each) => each.textContent);
  });

test('a wide screen has rows of 44 pixels beside the open order', async ({ page, adminShop }) => {
  const long = {
    name: 'María Fernanda de las Mercedes Valenzuela-Echeverría y Fernández de Córdova',
    email: `maria.fernanda@${'departamento-de-comunicaciones.'.repeat(5)}universidad.cl`,
  };
  const [first, second] = [await placeOrder(adminShop), await placeOrder(adminShop, long)];
  const dear = { items: [{ n: 1, quantity: 2 }], agreedTotal: 123_456_789 };
  await adminShop.admin.call('PUT', `/admin/orders/${second}/items`, dear);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPanel(page);
  const list = page.getByRole('list', { name: 'Pedidos', exact: true });
  for (const id of [first, second]) {
    expect((await boxOf(orderRow(page, id))).height).toBe(44);
  }
  const expectUnclipped = async () => {
    const clipped = await orderRow(page, second).evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return (
        [...row.querySelectorAll('button, span, strong, dd')]
          // One pixel wide: for screen readers only.
          .filter((each) => each.closest('li > div')?.clientWidth !== 1)
          .map((each) => ({ box: each.getBoundingClientRect(), text: each.textContent }))
          .filter(({ box }) => box.width > 1 && (box.top < top || box.bottom > bottom))
          .map(({ text }) => text)
      );
    });
    expect(clipped).toEqual([]);
  };
  await expectUnclipped();
  const names = ['Buscar', 'Estado', 'Tipo', 'Desde', 'Hasta'];
  const filters = page.getByRole('search', { name: 'Filtrar pedidos' });
  const tops = await Promise.all(
    names.map(async (name) => (await boxOf(filters.getByLabel(name))).y),
  );
  expect(new Set(tops).size).toBe(1);

  const order = await openOrder(page, first, 'Notas');
  expect((await boxOf(order)).x).toBeGreaterThan((await boxOf(list)).right);
  const heightOf = async (text: string) => (await boxOf(list.getByText(text).first())).height;
  expect(await heightOf('$123.456.789')).toBe(await heightOf('$5.900'));
  expect((await boxOf(orderRow(page, second))).height).toBe(44);
  await expectUnclipped();
  // Scrolled to its end, the panel's header covers none of the order's window.
  const panel = page.getByRole('dialog', { name: 'Panel de administración' });
  await panel.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  const { bottom } = await boxOf(page.locator('dialog > div > div').first());
  expect((await boxOf(order)).y).toBeGreaterThan(bottom);
  await order.getByLabel('Notas del pedido').fill('Sin guardar');
  await button(page, second).click();
  await button(page, 'Seguir editando').click();
  await page.getByRole('tab', { name: 'Taller' }).click();
  await button(page, 'Descartar').click();
  await expect(page.getByRole('tab', { name: 'Taller' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await expect(order).toBeVisible();
  await button(page, second).click();
  await expect(page.getByRole('dialog', { name: `Pedido ${second}` })).toBeVisible();
  await book(page, 'admin-order/open', { hasFold: true });
  await expect(order).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: `Pedido ${second}` })).toBeHidden();
  await expect(list).toBeVisible();
});

test('on a phone tabs take two rows, the first order is seen', async ({ page, adminShop }) => {
  const [early] = [await placeOrder(adminShop), await placeOrder(adminShop)];
  const id = await placeOrder(adminShop, { name: 'Primera Pantalla' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(page);
  await expect(orderRow(page, id)).toBeInViewport({ ratio: 0.9 });
  const tabs = page.getByRole('tab');
  const names = [/^Pedidos/, /^Hoy *\d/, /^Taller/, 'Codigos de Descuento', 'Admin'];
  await expect(tabs).toHaveText(names);
  const boxes = await Promise.all((await tabs.all()).map(boxOf));
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(2);
  const more = button(page, 'Más');
  expect((await boxOf(more)).right).toBeLessThanOrEqual(360);
  await more.click();
  await expect(tabs).toHaveCount(8);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  await book(page, 'admin-orders/more-tabs', { show: 'fold' });
  await page.getByRole('tab', { name: 'Ventas' }).click();
  await expect(tabs).toHaveText([...names, 'Ventas']);
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  const places = async () => Promise.all([...(await tabs.all()), more].map(boxOf));
  const before = await places();
  expect(new Set(before.map(({ y }) => y)).size).toBe(2);
  const number = page.getByRole('tab', { name: /^Hoy/ }).locator('[aria-hidden]');
  await number.evaluate((note) => note.setAttribute('style', 'display: none'));
  expect(await places()).toEqual(before);

  // What arrives later has its room.
  const board = await hold(page, '**/api/admin/workshop*');
  await page.getByRole('tab', { name: 'Taller' }).click();
  const waits = page.getByRole('list', { name: 'Qué esperan los pedidos' });
  await expect(waits.getByText('–').first()).toBeVisible();
  const expectStill = await watchShifts(page);
  board();
  await expect(waits.getByText(/^[0-9]+ pines$/).first()).toBeVisible();
  await expectStill('the board');

  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await expect(orderRow(page, id)).toBeVisible();
  const found = await hold(page, /api\/admin\/orders\?.*q=/);
  await page.getByLabel('Buscar').fill(early);
  await expect(page.getByRole('list', { name: 'Pedidos' })).toHaveAttribute('aria-busy', 'true');
  await watchShifts(page);
  found();
  await expect(orderRow(page, id)).toBeHidden();
  await expectStill('the list after a search');

  const order = await hold(page, `**/api/admin/orders/${early}`);
  const window = await openOrder(page, early);
  await expect(window.getByText('Cargando...')).toBeAttached();
  await watchShifts(page);
  order();
  await expect(button(page, 'Marcar como pagado')).toBeVisible();
  await expectStill('an order');

  await page.keyboard.press('Escape');
  const steps = await hold(page, '**/api/admin/opening');
  const asked = page.waitForRequest('**/api/admin/opening');
  await button(page, 'Más').click();
  await page.getByRole('tab', { name: 'Ajustes' }).click();
  await asked;
  await watchShifts(page);
  steps();
  await expect(heading(page, 'Antes de abrir')).toBeVisible();
  await expectStill('the settings');
});

test('an order is dispatched in twelve taps', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: 'Doce Toques' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(button(page, 'Admin')).toBeVisible();
  await book(page, 'header-admin/signed-in', { show: 'fold' });
  const taps = await countTaps(page);
  await button(page, 'Admin').click();
  await button(page, id).click();
  const order = page.getByRole('dialog', { name: `Pedido ${id}` });
  const act = async (name: string) => {
    await expect(order.getByRole('button', { name, exact: true })).toBeVisible();
    await expect.poll(() => filledButtons(page)).toEqual([name]);
    await order.getByRole('button', { name, exact: true }).click();
  };
  await expect(order.getByRole('button', { name: 'Marcar como pagado' })).toBeInViewport();
  await expect(order.locator('details')).not.toHaveCount(0);
  await expect(order.locator('details[open]')).toHaveCount(0);
  await act('Marcar como pagado');
  const sheet = page.waitForEvent('download');
  await act('Hoja de prensa');
  expect((await sheet).suggestedFilename()).toMatch(/\.pdf$/);
  await act('Marcar como impreso');
  await act('Marcar como empacado');
  await order.getByLabel('Empresa de envío').click();
  await page.keyboard.type('Starken');
  await order.getByLabel('Número de seguimiento').click();
  await page.keyboard.type('ST-12');
  await book(page, 'owner-orders/dispatch-here', { hasFold: true });
  await act('Marcar como despachado');
  await expect(fact(part(order, 'Estado'), 'Estado')).toHaveText('Completado');
  expect(await taps()).toBeLessThanOrEqual(12);
  await unfold(order, 'Envío');
  await expect(part(order, 'Envío').getByLabel('Número de seguimiento')).toHaveValue('ST-12');
});

test('no tab has two filled buttons or dashes', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await placeOrder(adminShop);
  await openPanel(page);
  await button(page, /^[A-Z0-9]{5}-[A-Z0-9]{5}$/)
    .first()
    .click();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.waitForLoadState('networkidle');
    expect.soft((await filledButtons(page)).length).toBeLessThanOrEqual(1);
    const dashed = await page.evaluate(() =>
      [...document.querySelectorAll('dialog *')]
        .filter((each) => getComputedStyle(each).borderStyle.includes('dashed'))
        .map((each) => each.outerHTML.slice(0, 100)),
    );
    expect.soft(dashed).toEqual([]);
  }
});
