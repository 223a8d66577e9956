import { book } from './book/book.ts';
import { expect, openPanel, placeOrder, placePaid, test } from './support/admin.ts';
import { expectFits } from './support/checks.ts';
import { waitForLink } from './support/mail.ts';
import { button } from './support/wizard.ts';

test('a buyer cancels at once or by request', async ({ page: panel, buyer: page, adminShop }) => {
  const order = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  const asked = page.getByRole('dialog', { name: /^Cancelar el pedido/ });
  const open = async (email: string) => {
    await page.goto('about:blank');
    await page.goto(await waitForLink(adminShop, email, { part: '#pedido=' }));
  };

  const unpaid = `cancela-${Date.now()}@correo.cl`;
  await placeOrder(adminShop, { name: 'Carla Cambia', email: unpaid });
  await open(unpaid);
  await expect(order.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible();
  await book(page, 'order-page/unpaid');
  // On paper it is alone, and whole.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Tu Creatividad, Nuestros Pines')).toBeHidden();
  expect((await order.boundingBox())?.height).toBeGreaterThan(740);
  await page.emulateMedia({ media: null });
  await order.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(asked).toContainText('no lo has pagado');
  await expectFits(page);
  await asked.getByRole('button', { name: 'Volver' }).click();
  await order.getByRole('button', { name: 'Cancelar pedido' }).click();
  await asked.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(order.getByText('Cancelado', { exact: true })).toBeVisible();
  await expect(order.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);
  const news = order.getByRole('region', { name: 'Cómo va tu pedido' }).getByRole('status');
  await expect(news).toHaveText('Este pedido está cancelado. No tienes que pagar nada.');
  await expect(news).toBeFocused();
  await expect(news).toBeInViewport({ ratio: 1 });
  await book(page, 'order-page/cancelled');

  const paid = `pagado-${Date.now()}@correo.cl`;
  const id = await placePaid(adminShop, { name: 'Pedro Pagado', email: paid });
  await open(paid);
  await expect(order.getByText(/^Tu pedido va con retraso/)).toBeVisible();
  await book(page, 'order-page/late');
  await order.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(asked).toContainText('te devuelven $5.900 a más tardar en 10 días');
  await asked.getByLabel('¿Por qué lo cancelas?').fill('Se suspendió la fiesta');
  await book(page, 'order-page/cancelling');
  await page.mouse.click(8, 400);
  await asked.getByRole('button', { name: 'Pedir que lo cancelen' }).click();
  await expect(news).toHaveText(/^Pediste cancelar este pedido/);
  await book(page, 'order-page/cancel-requested');
  await expect(order.getByText(/llega entre/i)).toHaveCount(0);
  for (const name of ['Cambiar una imagen', 'Pedir un cambio'])
    await expect(order.getByRole('button', { name })).toHaveCount(0);

  await openPanel(panel, 'Hoy');
  const waiting = panel.getByRole('region', { name: 'Piden cancelar' });
  await expect(waiting).toContainText('Se suspendió la fiesta');
  await button(panel, `Contestar: pedido ${id}`).click();
  const window = panel
    .getByRole('dialog', { name: `Pedido ${id}` })
    .or(panel.getByRole('region', { name: `Pedido ${id}` }));
  await expect(window.getByText('Se suspendió la fiesta').first()).toBeVisible();
  await book(panel, 'owner-orders/cancel-asked', { hasFold: true });
  await window.getByLabel('Motivo').first().fill('Te lo devolvemos hoy');
  await panel.keyboard.press('Escape');
  await button(panel, 'Seguir editando').click();
  await window.getByRole('button', { name: 'Cancelar el pedido' }).click();
  await expect(window.getByText('Cancelado', { exact: true }).first()).toBeVisible();
});
