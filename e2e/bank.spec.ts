import { dayOf } from '#domain/base/dates.ts';
import { book } from './book/book.ts';
import { type AdminShop, expect, openPanel, placeOrder, test } from './support/admin.ts';
import { countTaps } from './support/taps.ts';
import { button } from './support/wizard.ts';

const PAYERS = [
  'Camila Rojas Soto',
  'Diego Muñoz Vera',
  'Elisa Paredes Lillo',
  'Fabián Núñez Cid',
  'Gloria Salas Pino',
  'Hugo Tapia Lagos',
  'Irma Vidal Ulloa',
  'Joel Araya Cortés',
  'Karen Bustos Mella',
  'Lucas Godoy Pinto',
  'Marta Oyarzún Rey',
  'Nadia Quiroz Toro',
];

/** Places the orders. @returns their ids and what they cost, in the sequence of `PAYERS` */
async function placeOrders(shop: AdminShop) {
  const orders = [];
  for (const [at, name] of PAYERS.entries()) {
    const id = await placeOrder(shop, { name, quantity: at + 1 });
    orders.push({ id, name, total: 1700 * (at + 1) + 2500 });
  }
  return orders;
}

type Orders = Awaited<ReturnType<typeof placeOrders>>;

/** Sixty rows as three banks word them: nine for sure, two likely, none of the last order. */
function writeList(orders: Orders): string {
  const day = dayOf(Date.now()).split('-').toReversed().join('/');
  const upper = (name: string) => name.toUpperCase().split(' ').toReversed().join(' ');
  const paid = orders.slice(0, 11).map(({ id, name, total }, at) => {
    if (at < 3) return [`TRANSFERENCIA DE ${upper(name)}`, total];
    if (at < 5) return [`PAGO RECIBIDO TF2 ${name}`, total];
    if (at < 9) return [`Transf. pedido ${id.toLowerCase().replace('-', ' ')}`, total];
    return [`TEF ${id}`, total - 500];
  });
  const others = Array.from({ length: 49 }, (_, at) => [
    `COMPRA ${at}`,
    at % 3 === 0 ? 990 + at : -990 - at,
  ]);
  let balance = 100_000;
  const rows = [...paid, ...others].map(([text, amount]) => {
    balance += Number(amount);
    const [came, left] = Number(amount) > 0 ? [amount, 0] : [0, -Number(amount)];
    return `${day};${text};${left};${came};${balance}`;
  });
  return ['Cartola de movimientos', 'Fecha;Descripción;Cargos;Abonos;Saldo', ...rows].join('\r\n');
}

test("the bank's list pays nine orders with few taps, offers two, and changes nothing again", async ({
  page,
  adminShop,
}) => {
  const orders = await placeOrders(adminShop);
  const buffer = Buffer.from(writeList(orders), 'latin1');
  const file = { name: 'cartola.csv', mimeType: 'text/csv', buffer };
  await openPanel(page);
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  const taps = await countTaps(page);
  const read = async () => {
    await button(page, 'Comparar con el banco').click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByText('Elegir archivo').click();
    await (await choosing).setFiles(file);
  };
  await read();
  await expect(page.getByText('60 movimientos, del')).toBeVisible();
  const certain = page.getByRole('region', { name: 'Seguros' }).getByRole('checkbox');
  const likely = page.getByRole('region', { name: 'Probables: revisa y marca' });
  await expect(certain).toHaveCount(9);
  await expect(likely.getByRole('checkbox')).toHaveCount(2);
  await expect(likely.getByRole('checkbox').first()).not.toBeChecked();
  await book(page, 'today/bank');
  await page.getByRole('button', { name: /^Anotar 9 pagos/ }).click();
  await expect(page.getByText('9 pagos anotados con el día del banco')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(5);
  await button(page, 'Listo').click();
  for (const { id } of orders.slice(9))
    await expect(page.getByRole('region', { name: 'Sin pagar' })).toContainText(id);
  for (const { id } of orders.slice(0, 9))
    await expect(page.getByRole('region', { name: 'Sin pagar' })).not.toContainText(id);
  const paidOn = dayOf(Date.now());
  const { order } = await adminShop.admin.call('GET', `/admin/orders/${orders[0]?.id}`);
  expect(order).toMatchObject({ payment: { paidAt: paidOn, how: 'Transferencia' }, balance: 0 });

  await read();
  await expect(page.getByText('9 ya tienen su pago')).toBeVisible();
  await expect(certain).toHaveCount(0);
  await likely.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Anotar 1 pago / }).press('Enter');
  await button(page, 'Deshacer').click();
  await expect(page.getByText('1 pago quitado')).toBeVisible();
});

test('pasted rows are read at once, and a column is corrected by one choice', async ({
  page,
  adminShop,
}) => {
  const id = await placeOrder(adminShop, { name: 'Olga Riquelme Sáez' });
  const day = dayOf(Date.now()).split('-').toReversed().join('/');
  const rows = [`${day}\tPAGO ${id}\t77\t5900`, `${day}\tOTRO\t78\t12`].join('\n');
  await openPanel(page);
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  await button(page, 'Comparar con el banco').click();
  await page.getByLabel('O pega aquí las filas').fill(rows);
  await button(page, 'Leer lo pegado').click();
  await page.getByText('Columnas').click();
  await page.getByLabel('Columna 4').selectOption('Abonos');
  await expect(page.getByRole('region', { name: 'Seguros' })).toContainText(id);
  await page.keyboard.press('Escape');
  await button(page, 'Comparar con el banco').click();
  await page.getByLabel('O pega aquí las filas').fill('hola;qué;tal\nuno;dos;tres');
  await button(page, 'Leer lo pegado').click();
  await expect(page.getByRole('alert')).toContainText('No encontramos movimientos');
  await expect(page.getByLabel('Columna 3')).toBeVisible();
});
