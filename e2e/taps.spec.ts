import type { CDPSession, Locator } from '@playwright/test';
import { makePng } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, heading, openWizard, pick } from './support/wizard.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Calls of the page's own functions, and layouts: half more than each tap needs. */
const LIMITS = {
  more: { calls: 12_000, layouts: 4 },
  remove: { calls: 12_500, layouts: 3 },
  adjust: { calls: 34_000, layouts: 9 },
  done: { calls: 8300, layouts: 4 },
  next: { calls: 38_000, layouts: 5 },
  wrong: { calls: 16_500, layouts: 5 },
};

async function countLayouts(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
}

/** Counts the work of a tap until its result is shown, which no other program influences. */
async function countWork(session: CDPSession, tapped: Locator, shown: Locator) {
  await session.send('Profiler.takePreciseCoverage');
  const before = await countLayouts(session);
  await tapped.tap();
  await expect(shown).toBeVisible();
  await tapped.page().waitForTimeout(300);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const ranges = result
    .filter(({ url }) => url.includes('/assets/'))
    .flatMap(({ functions }) => functions.map(({ ranges: [whole] }) => whole?.count ?? 0));
  return {
    calls: ranges.reduce((sum, count) => sum + count, 0),
    layouts: (await countLayouts(session)) - before,
  };
}

test('no tap with twelve pictures needs more work than it did', async ({ page, context }) => {
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, at) => makePng(`${at + 1}.png`, { color: `#aa${at + 10}bb` })),
  );
  await openWizard(page);
  await pick(page, files);
  await expectUploaded(page, 12);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true });
  const work = async (name: keyof typeof LIMITS, tapped: Locator, shown: Locator) => {
    const { calls, layouts } = await countWork(session, tapped, shown);
    test.info().annotations.push({ type: name, description: `${calls} ${layouts}` });
    expect.soft(calls, `${name}: calls`).toBeLessThanOrEqual(LIMITS[name].calls);
    expect.soft(layouts, `${name}: layouts`).toBeLessThanOrEqual(LIMITS[name].layouts);
  };
  await work('more', button(page, 'Un pin más de 2.png'), page.getByText('13 pines'));
  await work('remove', button(page, 'Quitar 3.png'), button(page, 'Continuar con 11 imagenes'));
  await work('adjust', button(page, 'Ajustar 1.png'), button(page, 'Listo'));
  await work('done', button(page, 'Listo'), button(page, 'Continuar con 11 imagenes'));
  await work('next', button(page, 'Continuar con 11 imagenes'), heading(page, 'Datos'));
  await work('wrong', button(page, 'Continuar'), page.getByRole('alert'));
});
