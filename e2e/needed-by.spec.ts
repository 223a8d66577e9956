import { addDays, dayOf } from '#domain/base/dates.ts';
import { book } from './book/book.ts';
import { expect, openPanel, saveSettings, test } from './support/admin.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { button, fillDelivery, heading } from './support/wizard.ts';

test.beforeEach(({ adminShop }) => saveSettings(adminShop.admin, 'delivery', { asksForDay: true }));
test('a day that cannot be met is said', { tag: '@long' }, async ({ page, buyer }) => {
  const day = addDays(dayOf(Date.now()), 2);
  await openAtDelivery(buyer, [await makePng('pin.png')]);
  await fillDelivery(buyer);
  const wanted = buyer.getByLabel('Lo necesito para el… (opcional)');
  await wanted.fill('2020-01-01');
  await button(buyer, 'Continuar').click();
  await expect(buyer.getByRole('alert')).toContainText('Elige un día que no haya pasado');
  await book(buyer, 'needed-by/past');
  const warning = buyer.getByText(
    /Si pagas hoy, llegaría entre el .*: escríbenos antes de pedir\./,
  );
  await expect(warning).toHaveCount(0);
  await wanted.fill(addDays(day, 60));
  await expect(warning).toHaveCount(0);
  await wanted.fill(day);
  await expect(warning).toBeVisible();
  await book(buyer, 'needed-by/late', { hasFold: true });
  await button(buyer, 'Continuar').click();
  await expect(heading(buyer, 'Resumen')).toBeVisible();
  await expect(warning).toBeVisible();
  await book(buyer, 'needed-by/summary', { hasFold: true });
  const answered = buyer.waitForResponse((answer) => answer.url().endsWith('/api/orders'));
  await button(buyer, 'Confirmar pedido').click();
  const { order } = (await (await answered).json()) as { order: { id: string } };

  await openPanel(page, 'Hoy');
  await expect(page.getByRole('listitem').filter({ hasText: order.id })).toContainText(
    'Atrasado: es para el',
  );
  await openPanel(page, 'Taller');
  await page.getByRole('button', { name: /^Por pagar/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: order.id })).toContainText(
    'Atrasado: es para el',
  );
  await book(page, 'needed-by/board');
});
