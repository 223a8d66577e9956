import type { Page } from '@playwright/test';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { dialog, fillSignIn, PASSWORD } from './support/accounts.ts';
import {
  test as adminTest,
  expect,
  openOrder,
  openPanel,
  orderRow,
  placeOrder,
  unfold,
} from './support/admin.ts';
import { codeOf } from './support/authenticator.ts';
import { ADMIN, type AdminShop, startAdminShop } from './support/callers.ts';
import { waitForLink } from './support/mail.ts';
import { test as base } from './support/test.ts';
import { button } from './support/wizard.ts';

const OWNER = 'tienda@pines-prueba.cl';

/** A shop that requires a second factor of its admins, with the owner's e-mail set. */
const test = base.extend<{ strict: AdminShop }>({
  strict: async ({}, use) => {
    const shop = await startAdminShop({ ADMIN_2FA: 'required', SHOP_EMAIL: OWNER });
    await use(shop);
    await shop.remove();
  },
});

const panel = (page: Page) => dialog(page, 'Panel de administración');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const order = (page: Page, id: string) => dialog(page, `Pedido ${id}`);

const expectAddress = (page: Page, end: string) =>
  expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toBe(end);

test('the mail of a new order leads to it', { tag: '@long' }, async ({ page, strict }) => {
  const id = await placeOrder(strict, { name: 'Rosa Correo' });
  const link = await waitForLink(strict, OWNER, { part: 'panel=' });
  expect(link).toBe(panelOrderUrl(strict.url, id));

  await page.goto(link);
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
  await expect(page.getByText('Rosa Correo')).toHaveCount(0);
  await expectAddress(page, `/?panel=pedidos/${id}`);
  await fillSignIn(page, ADMIN, PASSWORD);

  const enrolment = page.getByRole('dialog', { name: 'Activa la verificación en dos pasos' });
  const secret = (await enrolment.locator('code').textContent()) ?? '';
  await enrolment.getByLabel('Código de la aplicación').fill(await codeOf(secret));
  await page.keyboard.press('Enter');
  await button(page, 'Ya los guardé').click();
  await expect(order(page, id)).toContainText('Rosa Correo');
  await expectAddress(page, `/?panel=pedidos/${id}`);
  await page.reload();
  await expect(order(page, id)).toContainText('Rosa Correo');
});

adminTest('Back and Forward follow addresses', { tag: '@long' }, async ({ page, adminShop }) => {
  const id = await placeOrder(adminShop, { name: 'Úrsula Ñandú' });
  await openPanel(page);
  await expectAddress(page, '/?panel=pedidos');
  await page.getByLabel('Buscar').fill('ursula nandu');
  await expectAddress(page, '/?panel=pedidos&buscar=ursula+nandu');
  await expect(orderRow(page, id)).toBeVisible();
  await tab(page, 'Taller').click();
  await button(page, /^Por pagar/).click();
  await expectAddress(page, '/?panel=taller&espera=pago');
  await button(page, id).click();
  await expectAddress(page, `/?panel=taller/${id}&espera=pago`);

  await page.reload();
  await expect(order(page, id)).toContainText('Úrsula Ñandú');
  await expectAddress(page, `/?panel=taller/${id}&espera=pago`);
  await page.goBack();
  await expect(order(page, id)).toHaveCount(0);
  await expect(button(page, /^Por pagar/)).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByLabel('Buscar')).toHaveValue('ursula nandu');
  await expectAddress(page, '/?panel=pedidos&buscar=ursula+nandu');
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expectAddress(page, '/');

  await page.goForward();
  await expect(page.getByLabel('Buscar')).toHaveValue('ursula nandu');
  await page.goForward();
  await expect(tab(page, 'Taller')).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(order(page, id)).toContainText('Úrsula Ñandú');
  await order(page, id).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expectAddress(page, '/?panel=taller&espera=pago');
  await panel(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect(panel(page)).toHaveCount(0);
  await expectAddress(page, '/');

  // The label's address; an unknown one is told.
  await page.goto(panelOrderUrl('', id));
  await expect(order(page, id)).toContainText('Úrsula Ñandú');
  await page.keyboard.press('Escape');
  await expect(order(page, id)).toHaveCount(0);
  await expectAddress(page, '/?panel=pedidos');
  await openOrder(page, id);
  await expectAddress(page, `/?panel=pedidos/${id}`);

  await page.goto('/?panel=pedidos/NO-HAY');
  await expect(order(page, 'NO-HAY')).toContainText('No hay un pedido con el número NO-HAY');
  await page.goBack();
  await expect(order(page, 'NO-HAY')).toHaveCount(0);
});

adminTest('keys go through the lists', { tag: '@long' }, async ({ page, adminShop }) => {
  const older = await placeOrder(adminShop, { name: 'Tecla Uno' });
  const newer = await placeOrder(adminShop, { name: 'Tecla Dos' });
  await adminShop.admin.call('PATCH', `/admin/orders/${newer}/status`, { status: 'cancelled' });
  await page.goto('/?panel=pedidos&buscar=tecla');
  await expect(orderRow(page, older)).toBeVisible();
  await expect(orderRow(page, newer).locator('s')).toHaveText(newer);
  await expect(orderRow(page, older).locator('s')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(button(page, newer)).toBeFocused();
  await page.keyboard.press('j');
  await expect(button(page, older)).toBeFocused();
  await page.keyboard.press('k');
  await expect(button(page, newer)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(order(page, newer)).toContainText('Tecla Dos');
  await unfold(order(page, newer), 'Notas');
  await order(page, newer).getByLabel('Notas del pedido').pressSequentially('j/k?');
  await expect(order(page, newer).getByLabel('Notas del pedido')).toHaveValue(/^j\/k\?/);
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
  await expect(button(page, newer)).toBeFocused();

  await page.keyboard.press('/');
  const search = page.getByLabel('Buscar');
  await expect(search).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' j?');
  await expect(search).toHaveValue('tecla j?');
  await button(page, 'Actualizar').focus();
  await page.keyboard.press('?');
  const help = dialog(page, 'Atajos de teclado');
  await expect(help.getByText('Ir al buscador')).toBeVisible();
  await help.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
});
