import { parse } from 'csv-parse/sync';
import { adminOrderDetail } from '#contract/orders/orders-admin.ts';
import { readSales } from '#contract/payments/sales.ts';
import { DAY_MS, dayOf } from '#domain/base/dates.ts';
import { writeWorkbook } from '#server/testing/workbook.ts';
import { book } from './book/book.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { watchShifts } from './support/shifts.ts';
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

const spanish = (day: string) => day.split('-').toReversed().join('/');

/** Thirty rows of three banks: six for sure, two likely, none of the last order. */
async function writeLists(orders: Orders) {
  const today = dayOf(Date.now());
  const upper = (name: string) => name.toUpperCase().split(' ').toReversed().join(' ');
  const paid = orders.slice(0, 8).map(({ id, name, total }, at): [string, number] => {
    if (at < 2) return [`TRANSFERENCIA DE ${upper(name)}`, total];
    if (at < 4) return [`PAGO RECIBIDO TF2 ${name}`, total];
    if (at < 6) return [`Transf. pedido ${id.toLowerCase().replace('-', ' ')}`, total];
    return [`TEF ${id}`, total - 500];
  });
  const others = Array.from({ length: 22 }, (_, at): [string, number] => [
    `COMPRA ${at}`,
    at % 3 === 0 ? 990 + at : -990 - at,
  ]);
  const [ofFirst = [], ofSecond = [], ofThird = []] = [0, 1, 2].map((bank) =>
    [...paid, ...others].filter((_, at) => at % 3 === bank),
  );
  let balance = 100_000;
  const columns = ofFirst.map(([text, amount]) => {
    balance += amount;
    return [spanish(today), text, Math.max(0, -amount), Math.max(0, amount), balance].join(';');
  });
  const signed = ofSecond.map(([text, amount]) => {
    const written = `$ ${Math.abs(amount).toLocaleString('es-CL')}${amount < 0 ? '-' : ''}`;
    return `<tr><td>${spanish(today).replaceAll('/', '-')}</td><td>${text}</td><td>${written}</td></tr>`;
  });
  const serial = Math.round(Date.parse(today) / DAY_MS) + 25_569;
  const apart = ofThird.map(([text, amount]) => [
    ...[`@${serial}`, text, amount > 0 ? '' : -amount, amount > 0 ? amount : ''],
  ]);
  const csv = ['Cartola de movimientos', 'Fecha;Descripción;Cargos;Abonos;Saldo', ...columns];
  const page = `<table><tr><th>Fecha</th><th>Glosa</th><th>Monto</th></tr>${signed.join('')}</table>`;
  return [
    { name: 'uno.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\r\n'), 'latin1') },
    { name: 'dos.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from(page) },
    {
      name: 'tres.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await writeWorkbook([[['Fecha', 'Detalle', 'Cargo', 'Abono'], ...apart]]),
    },
  ];
}

test('lists of three banks pay six orders once, with few taps', async ({ page, adminShop }) => {
  const { admin } = adminShop;
  const orders = await placeOrders(adminShop);
  const files = await writeLists(orders);
  await openPanel(page);
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  const taps = await countTaps(page);
  const read = async () => {
    await button(page, 'Comparar con el banco').click();
    await expect(page.getByText('Elegir archivos')).toBeVisible();
    const unmoved = await watchShifts(page);
    const choosing = page.waitForEvent('filechooser');
    await page.getByText('Elegir archivos').click();
    await (await choosing).setFiles(files);
    return unmoved;
  };
  const unmoved = await read();
  for (const name of ['uno.csv', 'dos.xls', 'tres.xlsx'])
    await expect(page.getByText(`${name}: 10 movimientos, del`)).toBeVisible();
  const certain = page.getByRole('region', { name: 'Seguros' }).getByRole('checkbox');
  const likely = page.getByRole('region', { name: 'Probables: revisa y marca' });
  await expect(certain).toHaveCount(6);
  await expect(likely.getByRole('checkbox')).toHaveCount(2);
  await expect(likely.getByRole('checkbox').first()).not.toBeChecked();
  await unmoved("the bank's window");
  await book(page, 'today/bank');
  const behind = await watchShifts(page);
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/today'));
  await page.getByRole('button', { name: /^Anotar 6 pagos/ }).click();
  await expect(page.getByText('6 pagos anotados con el día del banco')).toBeVisible();
  await listed;
  await behind('the list behind the window');
  const told = page.getByRole('status').filter({ hasText: '6 pagos anotados' });
  await expect(told).toBeFocused();
  expect(await taps()).toBeLessThanOrEqual(5);
  await button(page, 'Listo').click();
  for (const { id } of orders.slice(6))
    await expect(page.getByRole('region', { name: 'Sin pagar' })).toContainText(id);
  for (const { id } of orders.slice(0, 6))
    await expect(page.getByRole('region', { name: 'Sin pagar' })).not.toContainText(id);

  await read();
  await expect(page.getByText('2 ya tienen su pago')).toHaveCount(3);
  await expect(certain).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Anotar pagos' })).toBeDisabled();
  await likely.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Anotar 1 pago / }).press('Enter');
  await button(page, 'Deshacer').click();
  await expect(page.getByRole('status').filter({ hasText: '1 pago quitado' })).toBeFocused();

  const table: string[][] = parse(await admin.download('/admin/orders/export.csv'), {
    ...{ bom: true, delimiter: ';' },
  });
  const at = (name: string) => table[0]?.indexOf(name) ?? -1;
  for (const [place, { id, total }] of orders.entries()) {
    const [paid, balance] = place < 6 ? [total, 0] : [0, total];
    const { order } = await admin.call('GET', `/admin/orders/${id}`);
    const payments = paid > 0 ? [{ amount: paid }] : [];
    const payment = paid > 0 ? { paidAt: dayOf(Date.now()), how: 'Transferencia' } : null;
    expect(adminOrderDetail.parse(order)).toMatchObject({
      payment,
      payments,
      balance,
      amountDue: balance,
    });
    const row = table.find((cells) => cells.includes(id));
    expect(row?.[at('Saldo')]).toBe(String(balance));
    expect(row?.[at('Abonado')]).toBe(String(paid));
  }
  const { bank } = readSales.answer.parse(await admin.call('GET', '/admin/orders/sales'));
  const sum = orders.slice(0, 6).reduce((all, { total }) => all + total, 0);
  expect(bank).toMatchObject({ ofOrders: 6, amountOfOrders: sum });
});

test('a movement gets its order by hand', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: 'Pilar Zamora Ibáñez' });
  const day = spanish(dayOf(Date.now()));
  await openPanel(page);
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  await button(page, 'Comparar con el banco').click();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'cartola.csv'));
    data.items.add(new File(['Fecha;Glosa;Abono\n'], 'vacia.csv'));
    return data;
  }, `Fecha;Glosa;Abono\n${day};DEPOSITO DE SU TIA;5900`);
  await page.getByLabel('O pega aquí las filas').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('alert')).toContainText('«vacia.csv»: La cartola no trae ningún');
  await page.getByText('Sin pedido (1)').click();
  await page.getByRole('button', { name: /^Elegir pedido/ }).press('Enter');
  const field = page.getByLabel('¿De qué pedido es?');
  await field.fill('nadie de por aqui');
  await expect(page.getByText('Ningún pedido por pagar calza con eso')).toBeVisible();
  await field.fill('zamora');
  await page.getByRole('button', { name: `${id}, Pilar Zamora Ibáñez: faltan $5.900` }).click();
  await expect(page.getByRole('button', { name: /^Quitar el pedido/ })).toBeFocused();
  await book(page, 'today/bank-by-hand');
  await page.getByRole('button', { name: 'Anotar 1 pago ($5.900)' }).click();
  await expect(page.getByText('1 pago anotado con el día del banco')).toBeVisible();
  const { order } = await adminShop.admin.call('GET', `/admin/orders/${id}`);
  expect(order).toMatchObject({ balance: 0 });
});

test('pasted rows are read, a column corrected', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: 'Olga Riquelme Sáez', quantity: 20 });
  const day = dayOf(Date.now()).split('-').toReversed().join('/');
  const rows = [`${day}\tPAGO ${id}\t77\t36500`, `${day}\tOTRO\t78\t12`].join('\n');
  // As if the bank's movements could be fetched, which this shop's server refuses at first.
  await page.route('**/api/admin/today', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), bank: { hasNews: true } };
    await route.fulfill({ response, json });
  });
  await openPanel(page);
  await page.getByRole('tab', { name: 'Hoy', exact: true }).click();
  await expect(page.getByText('Tu banco avisó de movimientos nuevos.')).toBeVisible();
  await button(page, 'Comparar con el banco').click();
  await button(page, 'Traer del banco').click();
  await expect(page.getByRole('alert')).toContainText('No pudimos traer los movimientos');
  await page.getByLabel('O pega aquí las filas').fill(rows);
  await page.keyboard.press('Escape');
  await button(page, 'Seguir editando').click();
  await button(page, 'Leer lo pegado').press('Enter');
  await expect(page.getByRole('list', { name: 'Lo que leímos' })).toBeFocused();
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
