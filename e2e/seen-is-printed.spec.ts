import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, openOrder, openPanel, test } from './support/admin.ts';
import { GUEST } from './support/callers.ts';
import { quarterDifference, shootPin } from './support/face-pixels.ts';
import { hold } from './support/hold.ts';
import type { PickedFile } from './support/pictures.ts';
import { printFaces } from './support/sheet-pixels.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  readOrderNumber,
} from './support/wizard.ts';

/** Maximum difference of a quarter's mean colour, of 255: what an eye cannot tell. */
const MAX_DIFFERENCE = 2;
const FIELD = join(import.meta.dirname, '..', 'server', 'testing', 'field');
const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

function readField(): PickedFile[] {
  return readdirSync(FIELD).flatMap((name) =>
    Object.entries(TYPES).flatMap(([ending, mimeType]) =>
      name.endsWith(`.${ending}`)
        ? [{ name, mimeType, buffer: readFileSync(join(FIELD, name)) }]
        : [],
    ),
  );
}

const pickOne = (name: string) => readField().filter((file) => file.name === name);

/** A guest. */
test.use({ storageState: GUEST });

test('each place shows what is printed', { tag: '@long' }, async ({ page, browser, adminShop }) => {
  const files = readField();
  await openWizard(page);
  await pick(page, files);
  await expectUploaded(page, files.length, 60_000);
  const shown: [string, Buffer[]][] = [];
  const shoot = async (place: string, pins: readonly Locator[]) => {
    const shots: Buffer[] = [];
    for (const pin of pins) shots.push(await shootPin(pin.page(), pin));
    shown.push([place, shots]);
  };
  const rows = files.map(({ name }) => button(page, `Ajustar ${name}`));
  await shoot('list', rows);
  await rows[0]?.click();
  const studio = page.getByRole('dialog', { name: 'Ajusta tu pin' });
  await studio.getByRole('tab', { name: 'Cómo quedará' }).click();
  const inStudio: Buffer[] = [];
  for (const [at, { name }] of files.entries()) {
    await expect(studio.getByText(name)).toBeVisible();
    inStudio.push(await shootPin(page, studio.getByRole('tabpanel')));
    if (at + 1 < files.length) await button(page, 'Siguiente').click();
  }
  shown.push(['studio', inStudio]);
  await button(page, 'Listo').click();
  await button(page, `Continuar con ${files.length} imagenes`).click();
  await fillDelivery(page, {});
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  const summary = page.getByRole('list', { name: 'Tus imágenes' });
  await shoot(
    'summary',
    files.map(({ name }) => summary.getByRole('listitem').filter({ hasText: name })),
  );
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  const id = await readOrderNumber(page);

  const { url: baseURL, session: storageState } = adminShop;
  const admin = await browser.newPage({ baseURL, storageState });
  await openPanel(admin);
  const order = await openOrder(admin, id);
  await shoot(
    'panel',
    files.map((_, at) => order.getByRole('button', { name: `Imagen ${at + 1}, ver en grande` })),
  );
  await admin.close();
  const printed = await printFaces(adminShop, id, files.length);
  for (const [place, shots] of shown) {
    for (const [at, shot] of shots.entries()) {
      const difference = await quarterDifference(shot, printed[at] ?? new Uint8Array());
      expect
        .soft(difference, `${files[at]?.name} in the ${place}`)
        .toBeLessThanOrEqual(MAX_DIFFERENCE);
    }
  }
});

test('a picture that the shop reads otherwise is framed as the shop reads it', async ({ page }) => {
  const release = await hold(page, '**/api/upload');
  await openWizard(page);
  await pick(page, pickOne('webp-exif-orientation-6.webp'));
  await button(page, 'Ajustar webp-exif-orientation-6.webp').click();
  const stage = page.getByRole('slider', { name: /^Encuadre de/ });
  await stage.focus();
  for (const key of ['+', '+', 'ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByText('121 %')).toBeVisible();
  await button(page, 'Listo').click();
  await button(page, 'Continuar con 1 imagenes').click();
  await fillDelivery(page, {});
  await button(page, 'Continuar').click();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText('Subiendo imágenes...').first()).toBeVisible();
  release();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Revísalas y confirma otra vez' }),
  ).toBeFocused();
  await expect(summaryPicture(page)).toHaveJSProperty('naturalHeight', 360);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/orders'),
  );
  await button(page, 'Confirmar pedido').click();
  const { images } = (await sent).postDataJSON();
  expect(images[0].crop).toMatchObject({ diameter: 1, rotation: 0 });
  await expect(page.getByText(placedText)).toBeVisible();
});

const summaryPicture = (page: Page) =>
  page.getByRole('list', { name: 'Tus imágenes' }).locator('img').first();
