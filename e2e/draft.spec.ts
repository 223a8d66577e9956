import type { Page } from '@playwright/test';
import { countOrders } from './support/database.ts';
import { makeThree } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  readOrderNumber,
  readStoredDraft,
  uniqueName,
} from './support/wizard.ts';

/** Keeps the browser's database from storing changes while the page is open. */
async function holdDatabase(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('pines', 2);
        opening.onsuccess = () => {
          const rows = opening.result.transaction('rows', 'readwrite').objectStore('rows');
          const read = () => {
            rows.get('meta').onsuccess = read;
            resolve();
          };
          read();
        };
      }),
  );
}

test('what a reload leaves no time to store is kept', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  await holdDatabase(page);
  await page.getByRole('spinbutton').nth(1).fill('12');
  await page.getByLabel('Notas').first().fill('al centro');
  await page.reload();
  await expect(page.getByLabel('Notas').first()).toHaveValue('al centro');
  await expect(page.getByRole('spinbutton').nth(1)).toHaveValue('12');
  await expectUploaded(page, 3);
  await page.reload();
  await expect(page.getByLabel('Notas').first()).toHaveValue('al centro');
});

/** Adds a way to lose the connections to the browser's database, as Safari does in the background. */
function canLoseDatabase() {
  const real = IDBDatabase.prototype.transaction;
  const lost = new WeakSet<IDBDatabase>();
  let isLosing = false;
  IDBDatabase.prototype.transaction = function (...given) {
    if (!isLosing) lost.add(this);
    else if (lost.has(this)) throw new DOMException('Connection lost', 'UnknownError');
    return real.apply(this, given);
  };
  addEventListener('lose', () => {
    isLosing = true;
  });
}

test('a lost connection to the browser’s database loses no picture', async ({ page }) => {
  await page.addInitScript(canLoseDatabase);
  let isOffline = true;
  await page.route('**/api/upload', (route) => (isOffline ? route.abort() : route.continue()));
  await openWizard(page);
  const [picture] = await makeThree();
  const tried = page.waitForRequest('**/api/upload');
  if (picture) await pick(page, [picture]);
  await tried;
  await expect.poll(() => readStoredDraft(page)).toContain(picture?.name);
  await page.evaluate(() => dispatchEvent(new Event('lose')));
  await page.getByLabel('Notas').fill('al centro');
  isOffline = false;
  await expectUploaded(page, 1);
  await page.reload();
  await expect(page.getByLabel('Notas')).toHaveValue('al centro');
  await expectUploaded(page, 1);
});

const DAY_MS = 24 * 60 * 60 * 1000;

test('two tabs share one draft and make one order', async ({ page, context, shop }) => {
  const name = uniqueName();
  await openAtSummary(page, { changes: { name } });
  const other = await context.newPage();
  await other.goto('/');
  await button(other, 'Seguir con mi pedido').click();
  await expect(heading(other, 'Resumen')).toBeVisible();

  await button(other, 'Volver a editar').click();
  await other.getByLabel('Dirección').fill('Otra calle 9');
  await expect(page.getByRole('definition').filter({ hasText: 'Otra calle 9' })).toBeVisible();
  await button(page, 'Volver a editar').click();
  await other.getByLabel('Dirección').fill('Otra calle 10');
  await expect(page.getByLabel('Dirección')).toHaveValue('Otra calle 10');
  await page.getByLabel('Teléfono').fill('987654321');
  await expect(other.getByLabel('Teléfono')).toHaveValue('987654321');
  await expect(other.getByLabel('Dirección')).toHaveValue('Otra calle 10');
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeVisible();
  await button(other, 'Continuar').click();
  await expect(heading(other, 'Resumen')).toBeVisible();

  // On a slow machine the faster tab's order may already have closed the other's summary.
  await Promise.any(
    [page, other].map((tab) => button(tab, 'Confirmar pedido').click({ timeout: 20_000 })),
  );
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await expect(button(other, 'Comenzar Pedido')).toBeVisible();
  expect(await readOrderNumber(page)).toBe(await readOrderNumber(other));
  expect(countOrders(shop, name)).toBe(1);
});

test('a picture is sent by one of two tabs only', { tag: '@long' }, async ({ page, context }) => {
  let calls = 0;
  await context.route('**/api/upload', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 800));
    return route.continue();
  });
  await openWizard(page);
  const other = await context.newPage();
  await other.goto('/');
  await button(other, 'Seguir con mi pedido').click();
  await expect(heading(other, 'Imágenes')).toBeVisible();
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  await expectUploaded(other, 3);
  expect(calls).toBe(3);
});

test('a browser that stores nothing orders, and says so', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openWizard(page);
  await expect(page.getByText('Este navegador no nos deja guardar tu avance')).toHaveCount(1);
  await pick(page, await makeThree());
  await button(page, 'Continuar con 3 imagenes').click();
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});

test('a draft is kept for seven days', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await openWizard(page);
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  await page.clock.fastForward(6 * DAY_MS);
  await page.reload();
  await expectUploaded(page, 3);
  await page.clock.fastForward(8 * DAY_MS);
  await page.reload();
  await button(page, 'Crear Pin Personalizado').click();
  await button(page, 'Comenzar Pedido').click();
  await expect(button(page, 'Elegir imágenes')).toBeVisible();
});
