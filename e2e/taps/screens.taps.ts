import type { Locator, Page } from '@playwright/test';
import { adminOrderDetail } from '#contract/orders/orders-admin.ts';
import { openProfile } from '../support/accounts.ts';
import { openPanel, placeOrder, test as withAdmin } from '../support/admin.ts';
import type { AdminShop } from '../support/callers.ts';
import { CHOSEN, OPEN_MAP, surface } from '../support/map.ts';
import { makePng, makePortrait } from '../support/pictures.ts';
import { openAtDelivery } from '../support/prepared-draft.ts';
import { signUpWithOrder } from '../support/signed-in-buyer.ts';
import { expect, test } from '../support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
} from '../support/wizard.ts';
import { readScreen, slowDown } from './measure.ts';

/** Of the panel's lists. */
const ORDERS = 24;

/** Hands the screen's figures to the bench; `wholeMs`: from the first tap to the last result. */
async function note(page: Page, name: string, wholeMs?: number) {
  const description = JSON.stringify({ ...(await readScreen(page, name)), wholeMs });
  test.info().annotations.push({ type: 'screen', description });
}

async function tapEach(...all: Locator[]) {
  for (const each of all) await each.tap();
}

const picturesOf = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      makePortrait(`foto-${String(at + 1).padStart(2, '0')}.jpg`, 1200 + at),
    ),
  );

test.beforeEach(({ page }) => slowDown(page));
withAdmin.beforeEach(({ page }) => slowDown(page));

test('home', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await tapEach(
    button(page, 'Imagen siguiente'),
    button(page, 'Ir a la imagen 4'),
    button(page, 'Reproducir el carrusel'),
    page.getByText('¿Cómo pago?'),
    page.getByText('¿Cuándo llega?'),
    button(page, 'Crear Pin Personalizado'),
  );
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await note(page, 'home');
});

for (const count of [3, 12]) {
  test(`wizard with ${count} pictures`, async ({ page }) => {
    await openWizard(page);
    await readScreen(page, '');
    await pick(page, await picturesOf(count));
    await expectUploaded(page, count, 120_000);
    const more = button(page, 'Un pin más de foto-02.jpg');
    await tapEach(more, more, button(page, 'Un pin menos de foto-02.jpg'));
    await page.getByLabel('Cantidad de foto-01.jpg').tap();
    await page.getByLabel('Cantidad de foto-01.jpg').pressSequentially('2');
    await button(page, 'Quitar foto-03.jpg').tap();
    await expectUploaded(page, count - 1);
    await button(page, `Continuar con ${count - 1} imagenes`).tap();
    await expect(heading(page, 'Datos')).toBeFocused();
    await note(page, `wizard, ${count} pictures: images`);
    await button(page, 'Continuar').tap();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Nombre de quien recibe').tap();
    await page.getByLabel('Nombre de quien recibe').pressSequentially('Ana');
    await fillDelivery(page);
    await button(page, 'Continuar').tap();
    await expect(heading(page, 'Resumen')).toBeFocused();
    await note(page, `wizard, ${count} pictures: data`);
    await button(page, 'Confirmar pedido').tap();
    await expect(page.getByText(placedText)).toBeVisible();
    await note(page, `wizard, ${count} pictures: summary`);
  });
}

test('studio', async ({ page }) => {
  await openWizard(page);
  await pick(page, await picturesOf(3));
  await expectUploaded(page, 3, 120_000);
  await readScreen(page, '');
  await button(page, 'Ajustar foto-01.jpg').tap();
  const stage = page.getByRole('slider', { name: /^Encuadre de/ });
  await stage.focus();
  for (const key of ['ArrowLeft', 'ArrowUp', '+', '-']) await page.keyboard.press(key);
  await tapEach(
    button(page, 'Mostrar la imagen completa'),
    button(page, 'Restablecer'),
    button(page, 'Siguiente'),
    button(page, 'Listo'),
  );
  await expect(button(page, 'Continuar con 3 imagenes')).toBeVisible();
  await note(page, 'studio');
});

test('map', async ({ page }) => {
  await openAtDelivery(page, [await makePng('pin.png')]);
  await readScreen(page, '');
  await button(page, OPEN_MAP).tap();
  await button(page, 'Acercar').tap();
  await button(page, 'Alejar').tap();
  await surface(page).tap({ position: { x: 200, y: 120 } });
  await expect(page.getByText(CHOSEN)).toBeVisible();
  await note(page, 'map');
});

test('profile', async ({ page, shop }) => {
  await signUpWithOrder(page, shop);
  await page.goto('/', { waitUntil: 'networkidle' });
  await openProfile(page);
  await tapEach(
    page.getByRole('tab', { name: 'Direcciones' }),
    page.getByRole('tab', { name: 'Mis Pedidos' }),
    page.getByRole('button', { name: /^Pedido / }),
  );
  await expect(page.getByRole('dialog', { name: 'Detalle del Pedido' })).toBeVisible();
  await note(page, 'profile');
});

async function placeMany(shop: AdminShop): Promise<string> {
  let id = '';
  const files = await picturesOf(2);
  for (let at = 0; at < ORDERS; at += 1) {
    id = await placeOrder(shop, { name: `Persona ${at}`, files });
    const payment = {
      amount: 1000 * 1000,
      how: 'Transferencia',
      paidAt: new Date().toISOString().slice(0, 10),
    };
    if (at % 2 === 0) await shop.admin.call('POST', `/admin/orders/${id}/payments`, payment);
  }
  return id;
}

withAdmin("the bank's list", async ({ page, adminShop }) => {
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from({ length: 60 }, (_, at) => `${day};COMPRA ${at};${at};;`);
  for (let at = 0; at < 12; at += 1) {
    const id = await placeOrder(adminShop, { name: `Persona ${at}` });
    rows[at * 5] = `${day};TRANSF PEDIDO ${id};;5900;`;
  }
  const buffer = Buffer.from(`Fecha;Detalle;Cargos;Abonos;Saldo\n${rows.join('\n')}`);
  await openPanel(page, 'Hoy');
  await button(page, 'Comparar con el banco').waitFor();
  await readScreen(page, '');
  const began = Date.now();
  await button(page, 'Comparar con el banco').tap();
  const choosing = page.waitForEvent('filechooser');
  await page.getByText('Elegir archivos').tap();
  await (await choosing).setFiles({ name: 'cartola.csv', mimeType: 'text/csv', buffer });
  await button(page, /^Anotar 12 pagos/).tap();
  await expect(page.getByText('12 pagos anotados')).toBeVisible();
  await note(page, "the bank's list", Date.now() - began);
});

withAdmin('panel and order page', async ({ page, adminShop }) => {
  const id = await placeMany(adminShop);
  await openPanel(page, 'Hoy');
  await expect(page.getByText(id)).toBeVisible();
  await tapEach(
    button(page, `Marcar pagado: pedido ${id}`),
    button(page, new RegExp(`^Deshacer.*${id}`)),
    button(page, 'Comparar con el banco'),
  );
  await page.getByText('Elegir archivos').waitFor();
  await page.keyboard.press('Escape');
  await note(page, 'Hoy');
  await page.getByRole('tab', { name: 'Taller' }).tap();
  await button(page, /^Impreso: pedido/)
    .first()
    .tap();
  await tapEach(button(page, /^Por empacar/), button(page, /^Por imprimir/));
  await note(page, 'board');
  await page.getByRole('tab', { name: 'Pedidos' }).tap();
  await page.getByLabel('Buscar').pressSequentially('Persona 2');
  await button(page, id).tap();
  await note(page, 'order in the panel');
  const { order } = await adminShop.admin.call('GET', `/admin/orders/${id}`);
  await page.goto(adminOrderDetail.parse(order).orderUrl);
  await expect(heading(page, 'Cómo va tu pedido')).toBeVisible();
  await button(page, 'Pedir un cambio').tap();
  await page.getByRole('dialog', { name: 'Pedir un cambio' }).waitFor();
  await page.keyboard.press('Escape');
  await note(page, 'order page');
});
