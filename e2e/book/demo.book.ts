import { expect, openPanel } from '../support/admin.ts';
import { callAs } from '../support/callers.ts';
import { openAtSummary } from '../support/prepared-draft.ts';
import { startShop } from '../support/server.ts';
import { test as base } from '../support/test.ts';
import { button, expectUploaded, openWizard, pick } from '../support/wizard.ts';
import { book } from './book.ts';
import { drawFiles } from './motifs.ts';

/** The demo shop, with its orders, codes and accounts. */
const test = base.extend({
  baseURL: async ({}, use) => {
    const shop = await startShop({}, 'server/demo/main.ts');
    await expect.poll(shop.log, { timeout: 60_000 }).toContain('Discount codes');
    await use(shop.url);
    await shop.remove();
  },
});

test('the shop as its owner shows it', async ({ page }) => {
  const data = { email: 'admin@demo.cl', password: 'admin demo 2026' };
  const signIn = () => page.request.post('/api/identity/sign-in/email', { data });
  await signIn();
  // One pin, which is the default.
  await callAs(page.request).call('DELETE', '/admin/settings/products');
  await page.context().clearCookies();
  await page.goto('/', { waitUntil: 'networkidle' });
  await book(page, 'demo/home', { show: 'page' });
  await openWizard(page);
  await pick(page, await drawFiles(3));
  await expectUploaded(page, 3);
  await button(page, 'Un pin más de copihue 2.png').click();
  await book(page, 'demo/images', { hasFold: true });
  await page.evaluate(() => indexedDB.deleteDatabase('pines'));
  await openAtSummary(page, { files: await drawFiles(11) });
  await book(page, 'demo/summary');

  await signIn();
  await openPanel(page);
  await expect(page.getByRole('list', { name: 'Pedidos', exact: true })).toBeVisible();
  await book(page, 'demo/orders', { hasFold: true });
  for (const [at, tab] of (await page.getByRole('tab').all()).entries()) {
    await tab.click();
    await expect(page.getByRole('tabpanel')).toContainText(/\S/);
    await book(page, `demo/tab-${at + 1}`, { hasFold: true });
  }
});
