import { expectAbove, expectUnobscured } from './support/checks.ts';
import { makePng, makeThree } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
} from './support/wizard.ts';

const onePin = async () => [await makePng('sol.png')];

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a double click continues by one step', async ({ page }) => {
    await openWizard(page);
    await pick(page, await makeThree());
    await expectUploaded(page, 3);
    await button(page, 'Continuar con 3 imagenes').dblclick();
    await expect(heading(page, 'Datos')).toBeVisible();
    await expect(page.getByText('El teléfono es obligatorio')).toHaveCount(0);
  });

  test('the total includes the delivery from the first picture on', async ({ page }) => {
    await openWizard(page);
    const expectStill = await watchShifts(page);
    await pick(page, [...(await onePin()), await makePng('luna.png')]);
    await expectUploaded(page, 2);
    const bar = page.getByText('$7.400', { exact: true });
    await expectAbove(button(page, 'Ajustar sol.png'), bar);
    await expectAbove(page.getByLabel('Cantidad de sol.png'), bar);
    await expectStill('the first pictures');
    await button(page, 'Quitar luna.png').click();
    const before = '$5.700 1 pin, con envío de $4.000 (a Chillán, $2.500)';
    await expect(page.getByText(before)).toBeInViewport();
    // One price: nothing to compare.
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByText('Total: 5.700 pesos por 1 pin, envío incluido')).toBeAttached();
    await button(page, 'Un pin más de sol.png').click();
    await expect(page.getByText('$7.400 2 pines, con envío de $4.000')).toBeInViewport();
    await button(page, 'Continuar con 1 imagenes').click();
    await expect(heading(page, 'Datos')).toBeFocused();
    const toAnywhere = page.getByText('$7.400 2 pines, con envío de $4.000 (a Chillán, $2.500)');
    await expect(toAnywhere).toBeInViewport();
    await page.getByLabel('Región').selectOption('XII');
    await expect(
      page.getByText('$7.400 2 pines, con envío de $4.000 a tu región', { exact: true }),
    ).toBeInViewport();
    await page.getByLabel('Región').selectOption('XVI');
    await expect(toAnywhere).toBeInViewport();
    await fillDelivery(page);
    await expect(page.getByText('$5.900 2 pines, con envío de $2.500 a Chillán')).toBeInViewport();
    await page.getByLabel('Ciudad').selectOption('Bulnes');
    await expect(page.getByText('$7.400 2 pines, con envío de $4.000 a Bulnes')).toBeInViewport();
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeFocused();
    await expect(page.getByText('$7.400 2 pines, con envío de $4.000 a Bulnes')).toBeInViewport();
  });
});

test('the bar stays in reach, and covers nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAtSummary(page, { files: await onePin() });
  const confirm = button(page, 'Confirmar pedido');
  await page.evaluate(() => scrollTo(0, 0));
  await heading(page, 'Resumen').scrollIntoViewIfNeeded();
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 480, height: 320 });
  await heading(page, 'Resumen').evaluate((element) => element.scrollIntoView());
  await expect(confirm).not.toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  const code = page.getByLabel('Código de descuento');
  await code.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await code.focus();
  await expectUnobscured(code);
  await confirm.evaluate((element) => {
    element.style.minHeight = '16rem';
  });
  await expectUnobscured(code);
});
