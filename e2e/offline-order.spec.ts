import { book } from './book/book.ts';
import { countOrders } from './support/database.ts';
import { makeThree } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectLaterSteps,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
  uniqueName,
} from './support/wizard.ts';

test('an order survives any lost connection', { tag: '@long' }, async ({ page, context, shop }) => {
  const name = uniqueName();
  await openWizard(page);
  await expectLaterSteps(page);
  await context.setOffline(true);
  await pick(page, await makeThree());
  await expect(page.getByText('En pausa: seguirá sola')).toHaveCount(3);
  await expect(page.getByText('0 de 3 imágenes listas')).toBeVisible();
  await book(page, 'uploads/offline', { hasFold: true });
  await button(page, 'Continuar con 3 imagenes').click();
  await expect(heading(page, 'Datos')).toBeFocused();
  await fillDelivery(page, { name });
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  const problem = page.getByRole('alert').filter({ hasText: 'Tu pedido sigue aquí, completo' });
  await button(page, 'Confirmar pedido').click();
  await expect(problem).toBeFocused();
  await expect(problem).toContainText('Error de conexión. Verifica tu internet.');

  await context.setOffline(false);
  await button(page, 'Volver a editar').click();
  await button(page, 'Volver').click();
  await expectUploaded(page, 3);
  await button(page, 'Continuar con 3 imagenes').click();
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await context.setOffline(true);
  await button(page, 'Confirmar pedido').click();
  await expect(problem).toBeFocused();
  await context.setOffline(false);
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
  expect(countOrders(shop, name)).toBe(1);
});
