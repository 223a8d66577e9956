import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { PASSWORD } from './support/accounts.ts';
import { codeOf } from './support/authenticator.ts';
import { ADMIN, type AdminShop, startAdminShop } from './support/callers.ts';
import { expectFits, expectTargets } from './support/checks.ts';
import { test as base, expect } from './support/test.ts';
import { button } from './support/wizard.ts';

/** A shop that requires a second factor of its admins. */
const test = base.extend<{ strict: AdminShop }>({
  strict: async ({}, use) => {
    const shop = await startAdminShop({ ADMIN_2FA: 'required' });
    await use(shop);
    await shop.remove();
  },
  baseURL: ({ strict }, use) => use(strict.url),
  storageState: ({ strict }, use) => use(strict.session),
});

const enrolment = (page: Page) =>
  page.getByRole('dialog', { name: 'Activa la verificación en dos pasos' });
const question = (page: Page) =>
  page.getByRole('dialog', { name: 'Verificación en dos pasos', exact: true });

test('an admin is led to a second factor, then asked for it', async ({ page, strict }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await button(page, 'Admin').click();
  await expect(enrolment(page).getByRole('img')).toBeVisible();
  await expectFits(page);
  await expectTargets(page, 'enrolment');
  await book(page, 'second-factor/enrol');
  const secret = (await enrolment(page).locator('code').textContent()) ?? '';

  const code = enrolment(page).getByLabel('Código de la aplicación');
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/no es correcto/);
  await book(page, 'second-factor/enrol-wrong');
  await code.fill(await codeOf(secret));
  await code.press('Enter');
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await book(page, 'second-factor/codes');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Descargar').click(),
  ]);
  const kept = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(kept).toHaveLength(10);
  // A user who saves them in another window still finds them here afterwards.
  const read = page.waitForResponse('**/auth/second-factor');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await read;
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const sheet = page.getByRole('article');
  await expect(sheet).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('listitem')).toHaveText(kept);
  await expect(sheet.getByText(`Pines · ${ADMIN}`)).toBeVisible();
  await expect(codes.first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Ya los guardé').click();
  await expect(page.getByText('Total de pedidos')).toBeVisible();

  await page.context().clearCookies();
  const data = { email: ADMIN, password: PASSWORD };
  await page.request.post('/api/identity/sign-in/email', { data, headers: { origin: strict.url } });
  await page.goto('/');
  await button(page, 'Admin').click();
  const asked = question(page).getByLabel('Código');
  await expect(asked).toBeFocused();
  await book(page, 'second-factor/challenge');
  await expectFits(page);
  await page.keyboard.type(kept[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(page.getByText('Total de pedidos')).toBeVisible();

  // What is sent without it waits for the code, and goes on by itself.
  await page.context().clearCookies({ name: 'pines.second_factor' });
  await button(page, 'Nuevo pedido').click();
  await page.getByLabel('Nombre', { exact: true }).fill('Nora Nueva');
  await page.getByLabel('Teléfono').fill('9 8765 4321');
  await button(page, 'Abrir pedido').click();
  await expect(asked).toBeFocused();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.keyboard.type(kept[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Abriste el pedido/)).toBeVisible();
});
