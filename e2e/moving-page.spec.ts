import { expect } from '@playwright/test';
import { makeJpeg } from './support/pictures.ts';
import { test } from './support/test.ts';
import { button, expectUploaded, openWizard, pick } from './support/wizard.ts';

for (const [count, tag] of [
  [1, ['@long']],
  [12, []],
] satisfies [number, string[]][]) {
  test(`on a phone what stands below a picture stays in its place while ${count} are uploaded`, {
    tag,
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/upload', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await openWizard(page);
    const names = Array.from({ length: count }, (_, number) => `grande-${number}.jpg`);
    const size = { width: 1600, height: 1600 };
    await pick(page, await Promise.all(names.map((name) => makeJpeg(name, size))));
    const row = page.getByRole('listitem').filter({ hasText: 'grande-0.jpg' });
    await expect(row.getByRole('progressbar')).toBeVisible();
    await expect(button(page, `Ajustar ${names.at(-1)}`)).toBeEnabled();
    const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height);
    const before = await heightOf();
    gate.resolve();
    await expectUploaded(page, count);
    expect(await heightOf()).toBe(before);
  });
}
