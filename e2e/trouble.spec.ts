import type { Route } from '@playwright/test';
import { book } from './book/book.ts';
import { countOrders } from './support/database.ts';
import { openLine } from './support/line.ts';
import { makeLargeJpeg } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, passTimeUntil, pick, uniqueName } from './support/wizard.ts';

const LOST = 'Error de conexión. Verifica tu internet.';

test('a connection lost in the midst of an upload comes back by itself', async ({ page, shop }) => {
  const line = await openLine(shop.url);
  await page.goto(line.url);
  await button(page, 'Crear Pin Personalizado').click();
  await button(page, 'Comenzar Pedido').click();
  const network = await page.context().newCDPSession(page);
  const limitUpload = (uploadThroughput: number) => {
    const others = { offline: false, latency: 0, downloadThroughput: -1 };
    return network.send('Network.emulateNetworkConditions', { ...others, uploadThroughput });
  };
  await limitUpload(40_000);
  await pick(page, [await makeLargeJpeg('grande.jpg', 3_000_000)]);
  const bar = page.getByRole('progressbar', { name: 'Subiendo la imagen' });
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0.01);
  await book(page, 'uploads/slow', { hasFold: true });
  line.cut();
  await expect(page.getByText('Reintentamos solos')).toBeVisible();
  await expect(button(page, 'Reintentar ahora')).toBeVisible();
  line.mend();
  await limitUpload(-1);
  await expectUploaded(page, 1);
  await line.close();
});

test('after a lost answer changes make no new order', { tag: '@long' }, async ({ page, shop }) => {
  const name = uniqueName();
  await page.clock.install();
  await openAtSummary(page, { changes: { name } });
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route('**/api/orders', lose);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText('Subiendo imágenes...')).toBeVisible();
  await page.clock.runFor(700);
  await expect(page.getByText('Creando pedido...')).toBeVisible();
  // Within three seconds.
  await page.clock.runFor(2300);
  await expect(page.getByText('La tienda no responde todavía')).toBeVisible();
  await expect(page.getByText('Seguimos intentando', { exact: true })).toBeInViewport();
  await page.clock.resume();
  await passTimeUntil(page, page.getByRole('alert').filter({ hasText: LOST }));
  await expect(page.getByText('Tu último intento quedó sin respuesta')).toBeVisible();
  await book(page, 'summary/no-answer');
  await page.reload();
  await expect(page.getByText('Tu último intento quedó sin respuesta')).toBeVisible();
  await button(page, 'Volver a editar').click();
  await page.getByLabel('Información adicional').fill('Otra nota');
  await button(page, 'Continuar').click();
  await page.unroute('**/api/orders', lose);
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText('Tu intento anterior sí había llegado')).toBeVisible();
  expect(countOrders(shop, name)).toBe(1);
});

test('a wizard that cannot be loaded can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await page.route('**/assets/Wizard-*.js', (route) => route.abort('connectionfailed'));
  await button(page, 'Crear Pin Personalizado').click();
  await expect(page.getByRole('alert')).toContainText('No pudimos abrir el formulario de pedido');
  await book(page, 'wizard-lost/not-opened');
  await page.unrouteAll();
  await button(page, 'Reintentar').click();
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
});
