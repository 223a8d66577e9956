import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { expect, fact, openOrder, openPanel, saveSettings, test } from './support/admin.ts';
import { waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { button, heading } from './support/wizard.ts';

const WAYS = {
  ...{ branch: true, branchPrice: 3100, branches: [{ courier: 'Starken', branch: 'Centro' }] },
  ...{ pickup: true, pickupPrice: 0, pickupPlace: 'Arauco 5', pickupHours: '10 a 18 h' },
  payOnArrival: true,
};

test.beforeEach(async ({ adminShop }) => {
  await saveSettings(adminShop.admin, 'ways', WAYS);
});

/** Goes to the delivery step. */
async function goToWays(page: Page) {
  expect(await (await page.request.get('/')).text()).toMatch(
    /Punta Arenas\. A elección: a domicilio/,
  );
  await page.route('**/assets/WayFields-*.js', (route) => route.abort(), { times: 1 });
  await openAtDelivery(page, [await makePng('pin.png')]);
  const lost = page
    .getByRole('alert')
    .filter({ hasText: 'No pudimos mostrar las formas de entrega' });
  await lost.getByRole('button', { name: 'Reintentar' }).click();
}

/** Fills in the recipient, and orders. @returns the request's body, and the order's number */
async function order(page: Page, email: string) {
  await page.getByLabel('Nombre de quien recibe').fill('Rosa Pérez');
  await page.getByLabel('Teléfono').fill('912345678');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await book(page, 'ways/summary');
  const summary = await page.getByText(/^(Retiro|Entrega): /).innerText();
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/orders'));
  await button(page, 'Confirmar pedido').click();
  const answer = await answered;
  const { order: placed } = (await answer.json()) as { order: { id: string } };
  return { sent: answer.request().postDataJSON(), id: placed.id, summary };
}

/** The buyer orders with pickup. @returns the order's number */
async function orderPickup(buyer: Page, email: string) {
  await goToWays(buyer);
  await buyer.getByLabel('Región').selectOption('XII');
  await book(buyer, 'ways/home-far', { hasFold: true });
  await buyer.getByLabel('Forma de entrega').selectOption('branch');
  await button(buyer, 'Continuar').click();
  await expect(buyer.getByRole('alert')).toContainText('oficina');
  await book(buyer, 'ways/branch-wrong');
  await buyer.getByLabel('Forma de entrega').selectOption('pickup');
  await expect(buyer.getByRole('alert')).toHaveCount(0);
  await expect(buyer.getByText('Lo retiras en Arauco 5, 10 a 18 h')).toBeVisible();
  await expect(buyer.getByLabel('Región')).toHaveCount(0);
  await buyer.getByLabel('Información adicional').fill('Paso el lunes');
  await book(buyer, 'ways/pickup', { hasFold: true });
  const { sent, id, summary } = await order(buyer, email);
  expect(summary).toMatch(/^Retiro: .* puedes retirarlo .* en Arauco 5, 10 a 18 h\.$/);
  expect(sent.deliveryData).toMatchObject({
    ...{ way: 'pickup', notes: 'Paso el lunes', pricing: { shippingCost: 0 } },
  });
  expect(sent.deliveryData).not.toHaveProperty('address');
  await expect(buyer.getByText('para coordinar el pago y retiro.')).toBeVisible();
  await expect(buyer.getByText(/puedes retirarlo .* en Arauco 5, 10 a 18 h/)).toBeVisible();
  await book(buyer, 'ways/placed', { hasFold: true });
  return id;
}

test('a nameless office is refused; pickup with a deposit is not', async ({ buyer, adminShop }) => {
  const details = { bank: 'Banco del Sur', account: '00-123', holder: 'Rosa Pérez' };
  await saveSettings(adminShop.admin, 'payment', { ...details, depositPercent: 50 });
  await orderPickup(buyer, 'abono@correo.cl');
  const notice = buyer.getByRole('region', { name: 'Tu último pedido' });
  await expect(notice).toContainText('Con un abono de $850');
  await expect(notice).toContainText('El saldo de $850 se paga antes de retirarlo.');
  await expect(notice).toContainText('Transfiere el abono con los datos de arriba');
  await expect(fact(notice, 'Monto')).toContainText('$850');
});

test('an order is picked up', { tag: '@long' }, async ({ page, buyer, adminShop }) => {
  const email = 'retiro@correo.cl';
  const id = await orderPickup(buyer, email);
  const link = await waitForLink(adminShop, email, { part: '#pedido=' });
  const reads = async (text: string | RegExp) => {
    await buyer.goto('about:blank');
    await buyer.goto(link);
    const shown = buyer.getByRole('dialog', { name: 'Detalle del Pedido' });
    await expect(shown.getByText(text)).toBeVisible();
    await expect(shown).not.toContainText(/en camino|despach|Dirección/i);
  };
  await reads(/^Si pagas hoy, puedes retirarlo .* en Arauco 5, 10 a 18 h\.$/);
  await book(buyer, 'ways/unpaid', { hasFold: true });
  const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
  await adminShop.admin.call('PUT', `/admin/orders/${id}/payment`, payment);
  await adminShop.admin.call('PUT', `/admin/orders/${id}/marks/printed`, {});

  await openPanel(page, 'Taller');
  await button(page, /^Por empacar/).click();
  await expect(page.getByText('Rosa Pérez, retira en la tienda')).toBeVisible();
  await button(page, `Listo para retirar: pedido ${id}`).click();
  await expect(page.getByText(`Pedido ${id} marcado como listo para retirar`)).toBeVisible();
  await reads('Está listo para retirar en Arauco 5, 10 a 18 h.');
  await book(buyer, 'ways/ready');
  // An order that waits for its buyer is not late.
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Hoy, / })).toBeVisible();
  await book(page, 'owner/today', { hasFold: true });
  await expect(page.getByText(id)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Taller' }).click();
  await button(page, /^Por despachar/).click();
  await expect(page.getByText('Por retirar')).toBeVisible();
  await book(page, 'owner/board', { hasFold: true });
  await button(page, `Entregado: pedido ${id}`).click();
  await expect(page.getByText(`Pedido ${id} marcado como entregado`)).toBeVisible();
  await reads('Entregado');
  await book(buyer, 'ways/handed-over');
  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await openOrder(page, id, 'Entrega', 'Taller');
  await book(page, 'owner/pickup-order');
});

test('a parcel goes to an office', { tag: '@long' }, async ({ page, buyer, adminShop }) => {
  await goToWays(buyer);
  await buyer.getByLabel('Forma de entrega').selectOption('branch');
  await buyer.getByLabel('Courier').selectOption('Starken');
  await buyer.getByLabel('Región').selectOption({ label: 'Ñuble' });
  await buyer.getByLabel('Ciudad').selectOption('Chillán');
  await buyer.getByLabel('Oficina').fill('Centro');
  const { id, summary } = await order(buyer, 'oficina@correo.cl');
  expect(summary).toMatch(/llega a la oficina de Starken \(Centro\) /);
  const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
  await adminShop.admin.call('PUT', `/admin/orders/${id}/payment`, payment);
  for (const mark of ['printed', 'packed']) {
    await adminShop.admin.call('PUT', `/admin/orders/${id}/marks/${mark}`, {});
  }
  await openPanel(page, 'Hoy');
  await expect(page.getByText('Rosa Pérez, Starken (Centro), Chillán')).toBeVisible();
  await button(page, `Marcar despachado: pedido ${id}`).click();
  const parcel = page.getByRole('dialog', { name: 'Despachado' });
  await expect(parcel.getByLabel('Empresa de envío')).toHaveValue('Starken');
  await parcel.getByLabel('Número de seguimiento').fill('ST-42');
  await parcel.getByRole('button', { name: 'Marcar como despachado' }).click();
  const chat = page.getByRole('link', { name: 'Avisar por WhatsApp' });
  await expect(chat).toHaveAttribute('href', /oficina%20de%20Starken%20\(Centro\)/);
  await buyer.goto(await waitForLink(adminShop, 'oficina@correo.cl', { part: '#pedido=' }));
  const shown = buyer.getByRole('dialog', { name: 'Detalle del Pedido' });
  await expect(shown.getByText('Va por Starken, seguimiento ST-42')).toBeVisible();
});
