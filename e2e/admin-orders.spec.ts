import { sampleOrder } from '#contract/testing/samples.ts';
import { book } from './book/book.ts';
import { newEmail } from './support/accounts.ts';
import { expect, fact, openPanel, orderRow, placeOrder, test } from './support/admin.ts';
import { openAccount } from './support/callers.ts';
import { expectClean } from './support/checks.ts';
import { button, uniqueName } from './support/wizard.ts';

test('the list shows every field; the cards list what they count', async ({ page, adminShop }) => {
  const name = uniqueName();
  const id = await placeOrder(adminShop, {
    name,
    email: 'guest@ejemplo.cl',
    phone: '9 8765 4321',
    notes: 'Dejar en conserjería 🐱',
  });
  await openPanel(page);
  const row = orderRow(page, id);
  const date = new Intl.DateTimeFormat('es-ES', { timeZone: 'America/Santiago' });
  await expect(row).toContainText(date.format(new Date()));
  await expect(fact(row, 'Cliente')).toHaveText(name);
  await book(page, 'admin-orders/list', { hasFold: true });
  await expect(fact(row, 'Email')).toHaveText('guest@ejemplo.cl');
  await expect(fact(row, 'Teléfono')).toHaveText('9 8765 4321');
  await expect(fact(row, 'Dirección')).toHaveText('Av. Libertad 123');
  await expect(fact(row, 'Ciudad')).toHaveText('Chillán');
  await expect(fact(row, 'Región')).toHaveText('Ñuble');
  await expect(fact(row, 'Tipo')).toHaveText('Invitado');
  await expect(fact(row, 'Imágenes')).toHaveText('2');
  await expect(fact(row, 'Notas')).toHaveText('Dejar en conserjería 🐱');
  await expect(row.getByText('$5.900', { exact: true })).toBeVisible();
  await expect(row.getByText('Pendiente', { exact: true })).toBeVisible();

  const buyer = await openAccount(adminShop, newEmail());
  const read = async () => {
    const names = ['Total de pedidos', 'Usuarios registrados', 'Invitados', 'Pendientes'];
    const texts = await Promise.all(names.map((name) => fact(page, name).textContent()));
    return texts.map(Number);
  };
  await expect(fact(page, 'Total de pedidos')).not.toHaveText('–');
  const before = await read();
  const registered = await placeOrder(adminShop, { by: buyer });
  await button(page, 'Actualizar').click();
  const newest = orderRow(page, registered);
  await expect(fact(newest, 'Tipo')).toHaveText('Usuario Registrado');
  await expect.poll(read).toEqual(before.map((count, index) => (index === 2 ? count : count + 1)));

  const types = page
    .getByRole('list', { name: 'Pedidos', exact: true })
    .locator('dt:text-is("Tipo") + dd');
  await button(page, /ver en la lista: Invitados/).click();
  await expect(page.getByLabel('Tipo')).toHaveValue('guest');
  await expect(types.filter({ hasText: 'Usuario Registrado' })).toHaveCount(0);
  await expect(types.first()).toHaveText('Invitado');
  await expect(page.getByLabel('Buscar')).toBeInViewport();
  await button(page, /ver en la lista: Pendientes/).click();
  await expect(page.getByText('Pendientes son los que nadie ha empezado')).toBeVisible();
  await button(page, /ver en la lista: Total de pedidos/).click();
  await expect(newest).toBeVisible();
});

test('filters narrow the list while typing', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const mark = Math.random().toString(36).slice(2, 10);
  const jose = await placeOrder(adminShop, {
    name: `José Ñandú ${mark}`,
    email: `${mark}@ejemplo.cl`,
  });
  const ana = await placeOrder(adminShop, { name: `Ana ${mark}`, phone: '+56 9 7777 1234' });
  await adminShop.admin.call('PATCH', `/admin/orders/${ana}/status`, { status: 'completed' });
  await openPanel(page);
  const search = page.getByLabel('Buscar');
  const rows = page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem');
  for (const [text, ids] of [
    [`jose nandu ${mark}`, [jose]],
    [`${mark}@ejemplo`, [jose]],
    [ana.toLowerCase(), [ana]],
    ['77771234', [ana]],
    [mark, [ana, jose]],
  ] as const) {
    await search.fill(text);
    await expect(rows).toHaveCount(ids.length);
    for (const id of ids) await expect(orderRow(page, id)).toBeVisible();
  }
  await page.getByLabel('Estado').selectOption('Completado');
  await expect(rows).toHaveCount(1);
  await expect(orderRow(page, ana)).toBeVisible();
  await page.getByLabel('Tipo').selectOption('Usuario Registrado');
  await expect(page.getByText('Ningún pedido coincide con lo que buscas')).toBeVisible();
  await book(page, 'admin-orders/no-hits');
  await button(page, 'Quitar filtros').click();
  await expect(search).toHaveValue('');
  await page.getByLabel('Hasta').fill('2020-01-01');
  await expect(page.getByText('Ningún pedido coincide con lo que buscas')).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, 'Exportar CSV').click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  expect((await download).url()).not.toContain('token');

  // The server goes down in the middle.
  await page.route('**/api/**', (route) => route.abort());
  await button(page, 'Actualizar').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Error al cargar los datos de administracion: Error de conexion con el servidor',
  );
  await button(page, 'Exportar CSV').click();
  await expect(page.getByText(/^Error al exportar los pedidos: Error de conexion/)).toBeVisible();
});

test('of two answers to a search the last wins', { tag: '@long' }, async ({ page, adminShop }) => {
  const slow = await placeOrder(adminShop, { name: 'Lenta Primera' });
  const fast = await placeOrder(adminShop, { name: 'Rápida Segunda' });
  await openPanel(page);
  const [asked, gate, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  await page.route('**/api/admin/orders?*q=lenta*', async (route) => {
    asked?.resolve();
    await gate?.promise;
    await route.continue().catch(() => undefined);
    answered?.resolve();
  });
  await page.getByLabel('Buscar').fill('lenta');
  await asked?.promise;
  await page.getByLabel('Buscar').fill('rapida');
  await expect(orderRow(page, fast)).toBeVisible();
  gate?.resolve();
  await answered?.promise;
  // A later request is answered later.
  await page.evaluate(() => fetch('/api/health').then((answer) => answer.text()));
  await expect(orderRow(page, slow)).toBeHidden();
});

test('pages follow each other without gap or repetition', { tag: '@long' }, async ({ page }) => {
  const make = (n: number) => ({ ...sampleOrder, id: `P-${String(n).padStart(4, '0')}` });
  await page.route('**/api/admin/orders?*', (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const orders = Array.from({ length: 50 }, (_, n) => make(at + n));
    const nextCursor = at + 50 < 200 ? String(at + 50) : null;
    return route.fulfill({ json: { success: true, orders, nextCursor } });
  });
  await openPanel(page);
  const rows = page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem');
  await expect(rows.first()).toContainText('P-0000');
  await page.waitForFunction(() => {
    const list = document.querySelector('[aria-label="Pedidos"]');
    const panel = list?.closest('dialog');
    panel?.scrollTo(0, panel.scrollHeight);
    return list?.childElementCount === 200;
  });
  await expect(button(page, 'Ver más')).toBeHidden();
  const ids = await page.locator('[aria-label="Pedidos"] h4').allTextContents();
  expect(new Set(ids).size).toBe(200);
  await page.getByRole('checkbox', { name: 'Seleccionar el pedido P-0199' }).check();
  await expect(page.getByText('1 pedido seleccionado')).toBeVisible();
});

test('many orders change at once, with results', { tag: '@long' }, async ({ page, adminShop }) => {
  const mark = uniqueName();
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push(await placeOrder(adminShop, { name: mark }));
  await openPanel(page);
  const found = page.waitForResponse(/\/admin\/orders\?.*q=/);
  await page.getByLabel('Buscar').fill(mark);
  await found;
  await expect(page.getByLabel(/^Seleccionar los 3 pedidos/)).toBeVisible();
  // Another admin changes one of them at the same time.
  const [overtaken = '', ...others] = ids;
  await adminShop.admin.call('PATCH', `/admin/orders/${overtaken}/notes`, {
    notes: 'de otra persona',
  });
  await page.getByLabel(/^Seleccionar los 3 pedidos/).check();
  await expect(page.getByText('3 pedidos seleccionados')).toBeVisible();
  await book(page, 'admin-orders/chosen', { hasFold: true });
  await button(page, 'Cambiar estado').click();
  const results = page.getByRole('dialog', { name: 'Cambio de estado' });
  const change = results.getByRole('button', { name: 'Cambiar estado' });
  await results.getByLabel('Nuevo estado').selectOption('En Proceso');
  await book(page, 'admin-orders/bulk');
  await change.click();
  await expect(results.getByText('2 de 3 pedidos quedaron con el nuevo estado')).toBeVisible();
  await book(page, 'admin-orders/bulk-done');
  await expect(results.getByRole('listitem').filter({ hasText: overtaken })).toContainText(
    'Otra persona cambió este pedido',
  );
  for (const id of others) {
    await expect(results.getByRole('listitem').filter({ hasText: id })).toContainText('En Proceso');
  }
  await expect(fact(orderRow(page, overtaken), 'Notas')).toHaveText('de otra persona');
  await change.click();
  await expect(results.getByText('3 de 3 pedidos quedaron con el nuevo estado')).toBeVisible();
  await button(page, 'Entendido').click();
  await expect(page.getByText('pedidos seleccionados')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Panel de administración' })).toBeFocused();
  await expect(orderRow(page, overtaken).getByText('En Proceso')).toBeVisible();
});

test('sales of the last days show if asked for', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await placeOrder(adminShop, { city: 'Talca', region: 'VII' });
  await openPanel(page, 'Ventas');
  await page.getByLabel('Período', { exact: true }).selectOption('Últimos 30 días');
  await expect(fact(page, 'Pedido promedio')).toContainText('$');
  await expect(fact(page, 'Ventas del período')).toContainText('pedidos');
  await expect(page.getByRole('region', { name: 'Ciudades con más pedidos' })).toContainText(
    'Talca',
  );
  await expect(
    page.getByRole('region', { name: 'Ventas por día' }).getByRole('listitem'),
  ).toHaveCount(30);
  await book(page, 'admin-orders/figures');

  await page.getByLabel('Período', { exact: true }).selectOption('Últimas 12 semanas');
  await expect(page.getByRole('table', { name: 'Por región' })).toContainText('Maule');
  await expect(page.getByRole('img', { name: /^Ventas por semana/ })).toBeVisible();
  await book(page, 'admin-orders/sales');
  await page.getByLabel('Período', { exact: true }).selectOption('Últimos 12 meses');
  await expect(page.getByRole('table', { name: 'Por mes' }).getByRole('row')).toHaveCount(13);
  const saving = page.waitForEvent('download');
  await button(page, 'Descargar CSV').click();
  expect((await saving).suggestedFilename()).toMatch(/^ventas-.*\.csv$/);
  await expectClean(page);
});
