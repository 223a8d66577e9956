import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { expect, openPanel, test } from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { makePng, makeWebp } from './support/pictures.ts';
import { button } from './support/wizard.ts';

const phone = { width: 360, height: 740 };

const products = (page: Page) => page.getByRole('list', { name: 'Productos', exact: true });
const readNames = (page: Page) =>
  products(page)
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => one.querySelector('span > span')?.textContent));

async function save(page: Page) {
  await button(page, 'Guardar').click();
  await expect(page.getByText('Productos: guardado').last()).toBeVisible();
  await expect(button(page, 'Guardar')).toBeHidden();
}

const onOffer = async ({ admin }: AdminShop) =>
  (await admin.http.get('/api/config')).json().then(({ products }) => products);

test('a small pin is added, first, then retired', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize(phone);
  await openPanel(page, 'Ajustes');
  await expect(products(page).getByRole('listitem')).toHaveText([/^Pin58 mm · \$1\.700$/]);
  await button(page, 'Agregar producto').click();
  const window = dialog(page, 'Agregar producto');
  await button(page, 'Guardar').click();
  await expect(window.getByLabel('Nombre')).toBeFocused();
  await expect(window.getByText('Escribe un nombre')).toBeVisible();
  await window.getByLabel('Nombre').fill('pín');
  await window.getByLabel('Cara, en mm').fill('32');
  await window.getByLabel('Corte, en mm').fill('30');
  await window.getByLabel('Precio por pin').fill('99.999.999');
  await expect(window.getByText('Este nombre ya está en la lista')).toBeVisible();
  await expect(window.getByText('La cara debe ser menor que el corte')).toBeVisible();
  await expect(window.getByText('La zona segura debe ser menor que la cara')).toBeVisible();
  await expect(window.getByText(/^Debe ser un número entero de pesos/)).toBeVisible();
  await expect(window.getByText(/^Cuando todos los datos estén bien/)).toBeVisible();
  await expect(window.getByText(/^Cada pin cuesta/)).toBeHidden();
  await book(page, 'admin-settings/product');
  await expectFits(page);

  await window.getByLabel('Nombre').fill('32 mm');
  await window.getByLabel('Corte, en mm').fill('43');
  await window.getByLabel('Zona segura, en mm').fill('27');
  await window.getByLabel('Precio por pin').fill('1.200');
  for (const [at, name, extra] of [
    [1, 'Alfiler', ''],
    [2, 'Imán', '300'],
  ] as const) {
    await button(page, 'Agregar acabado').click();
    const finish = window.getByRole('group', { name: `Acabado ${at}`, exact: true });
    await finish.getByLabel('Nombre').fill(name);
    await finish.getByLabel('Precio extra por pin').fill(extra);
  }
  await expect(window.getByText('Imán: $1.500 cada pin')).toBeVisible();
  const picture = window.getByRole('group', { name: 'Imagen del producto' });
  await picture
    .getByLabel('Elegir imagen')
    .setInputFiles({ ...(await makeWebp()), buffer: Buffer.from('GIF89a no') });
  await expect(window.getByRole('alert')).toContainText('No se pudo subir la imagen');
  await picture.getByLabel('Elegir imagen').setInputFiles(await makePng());
  await expect(button(page, 'Quitar imagen')).toBeVisible();
  await save(page);

  await expect(products(page).getByRole('listitem')).toHaveText([
    /^Pin58 mm · \$1\.700/,
    /^32 mm32 mm · \$1\.200 · Alfiler, Imán \(\+\$300\)/,
  ]);
  await expectFits(page);
  await expectClean(page);
  await book(page, 'offering/settings', { hasFold: true });
  const [, small] = await onOffer(adminShop);
  expect(small).toMatchObject({ id: '32-mm', finishes: [{ id: 'alfiler' }, { id: 'iman' }] });
  expect((await page.request.get(small.imageUrl)).ok()).toBe(true);

  await button(page, 'Subir 32 mm').click();
  await expect.poll(() => readNames(page)).toEqual(['32 mm', 'Pin']);
  await expect(button(page, 'Subir 32 mm')).toBeFocused();
  await expect(button(page, /^Precios.*\$1\.200 por pin/)).toBeVisible();
  await button(page, /^32 mm/).click();
  const small32 = dialog(page, '32 mm');
  await small32.getByLabel('Nombre', { exact: true }).first().fill('Chico');
  await small32.getByLabel('Retirado').check();
  await book(page, 'offering/product');
  await save(page);
  await expect(products(page).getByRole('listitem').first()).toContainText('Retirado');
  await button(page, /^Pin 58/).click();
  await dialog(page, 'Pin').getByLabel('Retirado').check();
  await button(page, 'Guardar').click();
  await expect(page.getByText('Al menos un producto debe quedar a la venta')).toBeVisible();
  await button(page, 'Cancelar').click();
  expect(await onOffer(adminShop)).toMatchObject([{ id: 'pin', name: 'Pin', price: 1700 }]);

  await button(page, /^Chico/).click();
  await dialog(page, 'Chico').getByLabel('Retirado').uncheck();
  await save(page);
  await expect.poll(async () => (await onOffer(adminShop)).length).toBe(2);
  await page.getByText('Valores anteriores').click();
  await expect(page.getByText(/^Productos: 32 mm: .*; Pin: /).first()).toBeVisible();
});

/** Adds a small pin with a finish to the shop. @returns an order of three pins of each */
async function placeMixed(shop: AdminShop): Promise<string> {
  const { admin } = shop;
  const { settings } = (await admin.call('GET', '/admin/settings')) as {
    settings: { products: { values: { products: object[] }; version: number } };
  };
  const small = {
    ...{ id: 'chico', name: '32 mm', press: { face: 32, cut: 43, safe: 27 }, price: 1200 },
    ...{ steps: [], finishes: [{ id: 'iman', name: 'Imán', extra: 300 }], retired: false },
  };
  const { values, version } = settings.products;
  await admin.call('PUT', '/admin/settings/products', {
    values: { products: [...values.products, small] },
    version,
  });
  const images = await Promise.all(
    [null, 'chico'].map(async (product) => {
      const picture = await makePng('pin.png', { color: product ? '#1b5e9b' : '#c8203f' });
      const answer = await admin.http.post('/api/upload', { multipart: { image: picture } });
      const { imageUrl } = await answer.json();
      return { imageUrl, originalName: 'pin.png', quantity: 3, ...(product && { product }) };
    }),
  );
  const answer = await admin.http.post('/api/orders', {
    data: {
      images,
      deliveryData: {
        ...{ fullName: 'Ana Mixta', phone: '+56 9 1234 5678', email: 'ana@ejemplo.cl' },
        ...{ region: 'XVI', city: 'Chillán', address: 'Av. Libertad 123' },
        pricing: {
          ...{ uniqueImages: 2, imagesCount: 6, pricePerImage: 1700, imagesTotal: 9600 },
          ...{
            discountAmount: 0,
            subtotalAfterDiscount: 9600,
            shippingCost: 2500,
            totalAmount: 12_100,
          },
        },
      },
    },
  });
  const { order, pricing } = await answer.json();
  if (!order) throw new Error(`order refused: ${JSON.stringify(pricing)}`);
  await admin.call('POST', '/admin/orders/payment', {
    orders: [{ id: order.id }],
    payment: { paidAt: '2026-03-09', how: 'Efectivo' },
  });
  return order.id;
}

test('each product has a sheet of its own', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeMixed(adminShop);
  await openPanel(page, 'Pedidos');
  const row = page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem');
  await expect(row.filter({ hasText: id })).toContainText('3 × Pin, 3 × 32 mm con imán');
  await page.getByRole('tab', { name: 'Taller' }).click();
  const needs = page.getByRole('list', { name: 'Qué pines' });
  await expect(needs).toHaveText('3 × Pin3 × 32 mm con imán');
  const choose = page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` });
  const bar = page.getByRole('region', { name: 'Hoja de prensa', exact: true });

  await page.getByLabel('Producto').selectOption('32 mm');
  await expect(page).toHaveURL(/producto=chico/);
  await expect(button(page, /^Por imprimir 1 3 pines/)).toBeVisible();
  await choose.check();
  await button(page, 'Hoja de prensa').click();
  await expect(bar).toContainText('Hoja de prensa lista: 3 pines (32 mm) en 1 página A4');
  await expect(bar).toContainText(`El pedido ${id} lleva pines de otro producto`);
  await expect(button(page, 'Marcar como impreso')).toBeHidden();

  await page.getByLabel('Producto').selectOption('Pin');
  await choose.check();
  await button(page, 'Hoja de prensa').click();
  await expect(bar).toContainText('Hoja de prensa lista: 3 pines (Pin) en 1 página A4');
  await expectClean(page);
  await button(page, 'Marcar como impreso').click();
  await expect(page.getByText(`Pedido ${id} marcado como impreso`)).toBeVisible();
  await page.setViewportSize(phone);
  await page.getByLabel('Producto').selectOption('Todos los productos');
  await button(page, /^Por empacar/).click();
  await expect(needs).toBeVisible();
  await expectFits(page);
});
