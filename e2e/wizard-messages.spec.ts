import { book } from './book/book.ts';
import { expectAlertsShow } from './support/checks.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import { button, heading, placedText, recipient } from './support/wizard.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a phone says why a code is refused, and the most', { tag: '@long' }, async ({ page }) => {
  await openAtSummary(page);
  const code = page.getByLabel('Código de descuento');
  await code.fill('NO-HAY');
  // Just above the foot, so that its message would be under it; a click would scroll further.
  const apply = button(page, 'Aplicar');
  await apply.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await apply.dispatchEvent('click');
  await expect(page.getByText('El código de descuento no existe')).toBeInViewport({ ratio: 1 });
  await expectAlertsShow(page);
  await book(page, 'summary/wrong-code');
  await button(page, 'Ver cantidades').click();
  await page.getByLabel('Cantidad de gato.jpg').pressSequentially('500');
  await expect(page.getByText('Hasta 99 por imagen; para más, escríbenos')).toBeVisible();
  await button(page, 'Confirmar pedido').click();
  await expect(heading(page, placedText)).toBeVisible();
  await button(page, 'Ver mi pedido').click();
  const order = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  for (const typed of [recipient.name, recipient.phone, recipient.address])
    await expect(order.getByText(typed)).toBeVisible();
});
