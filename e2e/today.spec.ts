import { type Locator, type Page, request } from '@playwright/test';
import { book } from './book/book.ts';
import {
  expect,
  openPanel,
  part,
  placeOrder,
  placePaid,
  saveSettings,
  test,
  unfold,
} from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { countTaps } from './support/taps.ts';
import { button } from './support/wizard.ts';

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const todayTab = (page: Page) => page.getByRole('tab', { name: 'Hoy', exact: true });
const row = (page: Page, id: string) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: id });

/** Returns the recipient and the text of a chat link. */
async function readChat(link: Locator): Promise<{ to: string; text: string }> {
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(url.host).toBe('wa.me');
  return { to: url.pathname.slice(1), text: url.searchParams.get('text') ?? '' };
}

async function sendReceipt(shop: AdminShop, email: string): Promise<void> {
  const link = await waitForLink(shop, email, { part: '#pedido=' });
  const token = new URL(link).hash.replace('#pedido=', '');
  const http = await request.newContext({ baseURL: shop.url });
  const receipt = await makePng('comprobante.png', { color: '#2244aa' });
  const answer = await http.post('/api/orders/receipt', { multipart: { receipt, token } });
  expect(answer.status()).toBe(201);
}

const bank = {
  ...{ holder: 'Ana Ñuble', rut: '11.111.111-1', bank: 'Banco Sur', accountType: 'Cuenta Vista' },
  ...{ account: '99', email: '', words: '' },
};

test('the last tab opens; two taps remind an unpaid buyer', async ({ page, adminShop }) => {
  await saveSettings(adminShop.admin, 'payment', bank);
  const id = await placeOrder(adminShop, { name: 'Íñigo Soto', phone: '9 8765 4321' });
  await page.goto('/');
  await button(page, 'Admin').click();
  await expect(page.getByRole('tab', { name: 'Pedidos' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => new URL(page.url()).search).toBe('?panel=pedidos');
  const { counts } = await adminShop.admin.call('GET', '/admin/today');
  const waiting = Object.values(Object(counts)).reduce(
    (sum: number, each) => sum + Number(each),
    0,
  );
  await expect(todayTab(page)).toHaveAccessibleDescription(new RegExp(`^${waiting} esperan?$`));
  const taps = await countTaps(page);
  await todayTab(page).click();
  await expect(row(page, id)).toContainText('$5.9002 pines · pedido hoy');
  const link = page.getByRole('link', { name: `Recordar el pago por WhatsApp: pedido ${id}` });
  const { to, text } = await readChat(link);
  expect(to).toBe('56987654321');
  expect(text).toMatch(/^Hola Íñigo, te escribimos de .+ por tu pedido/);
  for (const told of [id, '$5.900', 'Banco: Banco Sur', 'Número de cuenta: 99']) {
    expect(text).toContain(told);
  }
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const chat = page.waitForEvent('popup');
  await link.click();
  expect(new URL((await chat).url()).host).toBe('wa.me');
  expect(await taps()).toBeLessThanOrEqual(2);
  await expect(row(page, id)).toContainText('Recordar el pago otra vez');

  await button(page, id).click();
  const order = page.getByRole('dialog', { name: `Pedido ${id}`, exact: true });
  await expect(part(order, 'Pago')).toContainText('Sin pagar');
  await expect.poll(() => new URL(page.url()).search).toBe(`?panel=hoy/${id}`);
  await page.goto('/');
  await button(page, 'Admin').click();
  await expect(todayTab(page)).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, id)).toBeVisible();
  await expect(page.getByText(/te han pagado: \d+ este mes y \d+ este semestre/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'ChileAtiende' })).toBeVisible();
  // Groups without orders are left out.
  const filled = Object.values(Object(counts)).filter((each) => each !== 0);
  await expect(page.getByRole('tabpanel').getByRole('region')).toHaveCount(filled.length);
  await book(page, 'today/groups', { hasFold: true });
});

test('overdue orders are cancelled and restored', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: 'Vera Vencida' });
  // Neither a deadline nor fifty payers can be awaited here.
  await page.route('**/api/admin/today', async (route) => {
    const answer = await route.fetch();
    const today = await answer.json();
    for (const order of today.unpaid) if (order.id === id) order.payBy = '2026-01-02';
    today.payers = { month: 51, semester: 51 };
    await route.fulfill({ response: answer, json: today });
  });
  await openPanel(page, 'Hoy');
  await expect(page.getByText('Tu banco informará tu cuenta al SII.')).toBeVisible();
  await expect(row(page, id)).toContainText('Vencido');
  await button(page, 'Cancelar el vencido').click();
  await expect(group(page, 'Sin pagar').getByText('1 pedido cancelado')).toBeVisible();
  await expect(row(page, id)).toContainText('Cancelado');
  await button(page, 'Deshacer').click();
  await expect(row(page, id)).toContainText('Vencido');
});

test('a receipt is accepted and undone; a late order is sent', async ({ page, adminShop }) => {
  const email = `recibo-${Date.now()}@correo.cl`;
  const id = await placeOrder(adminShop, { name: 'Rosa Recibo', email });
  await sendReceipt(adminShop, email);
  const late = await placePaid(adminShop, { name: 'Paula Tarde' });
  await openPanel(page, 'Hoy');
  const receipts = group(page, 'Comprobantes por revisar');
  await expect(receipts).toContainText(id);
  await button(page, `Ver comprobante: pedido ${id}`).click();
  await button(page, 'No coincide').click();
  const words = page.getByLabel('Escríbele a quien compró');
  await words.fill('¿Nos llamas?');
  await button(page, 'Volver').click();
  await button(page, 'No coincide').click();
  await expect(words).toHaveValue('¿Nos llamas?');
  // Beside the window.
  await page.mouse.click(4, 4);
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
  const taps = await countTaps(page);
  await button(page, `Ver comprobante: pedido ${id}`).click();
  const seen = page.getByRole('dialog', { name: 'Comprobante de $5.900' });
  await expect(seen.getByRole('img', { name: 'Comprobante de transferencia' })).toBeVisible();
  await button(page, 'No coincide').click();
  await expect(words).toBeFocused();
  const { text: asked } = await readChat(page.getByRole('link', { name: 'Enviar por WhatsApp' }));
  expect(asked).toMatch(/^Hola Rosa, .*no coincide.*esperábamos \$5\.900/);
  await expect(page.getByRole('link', { name: 'Enviar por correo' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}\\?subject=.*${id}&body=Hola%20Rosa`),
  );
  await button(page, 'Volver').click();
  await button(page, 'Aceptar pago').click();
  await expect(page.getByText(`Pedido ${id} marcado como pagado`)).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(4);
  await expect(receipts.getByText('Pagado', { exact: true })).toBeVisible();
  const { text } = await readChat(page.getByRole('link', { name: 'Avisar por WhatsApp' }));
  expect(text).toContain('Tu pago de $5.900 quedó confirmado');
  await button(page, `Deshacer: pedido ${id}`).click();
  await expect(button(page, `Ver comprobante: pedido ${id}`)).toBeVisible();

  await expect(group(page, 'Atrasados')).toContainText(late);
  await expect(row(page, late)).toContainText(/Atrasado \d+ días/);
  const listo = button(page, `Listo: pedido ${late}`);
  await button(page, `Marcar impreso: pedido ${late}`).click();
  await listo.click();
  await button(page, `Marcar empacado: pedido ${late}`).click();
  await listo.click();
  await button(page, `Marcar despachado: pedido ${late}`).click();
  const parcel = page.getByRole('dialog', { name: 'Despachado' });
  await parcel.getByLabel('Empresa de envío').fill('Starken');
  await parcel.getByLabel('Número de seguimiento').fill('ST-42');
  await parcel.getByRole('button', { name: 'Marcar como despachado' }).click();
  await expect(page.getByText(`Pedido ${late} marcado como despachado`)).toBeVisible();
  const { text: sent } = await readChat(page.getByRole('link', { name: 'Avisar por WhatsApp' }));
  expect(sent).toContain('¡Ya va en camino por Starken! Su número de seguimiento es ST-42.');
  await listo.click();
  await expect(row(page, late)).toHaveCount(0);

  await page.goto(`/?panel=pedidos/${late}`);
  const order = page.getByRole('dialog', { name: `Pedido ${late}`, exact: true });
  await unfold(order, 'Entrega');
  const told = await readChat(order.getByRole('link', { name: 'Avisar del envío' }));
  expect(told.text).toBe(sent);
  await expect(order.getByRole('link', { name: 'Recordar el pago' })).toHaveCount(0);
});

test('acts stay for a minute, and are undone', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const emails = ['uno', 'dos'].map((name) => `${name}-${Date.now()}@correo.cl`);
  const ids: string[] = [];
  for (const email of emails)
    ids.push(await placeOrder(adminShop, { name: 'Dina Doble', email, quantity: 99 }));
  await page.clock.install();
  await openPanel(page, 'Hoy');
  const unpaid = group(page, 'Sin pagar');
  const listed = () => unpaid.getByRole('listitem').locator('h4').allTextContents();
  for (const id of ids) await expect(row(page, id)).toBeVisible();
  const before = await listed();
  // The largest amounts come first.
  const [first = '', second = ''] = before;
  expect([first, second].toSorted()).toEqual(ids.toSorted());
  const pay = button(page, `Marcar pagado: pedido ${first}`);
  // The list has come to rest under the mouse.
  await pay.hover();
  const place = await pay.boundingBox();
  if (!place) throw new Error('the button is not shown');
  // A click on a row at the edge scrolls the list: places are compared within it.
  const topOf = async (id: string) => (await row(page, id).boundingBox())?.y ?? 0;
  const gap = async () => (await topOf(second)) - (await topOf(first));
  const gapBefore = await gap();
  for (let clicks = 0; clicks < 3; clicks += 1) {
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    if (clicks === 0) await expect(row(page, first)).toContainText('Pagado');
  }
  await page.keyboard.press('Enter');
  await button(page, `Marcar pagado: pedido ${second}`).click();
  await expect(row(page, second)).toContainText('Pagado');
  expect(await gap()).toBe(gapBefore);
  expect(await listed()).toEqual(before);
  for (const id of ids) {
    await button(page, `Deshacer: pedido ${id}`).press('Enter');
    await expect(button(page, `Marcar pagado: pedido ${id}`)).toBeVisible();
    await expect(page.locator('li:focus')).toContainText(id);
  }
  await button(page, `Marcar pagado: pedido ${first}`).click();
  await button(page, `Listo: pedido ${first}`).press('Enter');
  await expect(row(page, first)).toHaveCount(0);
  await expect(page.locator('li:focus')).toContainText(second);

  // After its minute an act leaves its row.
  // Moving the clock ends requests by their time limit: the list must have arrived without it.
  const refreshed = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/api/admin/today') && !(await answer.text()).includes(second),
  );
  await button(page, `Marcar pagado: pedido ${second}`).click();
  await (await refreshed).finished();
  await expect(row(page, second)).toContainText('Pagado');
  await book(page, 'today/paid', { hasFold: true });
  await page.clock.runFor(61_000);
  await expect(row(page, second)).toHaveCount(0);
});

test('what fails says so and can be tried again', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placePaid(adminShop, { name: 'Fallo Fernández' });
  await page.route('**/api/admin/today', (route) => route.abort());
  await openPanel(page, 'Hoy');
  await expect(page.getByRole('alert')).toContainText('Error al cargar lo de hoy');
  await book(page, 'today/failed');
  await page.unroute('**/api/admin/today');
  await button(page, 'Reintentar').click();
  await expect(row(page, id)).toBeVisible();
  await adminShop.admin.call('PATCH', `/admin/orders/${id}/notes`, { notes: 'De otra persona' });
  await button(page, `Marcar impreso: pedido ${id}`).click();
  await expect(page.getByRole('alert')).toContainText('Otra persona cambió este pedido');
  await button(page, `Marcar impreso: pedido ${id}`).click();
  await expect(page.getByText(`Pedido ${id} marcado como impreso`)).toBeVisible();
});
