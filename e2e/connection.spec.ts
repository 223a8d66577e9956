import { withLargeText } from './support/reflow.ts';
import { expect, test } from './support/test.ts';
import { button, openWizard } from './support/wizard.ts';

const GONE = 'Sin conexión: tu avance queda guardado.';
const BACK = 'Conexión recuperada';

test('the page says when the network goes and when it is back', async ({ page, context }) => {
  await page.clock.install();
  await page.goto('/');
  const bar = page.getByRole('status').filter({ hasText: /conexión/i });
  await expect(bar).toHaveCount(0);
  // Its script loads after the page: once a button responds, it is ready.
  const second = button(page, 'Ir a la imagen 2');
  await second.click();
  await expect(second).toHaveAttribute('aria-current', 'true');
  await context.setOffline(true);
  await expect(bar).toHaveText(GONE);
  await button(page, 'Crear Pin Personalizado').scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
  // Neither with large text on a phone does it take much, or hide what has the focus below it.
  await page.setViewportSize({ width: 360, height: 740 });
  await withLargeText(page, async () => {
    const [height = 0, room = 0] = await bar.evaluate((element) => [
      element.getBoundingClientRect().height,
      Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
    ]);
    expect(height).toBeLessThan(740 / 6);
    expect(room).toBeGreaterThan(height);
  });
  await context.setOffline(false);
  await expect(bar).toHaveText(BACK);
  await page.clock.fastForward(4000);
  await expect(bar).toHaveCount(0);
});

test('a shop out of reach is gone until it answers again', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto('/#pedido=AAAAA.BBBBB');
  await expect(page.getByText(GONE)).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByText(BACK)).toBeVisible();
});
