import { expect, type Page } from '@playwright/test';
import { type DeliveryForm, emptyDelivery } from '#domain/delivery/delivery.ts';
import { makeThree, type PickedFile } from './pictures.ts';
import { button, heading, recipient } from './wizard.ts';

type Choice = { files?: PickedFile[]; changes?: Partial<typeof recipient> };
type Row = { key: string; at: number; row: object };
type StoredFile = { name: string; type: string; base64: string };

/** A page of the shop's origin without its program, but with the browser's storage. */
const BARE = '/api/config';

/**
 * Opens the shop with a draft of pictures at the delivery form, as after a reload: a third of the
 * cost of clicking there. `goToDelivery` is for journeys about the steps before it, or with a
 * link's code.
 */
export async function openAtDelivery(page: Page, files?: PickedFile[]) {
  await openDraft(page, { step: 2 }, files);
  await expect(heading(page, 'Datos')).toBeVisible();
}

/** Like `openAtDelivery`, with a complete draft at the summary. */
export async function openAtSummary(page: Page, { files, changes }: Choice = {}) {
  await openDraft(page, { step: 3 }, files, toForm({ ...recipient, ...changes }));
  await expect(heading(page, 'Resumen')).toBeVisible();
}

function toForm({ name, ...rest }: typeof recipient): DeliveryForm {
  return { ...emptyDelivery, ...rest, fullName: name };
}

async function openDraft(page: Page, meta: object, files?: PickedFile[], form?: DeliveryForm) {
  const at = Date.now();
  const rows: Row[] = [{ key: 'meta', at, row: meta }];
  if (form) rows.push({ key: 'form', at, row: form });
  const stored: StoredFile[] = [];
  await page.goto(BARE);
  for (const [order, file] of (files ?? (await makeThree())).entries()) {
    const { name, mimeType: type, buffer } = file;
    const id = `${at.toString(36)}-${order}`;
    const answer = await page.request.post('/api/upload', { multipart: { image: file } });
    const facts = { id, name, size: buffer.length, order, upload: await answer.json() };
    rows.push({ key: id, at, row: facts });
    stored.push({ name: id, type, base64: buffer.toString('base64') });
  }
  await page.evaluate(store, { rows, stored });
  await page.goto('/');
  await button(page, 'Seguir con mi pedido').click();
}

/** Runs in the page; the database is that of `web/features/orders/wizard/draft/storage.ts`. */
async function store({ rows, stored }: { rows: Row[]; stored: StoredFile[] }) {
  const opening = indexedDB.open('pines', 2);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('rows', { keyPath: 'key' });
    opening.result.createObjectStore('files');
  };
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = reject;
  });
  const db = opening.result;
  const work = db.transaction(['rows', 'files'], 'readwrite');
  for (const row of rows) work.objectStore('rows').put(row);
  for (const { name, type, base64 } of stored) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    work.objectStore('files').put(new Blob([bytes], { type }), name);
  }
  await new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onerror = reject;
  });
  db.close();
  localStorage.setItem('pines.draft', 'begun');
}
