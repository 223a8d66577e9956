import { expect, type Page } from '@playwright/test';
import { makeJpeg } from './support/pictures.ts';
import { test } from './support/test.ts';
import { button, expectUploaded, openWizard, pick } from './support/wizard.ts';

/** Returns the distances of the rows' and the last row's buttons from the step's heading. */
const readPlaces = (page: Page) =>
  page.evaluate(() => {
    const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? Number.NaN;
    const start = topOf(document.querySelector('[data-step-heading]'));
    return [...document.querySelectorAll('button[aria-label]')].map(
      (each) => `${each.ariaLabel} at ${Math.round(topOf(each) - start)}`,
    );
  });

for (const [count, tag] of [
  [3, []],
  [12, ['@long']],
] satisfies [number, string[]][]) {
  test(`on a phone everything stays in its place while ${count} are uploaded, whatever happens`, {
    tag,
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tries = { failing: Promise.withResolvers<void>(), well: Promise.withResolvers<void>() };
    await page.route('**/api/upload', async (route) => {
      await tries.failing.promise;
      await route.abort('connectionreset');
    });
    await openWizard(page);
    const names = Array.from({ length: count }, (_, number) => `grande-${number}.jpg`);
    const size = { width: 1600, height: 1600 };
    await pick(page, await Promise.all(names.map((name) => makeJpeg(name, size))));
    const row = page.getByRole('listitem').filter({ hasText: 'grande-0.jpg' });
    await expect(row.getByRole('progressbar')).toBeVisible();
    await expect(button(page, `Ajustar ${names.at(-1)}`)).toBeEnabled();
    const before = await readPlaces(page);
    expect(before.length).toBeGreaterThan(count * 2);

    await page.context().setOffline(true);
    await expect(row.getByText('En pausa')).toBeVisible();
    expect(await readPlaces(page)).toEqual(before);
    await page.context().setOffline(false);

    await page.route('**/api/upload', async (route) => {
      await tries.well.promise;
      await route.continue();
    });
    tries.failing.resolve();
    await expect(button(page, 'Reintentar ahora').first()).toBeVisible();
    expect(await readPlaces(page)).toEqual(before);
    tries.well.resolve();
    await button(page, 'Reintentar ahora').first().click();
    await expectUploaded(page, count);
    await expect(page.getByText('Se agreg')).toBeHidden();
    expect(await readPlaces(page)).toEqual(before);
  });
}
