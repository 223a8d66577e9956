import { STAGES } from '#domain/orders/order-stage.ts';
import { expect, openOrder, openPanel, placeOrder, placePaid, test } from '../support/admin.ts';
import { button } from '../support/wizard.ts';
import { book, bookLoading } from './book.ts';

const ORDER = /\/api\/admin\/orders\/[A-Z0-9]{5}-[A-Z0-9]{5}$/;
const WORKSHOP = '**/api/admin/workshop?*';

test('each tab on its way', async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  const open = (tab: string) => () => openPanel(page, tab);
  const all = '**/api/admin/orders**';
  await bookLoading(page, 'admin-orders/loading', all, open('Pedidos'));
  await bookLoading(page, 'admin-order/loading', ORDER, () => button(page, id).click());
  await bookLoading(page, 'admin-codes/loading', '**/discounts/', open('Codigos de Descuento'));
  await bookLoading(page, 'admin-users/loading', /\/admin\/users/, open('Admin'));
  await bookLoading(page, 'today/loading', '**/api/admin/today', open('Hoy'));
  await bookLoading(page, 'workshop/loading', WORKSHOP, open('Taller'));
  await bookLoading(page, 'admin-settings/loading', '**/admin/settings', open('Ajustes'));
});

test('what is empty or cannot be read', async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  const answer = { success: true, orders: [], nextCursor: null };
  await page.route('**/api/admin/orders/bin**', (route) => route.fulfill({ json: answer }));
  await page.route(ORDER, (route) => route.abort());
  await openPanel(page);
  await button(page, 'Papelera').click();
  await expect(page.getByText('La papelera está vacía')).toBeVisible();
  await book(page, 'admin-orders/bin-empty');
  await page.keyboard.press('Escape');
  await button(page, id).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await book(page, 'admin-order/failed');

  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch();
    const whole: Record<string, unknown> = await response.json();
    const groups = Object.entries(whole).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : value,
    ]);
    await route.fulfill({ response, json: Object.fromEntries(groups) });
  });
  await openPanel(page, 'Hoy');
  await expect(page.getByText('Nada pendiente por hoy')).toBeVisible();
  await book(page, 'today/empty');

  const nothing = Object.fromEntries(Object.keys(STAGES).map((stage) => [stage, 0]));
  const json = { ...answer, counts: nothing, pins: nothing };
  await page.route(WORKSHOP, (route) => route.fulfill({ json }));
  await openPanel(page, 'Taller');
  await expect(page.getByText('Nada por hacer')).toBeVisible();
  await book(page, 'workshop/empty');
  await page.route(WORKSHOP, (route) => route.fulfill({ status: 500, body: '' }));
  await openPanel(page, 'Taller');
  await expect(page.getByRole('alert')).toBeVisible();
  await book(page, 'workshop/failed');
});

test('sheets that fail, are none, are refused', async ({ page, adminShop }) => {
  const SHEETS = '**/api/admin/sheets';
  const id = await placePaid(adminShop);
  const fail = (sheet: object) => ({ ...sheet, state: 'failed', failure: 'disk_full' });
  await page.route(SHEETS, async (route) => {
    const response = await route.fetch();
    const json: { sheet?: object; sheets?: object[] } = await response.json();
    if (json.sheet) json.sheet = fail(json.sheet);
    if (json.sheets) json.sheets = json.sheets.map(fail);
    await route.fulfill({ response, json });
  });
  const make = async () => {
    await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` }).check();
    await button(page, 'Hoja de prensa').click();
  };
  await openPanel(page, 'Taller');
  await make();
  await expect(page.getByText('La tienda se quedó sin espacio en disco')).toBeVisible();
  await book(page, 'workshop-paper/failed', { hasFold: true });

  const message = 'Revisa los datos';
  const fields = { printer: 'Esta impresora no existe' };
  const refusal = { success: false, code: 'validation_failed', message, fields };
  await page.route(SHEETS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: refusal })
      : route.fulfill({ json: { success: true, sheets: [] } }),
  );
  await openPanel(page, 'Taller');
  await button(page, 'Hojas de prensa').click();
  await expect(page.getByText('Todavía no hay hojas de prensa de hoy')).toBeVisible();
  await book(page, 'workshop-paper/no-sheets');
  await page.keyboard.press('Escape');
  await make();
  await expect(page.getByText(fields.printer)).toBeVisible();
  await book(page, 'workshop-paper/refused');
});

test('a parcel that is sent again', async ({ page, adminShop }) => {
  const id = await placePaid(adminShop);
  const parcel = { courier: 'Starken', tracking: '98765432' };
  await adminShop.admin.call('PUT', `/admin/orders/${id}/marks/dispatched`, parcel);
  await openPanel(page);
  await openOrder(page, id, 'Reclamo');
  await button(page, 'Enviar de nuevo').click();
  const window = page.getByRole('dialog', { name: 'Enviar de nuevo' });
  await window.getByRole('checkbox').first().check();
  await window.getByRole('button', { name: 'Enviar de nuevo' }).click();
  await expect(window.locator('[role=alert], [aria-invalid]').first()).toBeVisible();
  await book(page, 'owner-orders/resend');
});
