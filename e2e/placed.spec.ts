import { book } from './book/book.ts';
import { expectFits } from './support/checks.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { button, heading, placedText, recipient } from './support/wizard.ts';

const NUMBER = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/;

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const isStuck = reducedMotion === 'reduce';
  const ending = isStuck ? 'when tidying up fails' : 'by itself';
  test(`an order is celebrated, then noted ${ending} (motion: ${reducedMotion})`, {
    tag: isStuck ? ['@long'] : [],
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    if (isStuck) {
      await page.addInitScript(() => {
        URL.revokeObjectURL = () => {
          throw new Error('no');
        };
      });
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAtSummary(page);
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText('Creando pedido...')).toBeVisible();
    const expectStill = await watchShifts(page);

    const news = heading(page, placedText);
    await expect(news).toBeFocused();
    await expectStill('from the summary to the confirmation');
    await expect(news).toBeInViewport();
    await expect(page.getByText(`Te escribiremos a ${recipient.email}`)).toBeVisible();
    await expect(page.locator('img[src^="blob:"]')).toHaveCount(3);
    const dot = page.locator('[aria-label="Tu pedido"] i').first();
    if (reducedMotion === 'reduce') await expect(dot).toHaveCSS('animation-duration', '0s');
    else await expect(dot).not.toHaveCSS('animation-duration', '0s');

    if (isStuck) {
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('Error al procesar el pedido. Por favor intenta de nuevo.');
      await expect(alert).toContainText('Tu pedido sí quedó hecho');
      await button(page, 'Volver al inicio').click();
    }
    await expect(heading(page, 'Recibimos tu pedido')).toBeFocused();
    const notice = page.getByRole('region', { name: 'Tu último pedido' });
    const number = (await notice.locator('strong').textContent()) ?? '';
    expect(number).toMatch(NUMBER);
    await expect(notice.getByText('Total con envío: $7.600')).toBeVisible();
    await expect(notice.getByRole('listitem')).toHaveCount(3);
    await expect(notice.getByText(`Te escribimos a ${recipient.email}`)).toBeVisible();
    await notice.getByRole('button', { name: 'Copiar número' }).click();
    await expect(notice.getByRole('button', { name: 'Copiado' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  });
}

test('a placed order opens after a reload; its buyer signs up', async ({ page, context }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 360, height: 740 });
  const email = `cuenta-${Date.now()}@correo.cl`;
  await openAtSummary(page, { changes: { ...recipient, email } });
  const other = await context.newPage();
  await other.goto('/');
  await expect(button(other, 'Seguir con mi pedido')).toBeVisible();
  await button(page, 'Confirmar pedido').click();
  const notice = page.getByRole('region', { name: 'Tu último pedido' });
  await expect(heading(page, 'Recibimos tu pedido')).toBeInViewport();
  await book(page, 'summary/placed');
  const number = (await notice.locator('strong').textContent()) ?? '';
  await notice.getByRole('button', { name: 'Ver mi pedido' }).click();
  const window = page.getByRole('dialog', { name: 'Detalle del Pedido' });
  await expect(window).toContainText(number);
  await expect(window.getByText(/^Si pagas hoy, llega entre el .+ y el .+\.$/)).toBeVisible();
  await expect(window.getByLabel('Adjuntar comprobante')).toBeAttached();
  await expectFits(page);

  await page.reload();
  await expect(window).toContainText(number);
  expect(page.url()).not.toContain(number);
  await window.getByRole('button', { name: 'Cerrar' }).click();
  // It goes back in the history, which would end the reload.
  await expect(window).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Recibimos tu pedido')).toBeVisible();
  await expect(window).toHaveCount(0);
  await notice.getByRole('button', { name: 'Ver mi pedido' }).click();
  await expect(window).toContainText(number);
  await window.getByRole('button', { name: 'Cerrar' }).click();
  // A shop without online payments loads no code and sends no request for them.
  expect(asked).toContain('/api/orders/view');
  expect(asked.filter((path) => /PayOnline|\/payments/.test(path))).toEqual([]);

  await button(other, 'Ver mi último pedido').click();
  await expect(other.getByRole('region', { name: 'Tu último pedido' })).toContainText(number);
  await expect(button(other, 'Ver mi pedido')).toHaveCount(0);

  await button(page, 'Crear cuenta con este correo').click();
  const signUp = page.getByRole('dialog', { name: 'Crear Cuenta' });
  await expect(signUp.getByLabel('Email')).toHaveValue(email);

  await button(other, 'Comenzar Pedido').click();
  await expect(heading(other, 'Recibimos tu pedido anterior')).toBeVisible();
});
