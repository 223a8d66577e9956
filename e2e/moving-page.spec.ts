import { expect, type Page } from '@playwright/test';
import { makeJpeg } from './support/pictures.ts';
import { test } from './support/test.ts';
import { button, expectUploaded, heading, openWizard, pick } from './support/wizard.ts';

const goOn = 'Continuar con 1 imagenes';

/** Pointer down, has the button move away as when the page grows above it, and pointer up. */
async function pressWhileMoving(page: Page, slip: number) {
  await openWizard(page);
  await pick(page, [await makeJpeg()]);
  await expectUploaded(page, 1);
  const box = await button(page, goOn).boundingBox();
  if (!box) throw new Error('the button is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await button(page, goOn).evaluate((moving) => {
    moving.style.translate = '0 -5rem';
  });
  await page.mouse.move(x + slip, y);
  await page.mouse.up();
}

test('a press counts though the page moves beneath it', async ({ page }) => {
  await pressWhileMoving(page, 2);
  await expect(heading(page, 'Datos')).toBeFocused();
});

test('a press that slides away from its button is taken back', async ({ page }) => {
  await pressWhileMoving(page, 60);
  await button(page, 'Agregar más imágenes').focus();
  await expect(heading(page, 'Imágenes')).toBeVisible();
});
