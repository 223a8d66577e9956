import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import {
  expect,
  fact,
  openOrder,
  openPanel,
  orderRow,
  part,
  placeOrder,
  readZip,
  test,
} from './support/admin.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { button, uniqueName } from './support/wizard.ts';

test('an order goes through four states; deleting it is undone', async ({ page, adminShop }) => {
  const name = uniqueName();
  const id = await placeOrder(adminShop, { name });
  await page.clock.install();
  await openPanel(page);
  const order = await openOrder(page, id, 'Precio', 'Cambiar estado', 'Historial');
  const state = part(order, 'Cambiar estado');
  await expect(order.getByText('Nadie ha cambiado este pedido aún.')).toBeVisible();
  const accepted = fact(part(order, 'Precio'), 'Condiciones aceptadas');
  await expect(accepted).toHaveText(`versión ${TERMS_VERSION}`);
  await expect(button(page, 'Cambiar estado')).toBeDisabled();
  for (const [label, reason] of [
    ['En Proceso', 'Ya lo estamos prensando'],
    ['Completado', ''],
    ['Cancelado', 'Lo pidió la clienta'],
    ['Pendiente', ''],
  ] as const) {
    await state.getByLabel('Cambiar a').selectOption(label);
    await state.getByLabel('Motivo').fill(reason);
    if (label === 'Cancelado') await book(page, 'owner-orders/status-cancelled');
    await button(page, 'Cambiar estado').click();
    await expect(fact(part(order, 'Estado'), 'Estado')).toHaveText(label);
    await expect(state.getByLabel('Motivo')).toHaveValue('');
  }
  await expect(state.getByText('Estado actualizado')).toBeVisible();
  await page.clock.runFor(3000);
  await expect(state.getByText('Estado actualizado')).toBeHidden();
  const history = part(order, 'Historial').getByRole('listitem');
  await expect(history).toHaveCount(4);
  await expect(history.first()).toContainText('Pendiente → En Proceso');
  await expect(history.first()).toContainText('Ya lo estamos prensando');
  await expect(history.first()).toContainText('jefa@pines-prueba.cl');
  await page.keyboard.press('Escape');
  await expect(orderRow(page, id).getByText('Pendiente', { exact: true })).toBeVisible();

  const remove = async () => {
    await openOrder(page, id);
    await button(page, 'Eliminar pedido').click();
    const question = dialog(page, `¿Eliminar el pedido ${id}?`);
    await expect(question).toContainText(`${id}, de ${name} (2 pines) por $5.900`);
    await book(page, 'admin-order/delete');
    await question.getByRole('button', { name: 'Eliminar pedido', exact: true }).click();
    await expect(page.getByText(`Eliminaste el pedido ${id}.`)).toBeVisible();
    await expect(orderRow(page, id)).toBeHidden();
  };
  await remove();
  await book(page, 'admin-order/deleted', { hasFold: true });
  await button(page, 'Deshacer').click();
  await expect(orderRow(page, id)).toBeVisible();
  await expect(page.getByText(`Eliminaste el pedido ${id}.`)).toBeHidden();
  await remove();
  await button(page, 'Papelera').click();
  await expect(button(page, `Restaurar el pedido ${id}`)).toBeVisible();
  await book(page, 'admin-orders/bin');
  await button(page, `Restaurar el pedido ${id}`).click();
  await expect(button(page, `Restaurar el pedido ${id}`)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(orderRow(page, id)).toBeVisible();
});

test('notes, payment and address can be changed', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: uniqueName(), notes: null });
  await openPanel(page);
  const order = await openOrder(page, id, 'Notas', 'Pago', 'Envío', 'Entrega', 'Precio');
  // Default values, such as home delivery, are not listed as missing.
  await expect(fact(part(order, 'Entrega'), 'Ciudad')).toHaveText('Chillán');
  await expect(part(order, 'Entrega')).not.toContainText('N/A');
  await book(page, 'admin-order/unfolded', { hasFold: true });
  await order.getByLabel('Notas del pedido').fill('Llamar antes\nde enviar');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Guardar notas')).toBeDisabled();
  await expect(order.getByText('Notas guardadas')).toBeVisible();
  // A button that stays disabled after its work passes the focus on.
  await expect(button(page, 'Abrir Nota interna')).toBeFocused();

  const payment = part(order, 'Pago');
  await expect(fact(payment, 'Pago')).toHaveText('Sin pagar');
  await payment.getByLabel('Fecha del pago').fill('2026-03-05');
  await payment.getByLabel('Forma de pago').fill('Transferencia');
  await button(page, 'Anotar pago').click();
  await expect(fact(payment, 'Pago')).toHaveText('Transferencia, el 5/3/2026');
  await button(page, 'Quitar el pago').click();
  await expect(fact(payment, 'Pago')).toHaveText('Sin pagar');

  // A part of it first, then the rest with one click less.
  await payment.getByLabel('Monto').fill('1.000');
  await payment.getByLabel('Forma de pago').fill('Efectivo');
  await button(page, 'Anotar pago').click();
  await expect(fact(payment, 'Pago')).toHaveText(/^Faltan \$/);
  await book(page, 'admin-order/part-paid');
  await payment.getByLabel('Forma de pago').fill('Tarjeta');
  await button(page, 'Anotar pago').click();
  await expect(fact(payment, 'Pago')).toHaveText(/^Tarjeta, el /);
  await expect(payment.getByText('$1.000, Efectivo')).toBeVisible();
  for (let left = 2; left > 0; left -= 1) {
    await payment
      .getByRole('button', { name: /^Quitar/ })
      .first()
      .click();
    await expect(payment.getByRole('button', { name: /^Quitar/ })).toHaveCount(left - 1);
  }
  await expect(fact(payment, 'Pago')).toHaveText('Sin pagar');

  const parcel = part(order, 'Envío');
  await parcel.getByLabel('Empresa de envío').fill('Starken');
  await parcel.getByLabel('Número de seguimiento').fill('ABC-123');
  await button(page, 'Guardar envío').click();
  await expect(button(page, 'Guardar envío')).toBeDisabled();
  await expect(parcel.getByLabel('Número de seguimiento')).toHaveValue('ABC-123');

  await button(page, 'Ver a la persona').click();
  const person = page.getByRole('dialog').last();
  await expect(person.getByRole('listitem').filter({ hasText: id })).toContainText('Pendiente');
  await person.getByLabel('Nota sobre la persona').fill('Siempre retira el viernes');
  await person.getByRole('button', { name: 'Guardar nota' }).click();
  await expect(person.getByText('Nota guardada')).toBeVisible();
  await book(page, 'admin-order/person');
  await page.keyboard.press('Escape');

  await button(page, 'Corregir dirección').click();
  const form = dialog(page, 'Corregir dirección');
  await form.getByLabel('Teléfono').fill('123');
  await button(page, 'Guardar dirección').click();
  await expect(form.getByRole('alert')).toHaveText('El teléfono debe ser válido (8-9 dígitos)');
  await form.getByLabel('Teléfono').fill('987654321');
  await form.getByLabel('Región').selectOption('RM');
  await form.getByLabel('Ciudad').selectOption('Ñuñoa');
  await form.getByLabel('Dirección').fill('Irarrázaval 1');
  await expect(form.getByLabel(/Cambiar el envío de \$2\.500 a \$4\.000/)).toBeChecked();
  await button(page, 'Guardar dirección').click();
  await expect(form).toBeHidden();
  await expect(fact(part(order, 'Entrega'), 'Ciudad')).toHaveText('Ñuñoa');
  await expect(fact(part(order, 'Precio'), 'Total')).toHaveText('$7.400');
  await expect(page.getByRole('link', { name: 'Escribir por WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/56987654321\?text=Hola%20Comprador%2C/,
  );
  await page.keyboard.press('Escape');
  await expect(fact(orderRow(page, id), 'Notas')).toContainText('Llamar antes');
  await expect(fact(orderRow(page, id), 'Dirección')).toHaveText('Irarrázaval 1');
});

test('the later admin loses no typed text', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { notes: 'Primera' });
  await openPanel(page);
  const order = await openOrder(page, id, 'Notas', 'Envío');
  await order.getByLabel('Notas del pedido').fill('Lo mío');
  await order.getByLabel('Número de seguimiento').fill('MI-NUMERO');
  await adminShop.admin.call('PATCH', `/admin/orders/${id}/notes`, { notes: 'De la otra' });
  await button(page, 'Guardar notas').click();
  await expect(order.getByRole('alert')).toContainText('Otra persona cambió este pedido');
  await expect(order.getByLabel('Notas del pedido')).toHaveValue('Lo mío');
  await expect(order.getByLabel('Número de seguimiento')).toHaveValue('MI-NUMERO');
  await expect(order.getByText('Ahora dice: De la otra')).toBeVisible();
  await book(page, 'admin-order/changed-by-another');
  await button(page, 'Guardar notas').click();
  await expect(order.getByRole('alert')).toBeHidden();
  await button(page, 'Guardar envío').click();
  await page.keyboard.press('Escape');
  await expect(fact(orderRow(page, id), 'Notas')).toHaveText('Lo mío');
});

test('a second click hits nothing that moved', async ({ page, adminShop: { admin, ...shop } }) => {
  const clickTwice = async (target: Locator, effect: () => Promise<void>) => {
    // It has come to rest under the mouse.
    await target.hover();
    const box = await target.boundingBox();
    if (!box) throw new Error('the button is not shown');
    const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await click();
    await effect();
    await click();
  };
  const id = await placeOrder(shop, { quantity: 9 });
  const amounts = async () => {
    const { order } = await admin.call('GET', `/admin/orders/${id}`);
    return Object(order).payments.map(({ amount }: { amount: number }) => amount);
  };
  for (const amount of [100, 200, 300]) {
    const body = { amount, paidAt: '2026-03-09', how: 'Efectivo' };
    await admin.call('POST', `/admin/orders/${id}/payments`, body);
  }
  await openPanel(page);
  const order = await openOrder(page, id, 'Pago');
  const paid = part(order, 'Pago');
  await clickTwice(paid.getByRole('button', { name: 'Quitar' }).first(), () =>
    expect(paid.getByText('$100')).toHaveCount(0),
  );
  // What follows is inert for a moment only.
  await paid.getByRole('button', { name: 'Quitar' }).last().click();
  await expect.poll(amounts).toEqual([200]);

  await button(page, 'Cambiar pedido').click();
  const lines = button(page, 'Quitar línea');
  for (const line of ['Uno', 'Dos', 'Tres']) {
    await button(page, 'Agregar línea').click();
    await page.getByLabel('Qué es').last().fill(line);
  }
  await clickTwice(lines.first(), () => expect(lines).toHaveCount(2));
  await expect(lines).toHaveCount(2);

  for (const name of ['A', 'B', 'C'])
    await admin.call('PUT', `/admin/printers/${name}`, { scaleX: 1, scaleY: 1 });
  await openPanel(page, 'Taller');
  await button(page, 'Impresoras').click();
  await clickTwice(button(page, 'Quitar A'), () => expect(button(page, 'Quitar A')).toHaveCount(0));
  await button(page, 'Quitar C').click();
  await expect(button(page, 'Quitar C')).toHaveCount(0);
  await button(page, 'Quitar B').click();
  await expect(button(page, 'Quitar B')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await button(page, /^Por pagar/).click();
  const row = page.getByRole('list', { name: 'Por pagar' }).getByRole('listitem');
  await row.filter({ hasText: id }).getByRole('checkbox').click();
  await clickTwice(button(page, 'Pagado'), () => expect(button(page, 'Deshacer')).toBeVisible());
  await expect(row.filter({ hasText: id })).toHaveCount(0);
  await expect.poll(amounts).toEqual([200, 17_600]);
});

test('what is typed while a part is saved stays', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { notes: null });
  await openPanel(page);
  const order = await openOrder(page, id, 'Notas', 'Envío');
  const release = await hold(page, `**/api/admin/orders/${id}/*`);
  const notes = order.getByLabel('Notas del pedido');
  await notes.fill('Llamar antes');
  await button(page, 'Guardar notas').click();
  await notes.fill('Llamar antes de las seis');
  await order.getByLabel('Empresa de envío').fill('Starken');
  await button(page, 'Guardar envío').click();
  await order.getByLabel('Número de seguimiento').fill('ABC-123');
  release();
  await expect(button(page, 'Guardar envío')).toBeEnabled();
  await expect(notes).toHaveValue('Llamar antes de las seis');
  await expect(order.getByText(/^Ahora dice/)).toBeHidden();
  await button(page, 'Guardar notas').click();
  await expect(button(page, 'Guardar notas')).toBeDisabled();
  await expect(order.getByLabel('Número de seguimiento')).toHaveValue('ABC-123');
  await page.keyboard.press('Escape');
});

test('originals come one by one and as a zip', { tag: '@long' }, async ({ page, adminShop }) => {
  const files = [
    await makeJpeg('niño 🐱.jpg', { width: 700, height: 500 }),
    await makePng('escudo.png', { width: 600, height: 600 }),
  ];
  const id = await placeOrder(adminShop, { files, quantity: 3 });
  await openPanel(page);
  const order = await openOrder(page, id);
  await order.getByRole('button', { name: 'Imagen 1, ver en grande' }).click();
  const large = dialog(page, 'Imagen 1 de 2');
  await expect(large).toContainText('niño 🐱.jpg ×3');
  const image = large.getByRole('img');
  await expect(image).toBeVisible();
  await expect
    .poll(() =>
      image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth),
    )
    .toBe(700);
  await book(page, 'admin-order/picture');
  const single = page.waitForEvent('download');
  await button(page, 'Descargar original').click();
  const [first, second] = files;
  expect(await readFile(await (await single).path())).toEqual(first?.buffer);
  await button(page, 'Siguiente').click();
  await expect(dialog(page, 'Imagen 2 de 2')).toBeVisible();
  await page.keyboard.press('Escape');

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const whole = page.waitForEvent('download');
  await button(page, 'Descargar originales (ZIP)').click();
  const entries = await readZip(await readFile(await (await whole).path()));
  expect(entries).toHaveLength(2);
  for (const { name } of entries) expect(name).toContain(id);
  expect(entries.map(({ content }) => content)).toEqual([first?.buffer, second?.buffer]);
  expect(requests.filter((url) => /token=|eyJ/.test(url))).toEqual([]);
});

test('a pin is respelt until it is printed', { tag: '@long' }, async ({ page, adminShop }) => {
  const text = { ...FIRST_STYLE, value: 'Camlia' };
  const id = await placeOrder(adminShop, { texts: [text] });
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(page);
  const order = await openOrder(page, id);
  await button(page, 'Corregir el texto de la imagen 1').click();
  const window = dialog(page, 'Texto de la imagen 1');
  await window.getByLabel('Texto del pin').fill('');
  await button(page, 'Guardar texto').click();
  await expect(window.getByText('Falta el texto')).toBeVisible();
  await window.getByLabel('Texto del pin').fill('Camila');
  await expectClean(page);
  await expectFits(page);
  await button(page, 'Guardar texto').click();
  await expect(window).toBeHidden();
  await expect(order.getByText('Imagen 1 ×2 «Camila»')).toBeVisible();
  await adminShop.admin.call('PUT', `/admin/orders/${id}/payment`, {
    ...{ paidAt: '2026-03-09', how: 'Efectivo' },
  });
  await adminShop.admin.call('PUT', `/admin/orders/${id}/marks/printed`, {});
  await page.reload();
  await expect(button(page, 'Ajustar la imagen 1')).toBeVisible();
  await expect(button(page, 'Corregir el texto de la imagen 1')).toBeHidden();
});
