import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type ReadPdf, readPdf } from '#server/testing/read-pdf.ts';
import { book } from './book/book.ts';
import { expect, openOrder, openPanel, part, placeOrder, test } from './support/admin.ts';
import type { AdminShop } from './support/callers.ts';
import { hold } from './support/hold.ts';
import { button } from './support/wizard.ts';

async function placeThree(shop: AdminShop): Promise<string[]> {
  return [
    await placeOrder(shop, { name: 'Ana Uno', quantity: 4 }),
    await placeOrder(shop, { name: 'Beto Dos', quantity: 5 }),
    await placeOrder(shop, { name: 'Carla Tres', quantity: 2 }),
  ];
}

const pay = ({ admin }: AdminShop, ids: readonly string[]) =>
  admin.call('POST', '/admin/orders/payment', {
    orders: ids.map((id) => ({ id })),
    payment: { paidAt: '2026-03-09', how: 'Efectivo' },
  });

async function choose(page: Page, ids: readonly string[]) {
  for (const id of ids) {
    await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}` }).check();
  }
}

/** Clicks the control that downloads a file, and reads the file with another program. */
async function readSaved(page: Page, press: () => Promise<void>): Promise<ReadPdf> {
  const saving = page.waitForEvent('download');
  await press();
  return readPdf(await readFile(await (await saving).path()));
}

const bar = (page: Page) => page.getByRole('region', { name: 'Hoja de prensa', exact: true });

test('three orders are paid, printed, packed, labelled and sent', async ({ page, adminShop }) => {
  const ids = await placeThree(adminShop);
  await openPanel(page, 'Taller');
  await button(page, /^Por pagar/).click();
  await expect(page.getByText('los «Pendientes» de Pedidos son los que')).toBeVisible();
  await book(page, 'workshop/payment');
  await choose(page, ids);
  await button(page, 'Pagado').click();
  await expect(
    page.getByText('3 pedidos marcados como pagados hoy por transferencia'),
  ).toBeVisible();
  await button(page, 'Deshacer').click();
  await choose(page, ids);
  await button(page, 'Pagado').click();
  await button(page, /^Por imprimir/).click();
  await choose(page, ids);
  await button(page, 'Hoja de prensa').click();
  await expect(bar(page)).toBeFocused();
  await expect(bar(page)).toContainText('Hoja de prensa lista: 11 pines en 2 páginas A4');
  const sheet = await readSaved(page, () => button(page, 'Descargar hoja').click());
  expect(sheet.pages).toHaveLength(2);
  expect(sheet.pictures).toHaveLength(3);
  for (const id of ids) expect(sheet.texts.join()).toContain(id);
  await button(page, 'Marcar como impreso').dblclick();
  await expect(page.getByText('3 pedidos marcados como impresos')).toBeVisible();

  await button(page, /^Por empacar/).click();
  await choose(page, ids);
  await book(page, 'workshop-paper/parcel', { hasFold: true });
  const slips = await readSaved(page, () => button(page, 'Listas de empaque').click());
  expect(slips.pages).toHaveLength(1);
  expect(slips.texts[0]).toContain('¡Gracias por tu compra, Beto Dos!');
  await button(page, 'Etiquetas').click();
  await expect(button(page, 'A4, ocho por página')).toBeVisible();
  await book(page, 'workshop-paper/labels');
  const labels = await readSaved(page, () => button(page, 'A4, ocho por página').click());
  expect(labels.pages).toHaveLength(1);
  expect(labels.texts[0]).toContain('Carla Tres');
  await expect(page.getByRole('dialog', { name: 'Etiquetas de envío' })).toBeHidden();
  await button(page, 'Empacado').click();
  await button(page, /^Por despachar/).click();
  await choose(page, ids);
  await button(page, 'Despachado').click();
  await page.getByLabel('Empresa de envío').fill('Starken');
  await book(page, 'owner/dispatch');
  await button(page, 'Marcar como despachado').click();
  await expect(page.getByText('3 pedidos marcados como despachados')).toBeVisible();

  await page.getByRole('tab', { name: 'Pedidos' }).click();
  const [first = ''] = ids;
  const order = await openOrder(page, first, 'Historial', 'Taller');
  await expect(part(order, 'Historial')).toContainText('Mandó a hacer la hoja de prensa');
  await part(order, 'Taller').getByRole('button', { name: 'Etiqueta', exact: true }).click();
  const label = await readSaved(page, () => button(page, '100 × 150 mm, una por página').click());
  expect(label.pages[0]?.height).toBeCloseTo(150, 0);
});

test('a sheet in progress outlives a reload', { tag: '@long' }, async ({ page, adminShop }) => {
  const ids = await placeThree(adminShop);
  await pay(adminShop, ids);
  let isSlow = true;
  await page.route('**/api/admin/sheets', async (route) => {
    if (!isSlow) return route.fallback();
    const answer = await route.fetch();
    const body = await answer.json();
    // The worker is too fast to see: the mocked list reports it as in progress.
    const slow = (sheet: object) => ({ ...sheet, state: 'working', progress: 0.5 });
    if (body.sheets) body.sheets = body.sheets.map(slow);
    if (body.sheet) body.sheet = slow(body.sheet);
    // The page that sent the request may be gone.
    await route.fulfill({ response: answer, json: body }).catch(() => undefined);
  });
  await openPanel(page, 'Taller');
  await choose(page, ids);
  await button(page, 'Hoja de prensa').press('Enter');
  const progress = bar(page).getByRole('progressbar', { name: 'Avance de la hoja de prensa' });
  await expect(progress).toHaveJSProperty('value', 0.5);
  await book(page, 'workshop-paper/working', { hasFold: true });
  await openPanel(page, 'Taller');
  await expect(progress).toBeVisible();
  await button(page, 'Hojas de prensa').click();
  const all = page.getByRole('dialog', { name: 'Hojas de prensa' });
  await expect(all.getByText('Haciéndose').first()).toBeVisible();
  await expect(all.getByRole('button', { name: ids[1] ?? '' }).first()).toBeVisible();
  await book(page, 'workshop-paper/sheets');
  isSlow = false;
  await expect(all.getByText('Lista').first()).toBeVisible();
  await all.getByRole('button', { name: 'Descartar' }).first().press('Enter');
  await expect(all.getByText('Cancelada').first()).toBeVisible();
  await expect(all.getByRole('heading', { level: 3 }).first()).toBeFocused();
});

test('an order on a sheet is not printed twice', { tag: '@long' }, async ({ page, adminShop }) => {
  const ids = await placeThree(adminShop);
  await pay(adminShop, ids);
  const [first = '', second = ''] = ids;
  await openPanel(page, 'Taller');
  await choose(page, [first]);
  await button(page, 'Hoja de prensa').click();
  await expect(bar(page)).toContainText('Hoja de prensa lista: 4 pines');
  await choose(page, [first, second]);
  await button(page, 'Opciones de la hoja').click();
  await page.getByLabel('Papel').selectOption('Carta');
  await page.getByLabel('Cómo se distinguen los pedidos').selectOption('lines');
  await page.getByLabel('Entre cortes (mm)').fill('2');
  await button(page, 'Hacer la hoja').click();
  await expect(page.getByText('Debe ser un número entre 3,2 y 20')).toBeVisible();
  await book(page, 'workshop-paper/settings');
  await page.getByLabel('Entre cortes (mm)').fill('3,2');
  await button(page, 'Hacer la hoja').click();
  const asking = page.getByRole('dialog', { name: 'Ya está en otra hoja' });
  await expect(asking.getByRole('listitem')).toHaveText(new RegExp(`^${first}, en la hoja del`));
  await book(page, 'workshop-paper/repeated');
  await button(page, 'Hacerla igual').click();
  await expect(bar(page)).toContainText('Hoja de prensa lista: 9 pines en 2 páginas Carta');
  await expect(bar(page)).toContainText(`El pedido ${first} ya estaba en una hoja`);
  await book(page, 'workshop-paper/done', { hasFold: true });

  await page.reload();
  await openPanel(page, 'Taller');
  await choose(page, [second]);
  await button(page, 'Opciones de la hoja').click();
  await expect(page.getByLabel('Papel')).toHaveValue('letter');
});

test('a printer is measured, corrected, reset, forgotten', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, '**/api/admin/printers');
  await openPanel(page, 'Taller');
  await button(page, 'Impresoras').click();
  const download = button(page, 'Descargar página de calibración');
  const place = await download.boundingBox();
  release();
  await expect(button(page, 'Agregar impresora')).toBeEnabled();
  expect(await download.boundingBox()).toEqual(place);
  const calibration = await readSaved(page, () => download.click());
  expect(calibration.texts[0]).toContain('Horizontal: 100 mm');
  const adding = page.getByRole('form', { name: 'Agregar impresora' });
  await adding.getByLabel('Nombre de la impresora').fill('Epson del taller');
  await adding.getByLabel('Horizontal (mm)').fill('99,2');
  await adding.getByLabel('Vertical (mm)').fill('101');
  await expect(adding.getByText('Factor: 1,0081 a lo ancho, 0,9901 a lo alto')).toBeVisible();
  await book(page, 'workshop-paper/printers');
  await page.keyboard.press('Enter');
  const printers = page.getByRole('list', { name: 'Impresoras medidas' });
  await expect(printers).toContainText('Factor: 1,0081 a lo ancho, 0,9901 a lo alto');
  await button(page, 'Medir de nuevo Epson del taller').click();
  const measuring = page.getByRole('form', { name: 'Medir Epson del taller' });
  await measuring.getByLabel('Horizontal (mm)').fill('100');
  await measuring.getByLabel('Vertical (mm)').fill('99');
  await button(page, 'Guardar medida').click();
  await expect(printers).toContainText('Factor: 1 a lo ancho, 1,0101 a lo alto');
  await button(page, 'Restablecer Epson del taller').click();
  await expect(printers).toContainText('Factor: 1 a lo ancho, 1 a lo alto');
  await button(page, 'Quitar Epson del taller').click();
  await expect(page.getByText('Epson del taller')).toBeHidden();
});

test('pasted numbers dispatch several parcels', { tag: '@long' }, async ({ page, adminShop }) => {
  const ids = await placeThree(adminShop);
  const [ana = '', beto = '', carla = ''] = ids;
  await pay(adminShop, ids);
  for (const mark of ['printed', 'packed']) {
    const orders = ids.map((id) => ({ id }));
    await adminShop.admin.call('POST', '/admin/orders/marks', { orders, mark, isSet: true });
  }
  await openPanel(page, 'Taller');
  await button(page, /^Por despachar/).click();
  await choose(page, ids);
  // On a tablet every tab is in sight, and the text of the bar has one line.
  await page.setViewportSize({ width: 768, height: 1024 });
  const tabs = page.getByRole('tablist', { name: 'Administración' });
  expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  const bar = page.getByRole('region', { name: 'Pedidos seleccionados' });
  const text = await bar.getByRole('status').boundingBox();
  expect(text?.height).toBeLessThan(40);
  await book(page, 'owner/board-chosen', { hasFold: true });
  await button(page, 'Pegar números').click();
  const pasted = page.getByRole('dialog', { name: 'Números de seguimiento' });
  await expect(pasted.getByRole('button', { name: /^Despachar/ })).toBeDisabled();
  await book(page, 'owner/numbers');
  const lines = ['Pedido;Seguimiento', `${carla};ST-3`, `${ana};ST-1`, 'ZZZZZ-99999;ST-9'];
  await pasted.getByLabel('Números', { exact: true }).fill(lines.join('\n'));
  const preview = pasted.getByRole('list', { name: 'Qué número va a cada pedido' });
  await expect(preview.getByRole('listitem').filter({ hasText: ana })).toContainText('ST-1');
  await expect(preview.getByRole('listitem').filter({ hasText: beto })).toContainText('Sin número');
  await expect(pasted.getByRole('alert')).toContainText(
    'Línea 4, ZZZZZ-99999;ST-9: Ese pedido no está entre los elegidos',
  );
  await book(page, 'owner/numbers-wrong');
  await pasted.getByLabel('Empresa de envío').fill('Starken');
  await pasted.getByRole('button', { name: 'Despachar 2 pedidos' }).click();
  await expect(pasted.getByText('2 pedidos con su número y despachados')).toBeVisible();
  await book(page, 'owner/numbers-sent');
  const list = await readSaved(page, () =>
    pasted.getByRole('button', { name: 'Lista de entrega' }).click(),
  );
  for (const text of ['Entrega a Starken', ana, 'ST-1', carla, 'ST-3', 'En total: 2 bultos']) {
    expect(list.texts[0]).toContain(text);
  }
  await pasted.getByRole('button', { name: 'Listo' }).click();
  await expect(button(page, `Despachado: pedido ${beto}`)).toBeVisible();
  await expect(page.getByText(ana)).toHaveCount(0);
  const { order } = (await adminShop.admin.call('GET', `/admin/orders/${carla}`)) as {
    order: object;
  };
  expect(order).toMatchObject({
    status: 'completed',
    shipping: { courier: 'Starken', trackingNumber: 'ST-3' },
  });

  // The camera reads the last label, like a phone's browser.
  await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = [];
    const open = () => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
      const stream = canvas.captureStream(5);
      tracks.push(...stream.getTracks());
      return stream;
    };
    let asked = 0;
    window.cameraTracks = tracks;
    navigator.mediaDevices.getUserMedia = async () => {
      asked += 1;
      if (asked === 1) throw new DOMException('no', 'NotAllowedError');
      return open();
    };
    let looks = 0;
    class BarcodeDetector {
      detect() {
        looks += 1;
        const codes = ['https://courier.cl/x', ' ST-7 '].slice(0, Math.max(0, looks - 1));
        return Promise.resolve(asked > 2 ? [] : codes.map((rawValue) => ({ rawValue })));
      }
    }
    Object.assign(window, { BarcodeDetector });
  });
  await button(page, `Despachado: pedido ${beto}`).click();
  const parcel = page.getByRole('dialog', { name: 'Despachado' });
  await parcel.getByRole('button', { name: 'Leer con la cámara' }).click();
  const camera = page.getByRole('dialog', { name: 'Leer el código del envío' });
  await expect(camera.getByRole('alert')).toContainText('no tiene permiso para usar la cámara');
  await book(page, 'owner-orders/camera-refused');
  await camera.getByRole('button', { name: 'Escribir el número' }).click();
  await parcel.getByRole('button', { name: 'Leer con la cámara' }).click();
  await expect(camera).toBeHidden();
  await expect(parcel.getByLabel('Número de seguimiento')).toHaveValue('ST-7');
  await parcel.getByRole('button', { name: 'Leer con la cámara' }).click();
  await expect(camera.getByText('Apunta al código de barras')).toBeVisible();
  await book(page, 'owner-orders/camera');
  const states = () => page.evaluate(() => window.cameraTracks?.map((track) => track.readyState));
  await expect.poll(states).toEqual(['ended', 'live']);
  await page.keyboard.press('Escape');
  await expect.poll(states).toEqual(['ended', 'ended']);
  await expect(parcel).toBeVisible();
});
