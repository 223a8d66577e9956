import type { Page } from '@playwright/test';
import { dayOf } from '#domain/base/dates.ts';
import { openOrder, openPanel, placeOrder, unfold } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type FullShop, type Stage, type Walk } from '../stage.ts';

const LONG = 'Maximiliana-Guillermina-Bernardita-de-los-Ángeles-Fernández-Etcheverry 🐱🎉';
const pickup = { way: 'pickup', fullName: 'Rita Retiro', phone: '912345678' };

type Opened = { order: { id: string }; link: string };

/** Opens an order with pictures as the owner. @returns its number */
async function openFor({ shop, admin }: FullShop, deliveryData: object, count = 2) {
  const images = [];
  for (const file of await drawFiles(count)) {
    const answer = await admin.http.post(`${shop.url}/api/upload`, { multipart: { image: file } });
    const { imageUrl } = await answer.json();
    images.push({ imageUrl, originalName: file.name, quantity: 3 });
  }
  const answer = await admin.call('POST', '/admin/orders', { images, deliveryData });
  return (answer as Opened).order.id;
}

/** Pays orders and marks them until they wait to leave. */
async function makeReady({ admin }: FullShop, ids: readonly string[]) {
  const payment = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
  for (const id of ids) {
    await admin.call('PUT', `/admin/orders/${id}/payment`, payment);
    for (const name of ['printed', 'packed']) {
      await admin.call('PUT', `/admin/orders/${id}/marks/${name}`, {});
    }
  }
}

async function addOrders({ full }: Stage): Promise<string[]> {
  if (!full) return [];
  const { shop } = full;
  const files = await drawFiles(2);
  const long = await placeOrder(shop, { name: LONG, address: LONG, notes: LONG.repeat(4), files });
  const more = [await placeOrder(shop, { name: 'Daniela Despacho', files: await drawFiles(1) })];
  more.push(await openFor(full, pickup));
  const branch = { way: 'branch', courier: 'Starken', branch: 'Centro', region: 'XVI' };
  more.push(
    await openFor(full, { ...pickup, ...branch, fullName: 'Olga Oficina', city: 'Chillán' }),
  );
  await makeReady(full, more);
  return [long, ...more];
}

let ids: string[] = [];
let link = '';

const chooseAll = async (page: Page) => {
  const boxes = page.getByRole('checkbox', { name: /^Seleccionar el pedido/ });
  for (const box of await boxes.all()) await box.check();
};

/** The owner's parcels and people in the full shop. */
export const owner: Walk = {
  name: 'owner',
  as: 'admin',
  inFullShop: true,
  states: [
    {
      name: 'list',
      hasFold: true,
      reach: async (stage) => {
        ids = await addOrders(stage);
        await openPanel(stage.page);
        await expect(stage.page.getByText('Rita Retiro').first()).toBeVisible();
        await stage.page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'long-order',
      hasFold: true,
      reach: async ({ page }) => {
        const [long = ''] = ids;
        const parts = [
          'Entrega',
          'Imágenes',
          'Notas',
          'Nota interna',
          'Pago',
          'Precio',
          'Historial',
        ];
        await openOrder(page, long, ...parts);
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'pickup-order',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        const window = await openOrder(page, ids[2] ?? '');
        await unfold(window, 'Entrega', 'Taller');
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'new-order',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Nuevo pedido').click();
        await expect(button(page, 'Abrir pedido')).toBeVisible();
      },
    },
    {
      name: 'new-order-wrong',
      reach: async ({ page }) => {
        await page.getByLabel('Total acordado').fill('mil');
        await button(page, 'Abrir pedido').click();
        await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
      },
    },
    {
      name: 'new-order-opened',
      reach: async ({ page }) => {
        await page.getByLabel('Nombre', { exact: true }).fill('Nora Nueva');
        await page.getByLabel('Teléfono').fill('9 8765 4321');
        await page.getByLabel('Total acordado').fill('');
        await button(page, 'Abrir pedido').click();
        await expect(page.getByText(/^Abriste el pedido/)).toBeVisible();
        const address = page.getByRole('dialog').locator('a[href*="agregar-"]').first();
        link = (await address.getAttribute('href')) ?? '';
      },
    },
    {
      name: 'incomplete-order',
      reach: async ({ page }) => {
        await button(page, 'Listo').click();
        const row = page.getByRole('list', { name: 'Pedidos', exact: true }).getByRole('listitem');
        await row
          .filter({ hasText: 'Nora Nueva' })
          .getByRole('heading')
          .getByRole('button')
          .click();
        await expect(page.getByRole('dialog', { name: /^Pedido / })).toContainText('Sin imágenes');
      },
    },
    {
      name: 'today',
      hasFold: true,
      reach: async ({ page }) => {
        await openPanel(page, 'Hoy');
        await expect(page.getByText('Nora Nueva').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'board',
      hasFold: true,
      reach: async ({ page }) => {
        await openPanel(page, 'Taller');
        await button(page, /^Por despachar/).click();
        await expect(page.getByText('Por retirar')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'board-chosen',
      hasFold: true,
      reach: async ({ page }) => {
        await chooseAll(page);
        await expect(button(page, 'Pegar números')).toBeVisible();
      },
    },
    {
      name: 'dispatch',
      reach: async ({ page }) => {
        await button(page, 'Despachado').click();
        await expect(page.getByRole('dialog', { name: 'Despachado' })).toBeVisible();
      },
    },
    {
      name: 'numbers',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Pegar números').click();
        await expect(button(page, /^Despachar/)).toBeVisible();
      },
    },
    {
      name: 'numbers-wrong',
      reach: async ({ page }) => {
        const lines = `${ids[1]}, 99887766\nAAAAA-BBBBB; 123\n${'9'.repeat(120)}`;
        await page.getByRole('textbox', { name: 'Números' }).fill(lines);
        await expect(page.getByText(/no se usan?:/)).toBeVisible();
      },
    },
    {
      name: 'numbers-sent',
      reach: async ({ page }) => {
        await button(page, 'Despachar 1 pedido').click();
        await expect(button(page, 'Lista de entrega').last()).toBeVisible();
      },
    },
    {
      name: 'add-pictures',
      hasFold: true,
      reach: async ({ page }) => {
        await page.goto('about:blank');
        await page.goto(link);
        await expect(page.getByText('Elegir imágenes').first()).toBeVisible();
      },
    },
    {
      name: 'add-pictures-chosen',
      hasFold: true,
      reach: async ({ page }) => {
        const names = [`${'un-nombre-muy-largo-'.repeat(5)}.png`, 'gato.png', 'club.png'];
        await page.getByLabel('Elegir imágenes').setInputFiles(await drawFiles(3, { names }));
        await expect(page.getByText('3 pines, $5.100 más el envío')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'add-pictures-done',
      reach: async ({ page }) => {
        await button(page, 'Completar mi pedido').click();
        await expect(button(page, 'Ver mi pedido')).toBeVisible();
      },
    },
  ],
};

const openGroup = (page: Page, name: string) => button(page, new RegExp(`^${name}`)).click();

/** The full shop's settings, and how a visitor sees them. */
export const offering: Walk = {
  name: 'offering',
  as: 'admin',
  inFullShop: true,
  states: [
    {
      name: 'home',
      show: 'page',
      reach: async ({ page }) => {
        await page.goto('/');
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'settings',
      hasFold: true,
      reach: async ({ page }) => {
        await openPanel(page, 'Ajustes');
        await expect(page.getByRole('list', { name: 'Productos', exact: true })).toBeVisible();
      },
    },
    {
      name: 'product',
      reach: async ({ page }) => {
        await button(page, /^32 mm/).click();
        await page.getByLabel('Precio por pin').fill('1.250');
      },
    },
    ...['Pedidos sin pagar', 'Formas de entrega', 'Couriers', 'Plazos', 'Si algo sale mal'].map(
      (group, at) => ({
        name: `group-${at + 1}`,
        reach: async ({ page }: Stage) => {
          await page.keyboard.press('Escape');
          const leave = button(page, 'Descartar');
          if (await leave.isVisible()) await leave.click();
          await openGroup(page, group);
          await expect(page.getByText('Así se verá')).toBeVisible();
        },
      }),
    ),
  ],
};
