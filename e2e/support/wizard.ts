import { expect, type Locator, type Page } from '@playwright/test';
import { makeThree, type PickedFile } from './pictures.ts';

export const recipient = {
  name: 'María José Ñanculef',
  phone: '+56 9 1234 5678',
  email: 'mj@example.cl',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123, depto 4',
  notes: 'Portón verde',
};

/** Returns a name that no other journey in the same shop uses. */
export const uniqueName = () => `Comprador ${Math.random().toString(36).slice(2)}`;

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true });

export async function openWizard(page: Page) {
  await page.goto('/');
  await openWizardHere(page);
}

/** Opens the wizard on a page that is already loaded. */
export async function openWizardHere(page: Page) {
  await button(page, 'Crear Pin Personalizado').click();
  await button(page, 'Comenzar Pedido').click();
  await expect(heading(page, 'Imágenes')).toBeFocused();
}

/** Advances the page's installed clock until something is shown that follows several waits. */
export async function passTimeUntil(page: Page, shown: Locator) {
  const look = async () => {
    await page.clock.fastForward(1000);
    await expect(shown).toBeVisible({ timeout: 100 });
  };
  await expect(look).toPass({ intervals: [50], timeout: 30_000 });
}

/** Waits until the steps after the pictures are there, and the shop may go. */
export async function expectLaterSteps(page: Page) {
  await expect(page.getByRole('region', { name: /^Avisos/ })).toBeAttached();
}

export async function pick(page: Page, files: PickedFile[]) {
  await page.locator('input[type=file]').first().setInputFiles(files);
}

export async function expectUploaded(page: Page, count: number, timeout = 30_000) {
  const line = count === 1 ? '1 imagen lista' : `${count} imágenes listas`;
  await expect(page.getByText(line, { exact: true })).toBeVisible({ timeout });
}

export async function goToDelivery(page: Page, files?: PickedFile[]) {
  await openWizard(page);
  await pick(page, files ?? (await makeThree()));
  await button(page, /^Continuar con \d+ imagen/).click();
  await expect(heading(page, 'Datos')).toBeFocused();
}

export async function fillDelivery(page: Page, changes: Partial<typeof recipient> = {}) {
  const data = { ...recipient, ...changes };
  await page.getByLabel('Nombre de quien recibe').fill(data.name);
  await page.getByLabel('Teléfono').fill(data.phone);
  await page.getByLabel('Email').fill(data.email);
  await page.getByLabel('Región').selectOption(data.region);
  await page.getByLabel('Ciudad').selectOption(data.city);
  await page.getByLabel('Dirección').fill(data.address);
  await page.getByLabel('Información adicional').fill(data.notes);
}

/** Returns the stored rows of the draft as JSON. The screen may be ahead of them. */
export const readStoredDraft = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('pines'));
    const rows = await settled(db.transaction('rows').objectStore('rows').getAll());
    db.close();
    return JSON.stringify(rows);
  });

type Journey = { files?: PickedFile[]; changes?: Partial<typeof recipient> };

export async function goToSummary(page: Page, { files, changes }: Journey = {}) {
  await goToDelivery(page, files);
  await fillDelivery(page, changes);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
}

export const placedText =
  '¡Pedido creado exitosamente! Te contactaremos pronto para coordinar el pago y envío.';

/** Returns the order's number from the wizard. */
export async function readOrderNumber(page: Page): Promise<string> {
  const notice = page.getByRole('region', { name: 'Tu último pedido' });
  return (await notice.locator('strong').textContent()) ?? '';
}
