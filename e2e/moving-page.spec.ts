import { expect } from '@playwright/test';
import { makeJpeg } from './support/pictures.ts';
import { test } from './support/test.ts';
import { expectUploaded, openWizard, pick } from './support/wizard.ts';

test('on a phone what stands below a picture stays in its place while it is uploaded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openWizard(page);
  await pick(page, [await makeJpeg('grande.jpg', { width: 1600, height: 1600 })]);
  const row = page.getByRole('listitem').filter({ hasText: 'grande.jpg' });
  await expect(row.getByText('Nítida')).toBeVisible();
  const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height);
  const before = await heightOf();
  gate.resolve();
  await expectUploaded(page, 1);
  expect(await heightOf()).toBe(before);
});
