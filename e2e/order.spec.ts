import { book } from './book/book.ts';
import { countOrders } from './support/database.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';
import { button, goToSummary, placedText, readOrderNumber, uniqueName } from './support/wizard.ts';

test.use({ reducedMotion: 'no-preference' });

test('three files become an order, and a double click orders once', async ({ page, shop }) => {
  const name = uniqueName();
  await goToSummary(page, { changes: { name } });

  const progress = page.getByRole('list', { name: 'Pasos del pedido' });
  await expect(progress.getByRole('listitem')).toHaveText([
    'Imágenes (listo)',
    'Datos (listo)',
    '3Confirmar pedido',
  ]);
  for (const fact of [name, '+56 9 1234 5678', 'Av. Libertad 123, depto 4', 'Chillán', 'Ñuble']) {
    await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
  }
  await expect(page.getByRole('definition').filter({ hasText: 'Portón verde' })).toBeVisible();
  await expect(page.getByText('Envío con descuento por ser de Chillán')).toBeVisible();
  const costs = page.locator('dl').first().getByRole('definition');
  await expect(costs).toHaveText(['3', '$1.700', '$5.100', '$2.500', '$7.600']);
  await book(page, 'summary/no-code', { hasFold: true });

  const release = await hold(page, '**/api/orders');
  await button(page, 'Confirmar pedido').dblclick();
  await expect(page.getByText('Subiendo imágenes...')).toBeVisible();
  await expect(button(page, 'Volver a editar')).toBeDisabled();
  await expect(page.getByText('Creando pedido...')).toBeVisible();
  await book(page, 'summary/creating');
  release();
  await expect(page.getByText(placedText)).toBeVisible();
  expect(await page.locator('body').innerText()).toContain(placedText);
  await expect(button(page, 'Comenzar Pedido')).toBeHidden();

  await expect(button(page, 'Comenzar Pedido')).toBeVisible();
  expect(await readOrderNumber(page)).toMatch(/^[0-9A-Z-]{6,}$/);
  expect(countOrders(shop, name)).toBe(1);

  await button(page, 'Comenzar Pedido').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'gato.jpg' })).toHaveCount(0);
  await button(page, 'Entendido').click();
  await expect(page.getByText('Tu último pedido')).toHaveCount(0);
});
