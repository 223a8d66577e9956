import { expect, type Page } from '@playwright/test';
import {
  CHOSEN,
  chooseComuna,
  expectNear,
  marker,
  openMap,
  type Point,
  readPoint,
  surface,
  type View,
} from './map.ts';
import type { test as shopTest } from './test.ts';

const SANTIAGO = { lat: -33.4489, lng: -70.6693 };

type Suite = {
  test: typeof shopTest;
  /** Where the map looks, found out without its help. */
  readView: (page: Page) => Promise<View>;
  /** Where the geocoder of this map has Ránquil. */
  ranquil: Point;
  /** Before the page opens. */
  prepare?: (page: Page) => Promise<void>;
};

/** What every map does for a buyer, whoever draws it. */
export function mapSuite({ test, readView, ranquil, prepare }: Suite) {
  const expectView = (page: Page, { lat, lng, zoom }: View) =>
    expect
      .poll(async () => {
        const view = await readView(page);
        const isThere = Math.hypot(view.lat - lat, view.lng - lng) < 0.01;
        return `${isThere ? 'there' : `${view.lat} ${view.lng}`} at ${view.zoom}`;
      })
      .toBe(`there at ${zoom}`);

  test.beforeEach(async ({ page }) => prepare?.(page));

  test('opens on Santiago without a marker; a click chooses a point', async ({ page }) => {
    await openMap(page);
    await expect(surface(page)).toHaveCSS('height', '346px');
    await expectView(page, { ...SANTIAGO, zoom: 10 });
    await expect(marker(page)).toHaveCount(0);
    expect(await readPoint(page)).toBeNull();

    const { width = 0, height = 0 } = (await surface(page).boundingBox()) ?? {};
    await surface(page).click({ position: { x: width / 2 + 60, y: height / 2 } });
    await expect(page.getByText(CHOSEN)).toBeVisible();
    // At zoom 10 sixty pixels are 60 * 360 / (256 * 1024) degrees.
    await expectNear(() => readPoint(page), { ...SANTIAGO, lng: SANTIAGO.lng + 0.0824 });
    await expectView(page, { ...SANTIAGO, lng: SANTIAGO.lng + 0.0824, zoom: 16 });
    const box = await marker(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([40, 40]);
    const frame = await surface(page).boundingBox();
    // The map has gone to the point, so the marker's middle is the map's.
    for (const [axis, size] of [
      ['x', 'width'],
      ['y', 'height'],
    ] as const) {
      const middle = (frame?.[axis] ?? 0) + (frame?.[size] ?? 0) / 2;
      expect(Math.abs((box?.[axis] ?? 0) + 20 - middle)).toBeLessThanOrEqual(1);
    }
    await expect(marker(page)).toHaveCSS('border-radius', '50%');
    await expect(page.getByText(CHOSEN)).toBeHidden({ timeout: 4000 });
  });

  test('dragging the marker moves the point; the draft keeps it', async ({ page }) => {
    await openMap(page);
    await surface(page).click({ position: { x: 200, y: 200 } });
    await expect(marker(page)).toBeVisible();
    await expect.poll(async () => (await readView(page)).zoom).toBe(16);
    const before = (await readPoint(page)) ?? SANTIAGO;
    const box = await marker(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 4 });
    await page.mouse.move(x + 80, y + 40, { steps: 4 });
    await page.mouse.up();
    const degrees = 360 / (256 * 2 ** 16);
    const moved = {
      lat: before.lat - 40 * degrees * Math.cos((before.lat * Math.PI) / 180),
      lng: before.lng + 80 * degrees,
    };
    await expectNear(() => readPoint(page), moved, 0.0001);
    const point = await readPoint(page);

    await page.reload();
    await expectNear(() => readPoint(page), point ?? SANTIAGO, 1e-9);
    await page.getByRole('button', { name: 'Elegir el punto exacto' }).click();
    await expectView(page, { ...moved, zoom: 16 });
    await expect(marker(page)).toBeVisible();
    await page.getByRole('button', { name: 'Quitar el punto' }).click();
    await expect(marker(page)).toHaveCount(0);
    expect(await readPoint(page)).toBeNull();
  });

  test('arrows move the marker and Enter sets it', async ({ page }) => {
    await openMap(page);
    await surface(page).focus();
    for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowDown'])
      await page.keyboard.press(key);
    await expect(marker(page)).toBeVisible();
    expect(await readPoint(page)).toBeNull();
    await page.keyboard.press('Enter');
    const degrees = 360 / (256 * 2 ** 10);
    await expectNear(
      () => readPoint(page),
      {
        lat: SANTIAGO.lat - 12 * degrees * Math.cos((SANTIAGO.lat * Math.PI) / 180),
        lng: SANTIAGO.lng + 72 * degrees,
      },
      0.001,
    );
    const chosen = await readPoint(page);
    for (let moves = 0; moves < 8; moves += 1) await page.keyboard.press('Shift+ArrowUp');
    await expect(marker(page)).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await readPoint(page)).toEqual(chosen);
    const { zoom } = await readView(page);
    await page.getByRole('button', { name: 'Acercar' }).click();
    await expect.poll(async () => (await readView(page)).zoom).toBe(zoom + 1);
  });

  test('a city of the list, and one of nearly its name, is found at once', async ({ page }) => {
    await openMap(page);
    await page.getByLabel('Región').selectOption('XVI');
    await page.getByLabel('Ciudad').selectOption('Chillán');
    await expectView(page, { lat: -36.6066, lng: -72.1034, zoom: 13 });
    await chooseComuna(page, 'San Vicente');
    await expectView(page, { lat: -34.4386, lng: -71.0775, zoom: 13 });
    await chooseComuna(page, 'Natales');
    await expect(page.getByLabel('Región')).toHaveValue('XII');
    await expectView(page, { lat: -51.7299, lng: -72.506, zoom: 13 });
  });

  test('another commune is asked for, else its known place is taken, else nothing happens', async ({
    page,
  }) => {
    await openMap(page);
    await chooseComuna(page, 'Ránquil');
    await expectView(page, { ...ranquil, zoom: 10 });
    await chooseComuna(page, 'Ninhue');
    await expect(page.getByText('Buscando Ninhue en el mapa...')).toBeHidden();
    await expectView(page, { lat: -36.3942, lng: -72.3987, zoom: 10 });
    const before = await readView(page);
    await chooseComuna(page, 'Antártica');
    await expect(page.getByText('Buscando Antártica en el mapa...')).toBeHidden();
    await expectView(page, before);
  });

  test('a point far from the new city goes, and that is said', async ({ page }) => {
    await openMap(page);
    await surface(page).click({ position: { x: 200, y: 150 } });
    await expect.poll(() => readPoint(page)).not.toBeNull();
    await page.getByLabel('Región').selectOption('RM');
    await page.getByLabel('Ciudad').selectOption('Santiago');
    expect(await readPoint(page)).not.toBeNull();
    await page.getByLabel('Región').selectOption('XVI');
    await page.getByLabel('Ciudad').selectOption('Chillán');
    await expect(page.getByText('Quitamos el punto del mapa')).toBeVisible();
    expect(await readPoint(page)).toBeNull();
    await expect(marker(page)).toHaveCount(0);
  });
}
