import type { Locator, Page } from '@playwright/test';
import { book } from './book/book.ts';
import { addCode, useUpCode } from './support/database.ts';
import { hold } from './support/hold.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import { button, goToSummary, heading, placedText } from './support/wizard.ts';

test('a code is applied and removed; toasts cover no button', async ({ page, shop }) => {
  addCode(shop, { code: 'VERANO10', name: 'Verano' });
  await page.setViewportSize({ width: 768, height: 740 });
  await page.clock.install();
  await openAtSummary(page);
  const field = page.getByLabel('Código de descuento');
  await expect(button(page, 'Aplicar')).toBeDisabled();
  await field.fill('  ');
  await expect(button(page, 'Aplicar')).toBeDisabled();
  await field.press('Enter');
  await expect(page.getByText('Ingresa un código de descuento válido')).toBeVisible();

  await putUnderToasts(field);
  await field.fill(' verano10 ');
  await button(page, 'Aplicar').click();
  await expect(page.getByText('Código "VERANO10" aplicado correctamente')).toBeVisible();
  await expectFree(page, 'Quitar código', 'Confirmar pedido', 'Volver a editar');
  await book(page, 'summary/code-applied', { isBrief: true, hasFold: true });
  await expect(field).toBeHidden();
  await expect(page.getByText('−$510')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$7.090' })).toBeVisible();

  await button(page, 'Quitar código').click();
  const removed = page.getByText('Código de descuento removido');
  await expect(removed).toBeVisible();
  await expectFree(page, 'Aplicar', 'Confirmar pedido', 'Volver a editar');
  // It stands for 4 s.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2500));
  await expect(removed).toBeVisible();
  await page.clock.runFor(2000);
  await expect(removed).toHaveCount(0);
  await page.clock.resume();
  await expect(page.getByRole('definition').filter({ hasText: '$7.600' })).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('VERANO10');
  await field.press('Enter');
  await expect(page.getByText('−$510')).toBeVisible();

  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  await book(page, 'summary/success', { isBrief: true, hasFold: true });
});

test("a link's code waits for the summary and never blocks the order", async ({ page, shop }) => {
  addCode(shop, { code: 'BIENVENIDA10' });
  await page.goto('/?codigo=nadie&origen=x#abajo');
  await expect(page.getByText('Tu código de descuento te espera')).toBeInViewport();
  await button(page, 'Usar mi código').click();
  const noted = page.getByRole('status').filter({ hasText: 'Anotamos tu código' });
  await expect(noted).toContainText('NADIE');
  await book(page, 'home/offered-code');
  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  await expect(page).toHaveURL(/\/\?origen=x#abajo$/);

  // The draft keeps it; only the summary shows whether it is valid.
  await goToSummary(page);
  await expect(page.getByText('El código de descuento no existe')).toBeVisible();
  await expect(page.getByLabel('Código de descuento')).toHaveValue('NADIE');
  await expect(heading(page, 'Resumen')).toBeFocused();
  await expect(button(page, 'Confirmar pedido')).toBeEnabled();
  await button(page, 'Volver a editar').click();
  await expect(heading(page, 'Datos')).toBeFocused();
  await expect(noted).toBeHidden();

  await page.goto('/?codigo=bienvenida10');
  await button(page, 'Usar mi código').click();
  await expect(noted).toContainText('BIENVENIDA10');
  await button(page, 'Continuar').click();
  await expect(page.getByText('Código "BIENVENIDA10" aplicado correctamente')).toBeVisible();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await expect(page.getByText('−$510')).toBeVisible();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});

test('an order need not wait for the code of a link', { tag: '@long' }, async ({ page, shop }) => {
  addCode(shop, { code: 'LENTA' });
  const release = await hold(page, '**/api/discount-codes/validate');
  await page.goto('/?codigo=LENTA');
  await button(page, 'Usar mi código').click();
  await expect(page.getByText('Anotamos tu código')).toBeVisible();
  await goToSummary(page);
  await expect(button(page, 'Verificando...')).toBeDisabled();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  release();
});

test('a code that others used up is reported', { tag: '@long' }, async ({ page, shop }) => {
  addCode(shop, { code: 'ULTIMO', maxUses: 1 });
  await openAtSummary(page);
  await page.getByLabel('Código de descuento').fill('ULTIMO');
  await button(page, 'Aplicar').click();
  await expect(page.getByText('−$510')).toBeVisible();
  useUpCode(shop, 'ULTIMO');
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByRole('alert').filter({ hasText: 'ya no tiene usos' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$7.600' })).toBeVisible();
  await expect(page.getByLabel('Código de descuento')).toBeVisible();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});

test("nothing is ordered during a code's check", { tag: '@long' }, async ({ page, shop }) => {
  addCode(shop, { code: 'LENTO' });
  await goToSummary(page);
  const answer = await hold(page, '**/api/discount-codes/validate');
  await page.getByLabel('Código de descuento').fill('LENTO');
  await page.getByLabel('Código de descuento').press('Enter');
  await expect(button(page, 'Confirmar pedido')).toBeDisabled();
  await expect(button(page, 'Verificando...')).toBeDisabled();
  await book(page, 'summary/checking-code');
  await button(page, 'Volver a editar').click();
  const answered = page.waitForResponse('**/api/discount-codes/validate');
  answer();
  await answered;
  await button(page, 'Continuar').click();
  await expect(button(page, 'Confirmar pedido')).toBeEnabled();
  await expect(button(page, 'Quitar código')).toBeHidden();
});

/** Expects that the toasts stand at the lower right, and cover none of these buttons. */
async function expectFree(page: Page, ...names: string[]) {
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast.first()).toBeVisible();
  const boxes = await toast.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  const width = page.viewportSize()?.width ?? 0;
  for (const { left, right, top, bottom } of boxes) {
    expect(width - right).toBeLessThan(40);
    if (width < 640) expect(left).toBeCloseTo(width - right);
    for (const name of names) {
      const nowhere = { x: 0, y: 0, width: 0, height: 0 };
      const next = (await button(page, name).boundingBox()) ?? nowhere;
      const isBeside = right <= next.x || left >= next.x + next.width;
      const isFree = isBeside || bottom <= next.y || top >= next.y + next.height;
      expect(isFree, `${name} is free`).toBe(true);
    }
  }
}

/** Scrolls the field to a toast's place: directly above the bar. */
const putUnderToasts = (field: Locator) =>
  field.evaluate((element) => {
    scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 190);
  });

for (const width of [360, 640, 1024, 1440]) {
  test(`a toast at ${width} pixels covers nothing that is clicked next`, { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    const code = `AVISO${width}`;
    addCode(shop, { code });
    await page.setViewportSize({ width, height: 740 });
    await openAtSummary(page);
    const field = page.getByLabel('Código de descuento');
    await putUnderToasts(field);
    await field.fill(code);
    await field.press('Enter');
    await expectFree(page, 'Quitar código', 'Confirmar pedido', 'Volver a editar');
    await button(page, 'Quitar código').click();
    await expectFree(page, 'Aplicar', 'Confirmar pedido', 'Volver a editar');
  });
}
