import { readFile } from 'node:fs/promises';
import { book } from './book/book.ts';
import { dialog, PASSWORD } from './support/accounts.ts';
import { expect, openPanel, placeOrder, readZip, test } from './support/admin.ts';
import { openSession } from './support/callers.ts';
import { expectFits } from './support/checks.ts';
import { button } from './support/wizard.ts';

test.use({ storageState: async ({ adminShop }, use) => use(await openSession(adminShop)) });

test('a fresh sign-in lets the shop be copied', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPanel(page, 'Ajustes');
  const part = page.getByRole('region', { name: 'Copia de seguridad' });
  const code = 'fresh_sign_in_required';
  const stale = { success: false, code, message: 'Por seguridad, vuelve a iniciar sesión' };
  let isRefused = false;
  await page.route('**/api/admin/backup', (route) => {
    if (isRefused || route.request().method() !== 'POST') return route.continue();
    isRefused = true;
    return route.fulfill({ status: 403, json: stale });
  });
  await part.getByLabel('Con las imágenes y los comprobantes de pago').check();
  await part.getByRole('button', { name: 'Descargar una copia' }).focus();
  await page.keyboard.press('Enter');
  const again = dialog(page, 'Confirma que eres tú');
  await expect(again.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');

  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^copia-\d{4}-\d\d-\d\d\.zip$/);
  const entries = await readZip(await readFile(await saved.path()));
  const database = entries.find(({ name }) => name === 'shop.sqlite');
  expect(database?.content.includes(id)).toBe(true);
  expect(entries.some(({ name }) => name.startsWith('files/'))).toBe(true);
  await expect(part.getByText(/^Copia descargada: .* · con imágenes · /)).toBeVisible();
  await expect(button(page, 'Descargar otra vez')).toBeEnabled();
  await book(page, 'admin-settings/backup-made');
  await expectFits(page);
});

test('a copy shows how far it is, and why it fails', { tag: '@long' }, async ({ page }) => {
  const hold = async (facts: object) => {
    const times = { createdAt: '2026-03-10T15:04:00Z', by: null };
    const backup = { id: 'b', pictures: true, bytes: null, ...times, ...facts };
    await page.route('**/api/admin/backup', (route) =>
      route.fulfill({
        status: route.request().method() === 'POST' ? 202 : 200,
        json: { success: true, backup },
      }),
    );
  };
  await openPanel(page, 'Ajustes');
  await expect(button(page, 'Descargar una copia')).toBeEnabled();
  await hold({ state: 'working', progress: 0.42, failure: null });
  await button(page, 'Descargar una copia').click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0.42');
  await book(page, 'admin-settings/backup-working');
  await hold({ state: 'failed', progress: 0, failure: 'disk_full' });
  await expect(page.getByText(/^No hay espacio en el disco/)).toBeVisible();
  await book(page, 'admin-settings/backup-failed');
});
