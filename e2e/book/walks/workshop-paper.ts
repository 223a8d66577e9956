import type { Page } from '@playwright/test';
import type { Sheet } from '#contract/production/sheets.ts';
import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { addOrdersToPrint } from './steps.ts';

const SHEETS = '**/api/admin/sheets';

const sheet: Sheet = {
  id: 'hoja',
  state: 'working',
  progress: 0.42,
  pages: 4,
  pins: 31,
  missing: [],
  failure: null,
  stale: [],
  unapproved: [],
  orderIds: ['A4EDH-X4Q3Q', 'R7KMP-2BTHA', 'Q2WXF-9DLNE'],
  paper: 'a4',
  printer: 'Epson del taller',
  margin: 5,
  gap: 3.2,
  separation: 'colours',
  printedBefore: [],
  unmarked: [{ id: 'A4EDH-X4Q3Q', version: 3 }],
  by: { uid: 'jefa', email: 'admin@demo.cl' },
  createdAt: '2026-11-20T18:30:00.000Z',
};
const before = { orderId: 'R7KMP-2BTHA', at: '2026-11-19T21:05:00.000Z' };
const made: Sheet = {
  ...sheet,
  state: 'done',
  progress: 1,
  missing: [
    { orderId: 'A4EDH-X4Q3Q', picture: 2, pins: 3, reason: 'lost' },
    { orderId: 'Q2WXF-9DLNE', picture: null, pins: 8, reason: 'cancelled' },
  ],
  unapproved: ['R7KMP-2BTHA'],
  printedBefore: [before],
};

/** Mocks the list of sheets. */
async function putSheets(page: Page, sheets: readonly Sheet[]) {
  // Above the previous route: without one, the real shop would answer the page's next request.
  await page.route(SHEETS, (route) => {
    const isAsking = route.request().method() === 'POST';
    return route.fulfill({
      status: isAsking ? 202 : 200,
      json: { success: true, ...(isAsking ? { sheet: sheets[0] } : { sheets }) },
    });
  });
}

async function chooseTwo(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^Seleccionar el pedido/ });
  for (const at of [0, 1]) await boxes.nth(at).check();
}

/** The workshop's papers: sheets, labels, and calibrated printers. */
export const workshopPaper: Walk = {
  name: 'workshop-paper',
  as: 'admin',
  states: [
    {
      name: 'settings',
      reach: async (stage) => {
        const { page } = stage;
        await addOrdersToPrint(stage);
        await openPanel(page, 'Taller');
        await chooseTwo(page);
        await button(page, 'Opciones de la hoja').click();
        await page.getByLabel('Entre cortes (mm)').fill('2');
        await button(page, 'Hacer la hoja').click();
        await expect(page.getByText('Debe ser un número entre 3,2 y 20')).toBeVisible();
      },
    },
    {
      name: 'working',
      hasFold: true,
      reach: async ({ page }) => {
        await page.getByLabel('Entre cortes (mm)').fill('3,2');
        await putSheets(page, [sheet]);
        await button(page, 'Hacer la hoja').click();
        await expect(page.getByText('Haciendo la hoja de prensa')).toBeVisible();
      },
    },
    {
      name: 'done',
      hasFold: true,
      reach: async ({ page }) => {
        await putSheets(page, [made]);
        await expect(page.getByText('Hoja de prensa lista')).toBeVisible();
      },
    },
    {
      name: 'failed',
      hasFold: true,
      reach: async ({ page }) => {
        await putSheets(page, [{ ...sheet, state: 'failed', failure: 'disk_full' }]);
        await expect(page.getByText('La tienda se quedó sin espacio en disco')).toBeVisible();
      },
    },
    {
      name: 'sheets',
      reach: async ({ page }) => {
        const cancelled: Sheet = { ...sheet, id: 'otra', state: 'cancelled', by: null };
        await putSheets(page, [
          { ...sheet, id: 'nueva' },
          made,
          { ...cancelled, unmarked: [] },
          { ...cancelled, id: 'mala', state: 'failed', failure: 'no_pictures', unmarked: [] },
        ]);
        await button(page, 'Hojas de prensa').click();
        // While none is in progress, they are polled rarely.
        await page.clock.fastForward(15_000);
        await expect(page.getByText('Cancelada')).toBeVisible();
      },
    },
    {
      name: 'no-sheets',
      reach: async ({ page }) => {
        await putSheets(page, []);
        await expect(page.getByText('Todavía no hay hojas de prensa de hoy')).toBeVisible();
      },
    },
    {
      name: 'repeated',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await chooseTwo(page);
        await putSheets(page, [{ ...sheet, printedBefore: [before] }]);
        await button(page, 'Hoja de prensa').click();
        await expect(page.getByRole('dialog', { name: 'Ya está en otra hoja' })).toBeVisible();
      },
    },
    {
      name: 'refused',
      reach: async ({ page }) => {
        await button(page, 'Hacerla igual').click();
        await page.route(SHEETS, (route) =>
          route.fulfill({
            status: 400,
            json: {
              success: false,
              code: 'validation_failed',
              message: 'Revisa los datos',
              fields: { printer: 'Esta impresora no existe' },
            },
          }),
        );
        await chooseTwo(page);
        await button(page, 'Hoja de prensa').click();
        await expect(page.getByText('Esta impresora no existe')).toBeVisible();
      },
    },
    {
      name: 'printers',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await putSheets(page, []);
        await page.route('**/api/admin/printers', (route) =>
          route.fulfill({
            json: {
              success: true,
              printers: [
                { name: 'Brother HL-L8260CDW del escritorio de la tienda', scaleX: 1, scaleY: 1 },
                { name: 'Epson del taller', scaleX: 1.0081, scaleY: 0.9901 },
              ],
            },
          }),
        );
        await button(page, 'Impresoras').click();
        await button(page, 'Medir de nuevo Epson del taller').click();
        const measuring = page.getByRole('form', { name: 'Medir Epson del taller' });
        await measuring.getByLabel('Horizontal (mm)').fill('99,5');
        await measuring.getByLabel('Vertical (mm)').fill('80');
        await button(page, 'Guardar medida').click();
        await expect(page.getByText('Debe ser una medida entre 91 y 111 mm')).toBeVisible();
      },
    },
    {
      name: 'labels',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await button(page, 'Descartar').click();
        await button(page, 'Quitar selección').click();
        await button(page, /^Por empacar/).click();
        await chooseTwo(page);
        await button(page, 'Etiquetas').click();
        await expect(page.getByRole('dialog', { name: 'Etiquetas de envío' })).toBeVisible();
      },
    },
    {
      name: 'parcel',
      hasFold: true,
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByText(/^2 pedidos, /)).toBeVisible();
      },
    },
  ],
};
