import type { Page } from '@playwright/test';
import { makePng, makeWebp } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  heading,
  openWizard,
  pick,
  placedText,
} from './support/wizard.ts';

const LONG_NAME = `${'una-foto-con-un-nombre-larguísimo-sin-espacios-'.repeat(4)}.png`;
const BUYER = '👩🏽‍🎨 محمد بن عبد الله Wolfeschlegelsteinhausenbergerdorff';

async function expectFits(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

/** Every control is at least 24 by 24 pixels (WCAG 2.2, 2.5.8). */
async function expectTargets(page: Page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, textarea, input:not([type=file])')]
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ text }) => text.slice(0, 120)),
  );
  expect(small).toEqual([]);
}

for (const width of [320, 360]) {
  test(`the whole order fits ${width} pixels, long and foreign names included`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const check = async () => {
      await expectFits(page);
      await expectTargets(page);
    };
    await openWizard(page);
    await check();
    await pick(page, [
      await makePng(LONG_NAME),
      await makeWebp('صورة 📸.webp', { width: 300, height: 300 }),
      { name: `${LONG_NAME}.gif`, mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    ]);
    await expectUploaded(page, 2);
    await check();
    await button(page, 'Continuar con 2 imagenes').click();
    await button(page, 'Continuar').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await check();
    await fillDelivery(page, { name: BUYER, address: 'Calle'.repeat(35) });
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeVisible();
    await check();
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText(placedText)).toBeInViewport();
    await check();
    await expect(button(page, 'Entendido')).toBeVisible();
    await check();
  });
}
