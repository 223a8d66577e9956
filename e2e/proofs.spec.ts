import type { Page } from '@playwright/test';
import { book } from './book/book.ts';
import { expect, openOrder, openPanel, part, placePaid, test } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { button } from './support/wizard.ts';

const PROOF = '/#pedido=prueba-';
const proofPart = (page: Page) => part(page.getByRole('dialog', { name: /^Pedido / }), 'Prueba');

test('a proof is sent, changed, and then approved', async ({ page, buyer: phone, adminShop }) => {
  const email = `prueba.${Date.now()}@ejemplo.cl`;
  const files = [
    await makePng('una.png', { color: '#aa3344' }),
    await makePng('dos.png', { color: '#3344aa' }),
  ];
  const id = await placePaid(adminShop, { name: 'Paula Prueba', email, files });
  await openPanel(page, 'Pedidos');
  await openOrder(page, id, 'Prueba');
  await proofPart(page).getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(proofPart(page)).toContainText('sin respuesta');

  const first = await waitForLink(adminShop, email, { part: PROOF });
  await phone.goto(first);
  const window = phone.getByRole('dialog', { name: 'Así quedarán tus pines' });
  await expect(window).toContainText('Imagen 1: 2 pines');
  await book(phone, 'proof/page-open', { hasFold: true });
  await expectFits(phone);
  await window.getByRole('button', { name: 'Pedir cambios' }).click();
  await window.getByRole('button', { name: 'Enviar cambios' }).click();
  await expect(window.getByText('Escribe qué te gustaría cambiar')).toBeInViewport({ ratio: 1 });
  await book(phone, 'proof/page-changes', { hasFold: true });
  await window.getByLabel('Imagen 2: ¿qué cambiar?').fill('Más clara');
  await expectFits(phone);
  await window.getByRole('button', { name: 'Volver' }).click();
  await window.getByRole('button', { name: 'Pedir cambios' }).click();
  await expect(window.getByLabel('Imagen 2: ¿qué cambiar?')).toHaveValue('Más clara');
  await window.getByRole('button', { name: 'Enviar cambios' }).click();
  await expect(window.getByText(/^Pediste cambios el/)).toBeVisible();
  await window.getByRole('button', { name: 'Cambiar mi respuesta' }).click();
  await expect(window).toContainText(
    'una vez impresos ya no se pueden cambiar imágenes, encuadre ni cantidades',
  );
  await window.getByRole('button', { name: 'Pedir cambios' }).click();
  await window.getByLabel('Imagen 2: ¿qué cambiar?').fill('Más clara');
  await window.getByLabel('¿Qué cambiamos?').fill('Más arriba, por favor');
  await window.getByRole('button', { name: 'Enviar cambios' }).click();
  await expect(window.getByText(/^Pediste cambios el/)).toBeVisible();
  await book(phone, 'proof/page-asked-for');

  await page.keyboard.press('Escape');
  await openOrder(page, id, 'Prueba');
  await expect(proofPart(page)).toContainText('“Imagen 2: Más clara Más arriba, por favor”');
  await book(page, 'proof/order-changes');
  await button(page, 'Ajustar la imagen 1').click();
  const studio = page.getByRole('dialog', { name: 'Ajusta tu pin' });
  await studio.getByRole('slider', { name: /^Encuadre de/ }).press('ArrowUp');
  await page.route('**/api/admin/orders/*/items/1', (route) => route.abort(), { times: 1 });
  await studio.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  // Unsaved changes stay in the studio, which sends them again.
  await button(page, 'Ajustar la imagen 1').click();
  await studio.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByText('Imagen 1 actualizada')).toBeVisible();
  await expect(proofPart(page)).toContainText('Anulada');
  await proofPart(page).getByRole('button', { name: 'Enviar otra prueba' }).click();
  await expect(proofPart(page)).toContainText('sin respuesta');
  await book(page, 'proof/order-sent');
  await proofPart(page).getByRole('button', { name: 'Registrar aprobación' }).click();
  await expect(page.getByLabel('Quién aprobó')).toBeVisible();
  await book(page, 'proof/order-recording');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Taller' }).click();
  await button(page, /^Por aprobar/).click();
  await expect(page.getByText('Prueba enviada').first()).toBeVisible();
  await book(page, 'proof/board');

  await phone.goto('about:blank');
  await phone.goto(first);
  await expect(phone.getByRole('alert')).toContainText('Te enviamos una prueba más nueva');
  await book(phone, 'proof/page-replaced');
  const second = await waitForLink(adminShop, email, { part: PROOF, skip: 1 });
  await phone.goto('about:blank');
  await phone.goto(second);
  await window.getByRole('button', { name: 'Aprobar' }).click();
  await expect(window.getByText(/^Aprobaste estos pines el/)).toBeVisible();
  await book(phone, 'proof/page-approved');

  await page.getByRole('tab', { name: 'Pedidos' }).click();
  await openOrder(page, id, 'Prueba');
  await expect(proofPart(page)).toContainText('Aprobada el');
  await book(page, 'proof/order-approved');
});
