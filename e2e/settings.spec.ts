import type { Locator, Page } from '@playwright/test';
import { addDays, dayOf, formatDay } from '#domain/base/dates.ts';
import { book } from './book/book.ts';
import { dialog, openProfile } from './support/accounts.ts';
import { expect, openPanel, saveSettings, test } from './support/admin.ts';
import { ADMIN } from './support/callers.ts';
import { expectClean, expectFits } from './support/checks.ts';
import { hold } from './support/hold.ts';
import { waitForLink } from './support/mail.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery, openAtSummary } from './support/prepared-draft.ts';
import { signUpWithOrder } from './support/signed-in-buyer.ts';
import {
  button,
  fillDelivery,
  heading,
  placedText,
  readStoredDraft,
  uniqueName,
} from './support/wizard.ts';

const phone = { width: 360, height: 740 };

async function openGroup(page: Page, name: string) {
  await button(page, new RegExp(`^${name}`)).click();
  return dialog(page, name);
}

async function save(page: Page, name: string) {
  await button(page, 'Guardar').click();
  await expect(
    page.getByText(`${name}: guardado, los compradores lo ven desde ahora`),
  ).toBeVisible();
  await expect(dialog(page, name)).toBeHidden();
}

/** The browser's event for a page that becomes visible. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

test('a buyer meets a new price, a closing and where to pay', async ({ page, buyer }) => {
  await openAtDelivery(buyer, [await makePng('pin.png')]);
  await page.setViewportSize(phone);
  await openPanel(page, 'Ajustes');
  await expect(page.getByRole('list', { name: 'Grupos de ajustes' })).toBeVisible();
  await book(page, 'admin-settings/groups', { hasFold: true });

  const prices = await openGroup(page, 'Precios');
  await prices.getByLabel('Precio por pin').fill('1.900');
  await button(page, 'Agregar tramo').click();
  await expect(prices.getByLabel('Desde (pines)')).toBeFocused();
  await page.keyboard.type('50');
  await prices.getByLabel('Cada pin').fill('1500');
  await expect(prices.getByText('50 por $79.000, y 49 por $97.100.')).toBeVisible();
  await expect(prices.getByText('$1.900 (desde 50 pines, $1.500)')).toBeVisible();
  await book(page, 'admin-settings/prices', { hasFold: true });
  await save(page, 'Precios');

  const from = addDays(dayOf(Date.now()), 10);
  const to = addDays(from, 13);
  const delivery = await openGroup(page, 'Plazos');
  await button(page, 'Agregar cierre').click();
  await delivery.getByLabel('Primer día').fill(from);
  await delivery.getByLabel('Último día').fill(to);
  await delivery.getByLabel('Motivo').fill('Vacaciones');
  const told = `Vacaciones del ${formatDay(from)} al ${formatDay(to)}: esos días no cuentan para la entrega.`;
  await expect(delivery.getByText(told)).toBeVisible();
  await button(page, 'Agregar región').click();
  await delivery.getByLabel('Región', { exact: true }).selectOption('XII');
  await delivery.getByLabel('Días hábiles de más').fill('4');
  await expect(
    delivery.getByText(/^Magallanes.*: 9 a 11 días hábiles, si se paga hoy/),
  ).toBeVisible();
  await book(page, 'admin-settings/delivery');
  await save(page, 'Plazos');

  const payment = await openGroup(page, 'Cómo pagan');
  await payment.getByLabel('Banco').fill('Banco Estado');
  await payment.getByLabel('Número de cuenta').fill('12345678');
  await book(page, 'admin-settings/payment');
  await save(page, 'Cómo pagan');
  await expect(button(page, /^Cómo pagan.*Banco Estado · 12345678/)).toBeVisible();

  await comeBack(buyer);
  await fillDelivery(buyer, { region: 'XII', city: 'Punta Arenas' });
  const longer = 'Tu pedido llega en 9 a 11 días hábiles desde tu pago';
  await expect(buyer.getByText(longer)).toBeVisible();
  await button(buyer, 'Continuar').click();
  await expect(heading(buyer, 'Resumen')).toBeFocused();
  await expect(buyer.getByText(told)).toBeVisible();
  await expect(buyer.getByText('$5.900').first()).toBeVisible();
  await expect(buyer.getByText(/^Entrega: 9 a 11 días hábiles desde tu pago/)).toBeVisible();
});

test('a buyer reads why the price changed', { tag: '@long' }, async ({ buyer, adminShop }) => {
  const name = uniqueName();
  await openAtSummary(buyer, { changes: { name } });
  await expect(buyer.getByRole('definition').filter({ hasText: '$7.600' })).toBeVisible();
  await saveSettings(adminShop.admin, 'prices', { pin: 1900 });
  await saveSettings(adminShop.admin, 'delivery', { minDays: 8, maxDays: 10 });

  await button(buyer, 'Confirmar pedido').click();
  const told = buyer.getByRole('alert').filter({ hasText: 'El precio cambió' });
  await expect(told).toBeFocused();
  await expect(told).toContainText('Precio por imagen: antes $1.700, ahora $1.900');
  await expect(told).toContainText('Total: antes $7.600, ahora $8.200');
  await expect(told).toContainText('La tienda cambió sus precios');
  await expect(told).toContainText('Entrega: antes 5 a 7 días hábiles, ahora 8 a 10 días hábiles');
  await expect(buyer.getByRole('definition').filter({ hasText: '$8.200' })).toBeVisible();
  expect(await readStoredDraft(buyer)).toContain(name);
  await expectFits(buyer);

  await button(buyer, 'Confirmar pedido').click();
  await expect(buyer.getByText(placedText)).toBeVisible();
  const { orders } = await adminShop.admin.call('GET', `/admin/orders?q=${encodeURI(name)}`);
  expect(orders).toMatchObject([{ deliveryData: { pricing: { totalAmount: 8200 } } }]);
});

test('a repetition shows a new price', { tag: '@long' }, async ({ buyer, adminShop }) => {
  await saveSettings(adminShop.admin, 'payment', { depositPercent: 50 });
  await signUpWithOrder(buyer, adminShop);
  await openProfile(buyer, 'Mis Pedidos');
  await button(buyer, 'Repetir pedido').click();
  const window = dialog(buyer, 'Finalizar Pedido');
  await expect(window).toContainText('Entrega: 5 a 7 días hábiles desde tu pago');
  await saveSettings(adminShop.admin, 'prices', { pin: 1900 });
  await saveSettings(adminShop.admin, 'delivery', { minDays: 8, maxDays: 10 });

  await button(buyer, 'Confirmar Pedido').click();
  await expect(window.getByRole('alert')).toHaveText(
    'El precio cambió. Revisa el nuevo total antes de confirmar. Entrega: antes 5 a 7 días hábiles, ahora 8 a 10 días hábiles',
  );
  await expect(window).toContainText('$6.300');
  await expect(window).toContainText('Con un abono de $3.150');
  await expect(window).toContainText('Entrega: 8 a 10 días hábiles desde tu pago');
  await expectFits(buyer);
  await button(buyer, 'Confirmar Pedido').click();
  await expect(
    window.getByText('¡Pedido creado exitosamente! Te contactaremos pronto.'),
  ).toBeVisible();
});

test('the later of two admins loses nothing', { tag: '@long' }, async ({ page, adminShop }) => {
  await openPanel(page, 'Ajustes');
  const prices = await openGroup(page, 'Precios');
  await prices.getByLabel('Precio por pin').fill('1900');
  const shipping = prices.getByLabel('Envío al resto de Chile');
  const before = await shipping.inputValue();
  await shipping.fill('9000');
  await shipping.fill(before);
  await saveSettings(adminShop.admin, 'prices', { pin: 1800, shipping: 4500 });

  await button(page, 'Guardar').click();
  await expect(prices.getByText(/^Otra persona guardó/)).toBeVisible();
  await expect(
    prices.getByText('Precio por pin: guardó $1.800; el formulario tiene lo tuyo'),
  ).toBeVisible();
  await book(page, 'admin-settings/overtaken');
  await expect(prices.getByLabel('Precio por pin')).toHaveValue('1900');
  await expect(prices.getByText(/^Envío al resto de Chile: guardó \$4\.500$/)).toBeVisible();
  await expect(shipping).toHaveValue('4500');
  await button(page, 'Usar lo guardado').click();
  await expect(prices.getByLabel('Precio por pin')).toHaveValue('1800');
  await expect(prices.getByText(/^Otra persona guardó/)).toBeHidden();
  await prices.getByLabel('Precio por pin').fill('1900');
  await save(page, 'Precios');
  await expect(button(page, /^Precios.*\$1\.900 por pin.*\$4\.500 al resto/)).toBeVisible();

  await openGroup(page, 'Precios');
  await prices.getByText('Valores anteriores').click();
  await expect(prices.getByText('Precio por pin: $1.800')).toBeVisible();
  await book(page, 'admin-settings/history');
  await button(page, /^Volver a estos valores/)
    .first()
    .click();
  await expect(button(page, /^Precios.*\$1\.800 por pin/)).toBeVisible();

  await openGroup(page, 'Precios');
  await button(page, 'Volver a los valores de inicio').click();
  await expect(button(page, 'Volver a los de inicio')).toBeVisible();
  await book(page, 'admin-settings/reset', { show: 'fold' });
  await button(page, 'Volver a los de inicio').click();
  await expect(button(page, /^Precios.*\$1\.700 por pin.*Por defecto/)).toBeVisible();
});

test('wrong values are told, typed ones kept', { tag: '@long' }, async ({ page }) => {
  await openPanel(page, 'Ajustes');
  const prices = await openGroup(page, 'Precios');
  const amount = 'Debe ser un número entero de pesos, de 0 a 10.000.000';
  const wrong = [
    ['-1', amount],
    ['1,5', amount],
    ['mil', 'Debe ser un número'],
    ['', 'Falta este dato'],
  ] as const;
  for (const [typed, text] of wrong) {
    await prices.getByLabel('Precio por pin').fill(typed);
    await button(page, 'Guardar').click();
    await expect(prices.getByLabel('Precio por pin')).toHaveAccessibleDescription(text);
    await expect(prices.getByLabel('Precio por pin')).toBeFocused();
  }
  await prices.getByLabel('Precio por pin').fill('1700');
  for (const [at, from] of ['50', '10'].entries()) {
    await button(page, 'Agregar tramo').click();
    const step = prices.getByRole('group', { name: `Tramo ${at + 1}` });
    await step.getByLabel('Desde (pines)').fill(from);
    await step.getByLabel('Cada pin').fill('1500');
  }
  await expect(prices.getByText('Cada tramo empieza con más pines que el anterior')).toBeVisible();
  await book(page, 'admin-settings/prices-wrong');
  await page.goBack();
  await expect(button(page, 'Descartar')).toBeVisible();
  await book(page, 'admin-settings/question', { show: 'fold' });
  await button(page, 'Seguir editando').click();
  await expect(prices.getByLabel('Desde (pines)').last()).toHaveValue('10');
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
  await expect(prices).toBeHidden();

  const seller = await openGroup(page, 'Quién vende');
  await seller.getByLabel('RUT').fill('12.345.678-9');
  await button(page, 'Guardar').click();
  await expect(seller.getByText(/^El RUT no es correcto/)).toBeVisible();
  await book(page, 'admin-settings/seller');
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();

  const notice = await openGroup(page, 'Aviso');
  await notice.getByLabel('Desde').fill('2027-02-15');
  await notice.getByLabel('Hasta').fill('2027-02-01');
  await button(page, 'Guardar').click();
  await expect(notice.getByText('El último día no puede ser antes del primero')).toBeVisible();
  await book(page, 'admin-settings/notice');
});

test('the owner prepares the opening', { tag: '@long' }, async ({ page, adminShop }) => {
  await page.setViewportSize(phone);
  await openPanel(page, 'Ajustes');
  const list = page.getByRole('region', { name: 'Antes de abrir' });
  const step = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(step('Pedido de prueba \\(falta\\)')).toBeVisible();
  await book(page, 'admin-settings/opening', { hasFold: true });

  await step('Tus datos').click();
  await expect(dialog(page, 'Quién vende').getByLabel('Correo del remitente')).toBeVisible();
  await page.keyboard.press('Escape');

  await step('Pedido de prueba').click();
  await button(page, 'Hacer el pedido').click();
  await expect(page.getByText(/por \$4\.200 llegó completo, y ya se borró/)).toBeVisible();
  await book(page, 'admin-settings/trial');
  await button(page, 'Entendido').click();
  await expect(step('Pedido de prueba \\(listo\\)')).toBeFocused();

  await step('Términos y condiciones').press('Enter');
  await button(page, 'Ya los leí').click();
  await expect(page.getByText('Listo.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(step('Términos y condiciones \\(listo\\)')).toBeVisible();

  await step('Verificación en dos pasos').click();
  await button(page, 'Abrir mi perfil').click();
  await expect(page.getByRole('tab', { name: 'Seguridad' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await step('Correos').click();
  await button(page, 'Enviarme uno de prueba').click();
  await expect(page.getByText(/^Va en camino a /)).toBeVisible();
  await page.goto(await waitForLink(adminShop, ADMIN, { part: '/api/opening/mail/' }));
  await expect(page).toHaveURL(/panel=ajustes/);
  await expect(list).toBeVisible();
});

test("a buyer sees the shop's own logo and colour", { tag: '@long' }, async ({ page, buyer }) => {
  await page.setViewportSize(phone);
  await openPanel(page, 'Ajustes');
  await page.getByRole('button', { name: /^Imagen\s*Como siempre/ }).click();
  const face = dialog(page, 'Imagen');
  await face.getByLabel('Color', { exact: true }).fill('#808080');
  await button(page, 'Guardar').click();
  await expect(face.getByText(/^Sobre este color no se lee bien/)).toBeVisible();
  const colour = face.getByLabel('Color', { exact: true });
  const bottomOf = (field: Locator) => field.evaluate((of) => of.getBoundingClientRect().bottom);
  // Above the message, beside the field.
  expect(await bottomOf(face.getByLabel('Elegir Color'))).toBeCloseTo(await bottomOf(colour), 0);
  await colour.fill('#0b6e4f');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><circle r="2"/></svg>';
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await face.getByRole('group', { name: 'Logo' }).locator('input').setInputFiles(logo);
  await expect(button(page, 'Cambiar logo')).toBeVisible();
  await button(page, 'Agregar foto').click();
  const photo = face.getByRole('group', { name: 'Foto 1' });
  const release = await hold(page, '**/api/upload');
  await photo.locator('input[type=file]').setInputFiles(await makePng('feria.png'));
  await photo.getByLabel('Qué se ve en la foto').fill('Mis pines en la feria');
  release();
  await expect(button(page, 'Cambiar imagen')).toBeVisible();
  await expect(photo.getByLabel('Qué se ve en la foto')).toHaveValue('Mis pines en la feria');
  await face.getByLabel('Instagram').fill('@pines.cl');
  await face.getByLabel('Horario de atención').fill('Lunes a viernes');
  await expect(face.getByRole('link', { name: 'Instagram @pines.cl' })).toBeVisible();
  await expectClean(page);
  await expectFits(page);
  await book(page, 'admin-settings/face');
  await save(page, 'Imagen');

  await buyer.emulateMedia({ colorScheme: 'dark' });
  await buyer.goto('/');
  const foot = buyer.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: 'Instagram @pines.cl' })).toBeVisible();
  await expect(foot.getByText('Lunes a viernes')).toBeVisible();
  const carousel = buyer.getByRole('region', { name: 'Ideas para tu pin' });
  const shown = () =>
    carousel
      .getByRole('img', { name: 'Mis pines en la feria' })
      .evaluate((image: HTMLImageElement) => [image.currentSrc.slice(0, 15), image.naturalWidth]);
  await expect.poll(shown).toEqual(['data:image/avif', 640]);
  await button(buyer, 'Ir a la imagen 2').click();
  await expect(carousel.getByRole('img', { name: /^Una mesa llena/ })).toBeVisible();
  await expectClean(buyer);
  await buyer.emulateMedia({ colorScheme: 'light' });
  const start = button(buyer, 'Crear Pin Personalizado');
  await expect(start).toHaveCSS('background-color', 'rgb(11, 110, 79)');
  await expectClean(buyer);
});
