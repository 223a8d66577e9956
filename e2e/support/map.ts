import { expect, type Page } from '@playwright/test';
import { makePng } from './pictures.ts';
import { openAtDelivery } from './prepared-draft.ts';
import { button } from './wizard.ts';

export type Point = { lat: number; lng: number };
export type View = Point & { zoom: number };

export const OPEN_MAP = 'Elegir el punto exacto en el mapa (opcional)';
export const CHOSEN = '✅ Punto de entrega marcado correctamente';

export const surface = (page: Page) =>
  page.getByRole('application', { name: 'Mapa para marcar el punto de entrega' });
export const marker = (page: Page) => surface(page).locator('[data-map-marker]');

/** Goes to the delivery form and opens its map. */
export async function openMap(page: Page) {
  await openAtDelivery(page, [await makePng('pin.png')]);
  await button(page, OPEN_MAP).click();
  await expectOpen(page);
}

export async function expectOpen(page: Page) {
  await expect(button(page, 'Acercar')).toBeVisible();
}

/** Returns the chosen point as shown in the form; null without one. */
export async function readPoint(page: Page): Promise<Point | null> {
  const shown = page.getByText(/^Latitud: -?\d+\.\d{6}$/);
  if ((await shown.count()) === 0) return null;
  const lat = await shown.textContent();
  const lng = await page.getByText(/^Longitud: -?\d+\.\d{6}$/).textContent();
  return { lat: Number(lat?.split(' ')[1]), lng: Number(lng?.split(' ')[1]) };
}

export async function expectNear(
  read: () => Promise<Point | null>,
  wanted: Point,
  degrees = 0.001,
) {
  await expect
    .poll(async () => {
      const point = await read();
      return point && Math.hypot(point.lat - wanted.lat, point.lng - wanted.lng) < degrees;
    })
    .toBe(true);
}

/** Returns the Leaflet map's centre, derived from the URLs of the tiles at its centre. */
export async function readLeaflet(page: Page): Promise<View> {
  const found = await surface(page).evaluate((place) => {
    const box = place.getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    for (const tile of place.querySelectorAll<HTMLImageElement>('img.leaflet-tile')) {
      const { left, top, width } = tile.getBoundingClientRect();
      const [dx, dy] = [(middle.x - left) / 256, (middle.y - top) / 256];
      const isUnder = dx >= 0 && dy >= 0 && dx < 1 && dy < 1;
      const [z, x, y] = new URL(tile.src).pathname.match(/\d+/g)?.map(Number) ?? [];
      if (isUnder && Math.abs(width - 256) < 1 && z !== undefined) {
        return { z, x: (x ?? 0) + dx, y: (y ?? 0) + dy };
      }
    }
    return null;
  });
  if (!found) return { lat: 0, lng: 0, zoom: -1 };
  const { z, x, y } = found;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
  return { lat, lng: (x / 2 ** z) * 360 - 180, zoom: z };
}

/** Searches a commune in the form and chooses the first result. */
export async function chooseComuna(page: Page, name: string) {
  await button(page, '¿No encuentras tu ciudad?').click();
  await page.getByLabel('Busca tu comuna').fill(name);
  await page.getByLabel('Busca tu comuna').press('Enter');
  await expect(page.getByLabel('Ciudad')).toHaveValue(name);
}
