import { expectAbove } from './support/checks.ts';
import { makeLargeJpeg, makePng } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, openWizard, pick, readStoredDraft } from './support/wizard.ts';

const MB = 1_048_576;

test('a file that is too large is made smaller in the browser and used', async ({ page }) => {
  await openWizard(page);
  const text = { name: 'notas.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('texto') };
  await pick(page, [await makeLargeJpeg('cumple.jpg', 6 * MB), text]);
  await expect(page.getByRole('alert')).toContainText('cumple.jpg: Archivo demasiado grande');
  await button(page, 'Achicarla y usarla').click();
  await expectUploaded(page, 1);
  await expect(page.getByLabel('Cantidad de cumple.jpg')).toBeVisible();
  // The rejected file is still listed.
  await expect(page.getByRole('alert')).toContainText('Archivos rechazados: notas.jpg');
  await expect(button(page, 'Achicarla y usarla')).toHaveCount(0);
});

test('a picture of too many pixels is made smaller there', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  await pick(page, [await makePng('afiche.png', { width: 8000, height: 5200 })]);
  await expect(page.getByRole('alert')).toContainText('el máximo es 40 megapíxeles');
  await button(page, 'Achicarla y usarla').click();
  await expectUploaded(page, 1);
  await expect(button(page, 'Continuar con 1 imagenes')).toBeVisible();
});

test('from twelve pictures on the list is short, with every part still there', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWizard(page);
  const names = Array.from({ length: 12 }, (_, number) => `pin-${number}.png`);
  const [first = ''] = names;
  const files = await Promise.all(names.map((name) => makePng(name, { width: 900, height: 900 })));
  await pick(page, files);
  await expectUploaded(page, 12);
  await expectAbove(page.getByText('Elige un pin para ajustarlo.'), button(page, /^Continuar con/));
  await expectAbove(button(page, `Un pin más de ${first}`), page.getByText('$24.400'));
  const row = page.getByRole('listitem').filter({ hasText: first });
  const { height } = (await row.boundingBox()) ?? { height: Number.NaN };
  expect(height).toBeLessThanOrEqual(130);
  await button(page, `Agregar una nota a ${first}`).click();
  await expect(row.getByLabel('Notas')).toBeFocused();
  await row.getByLabel('Notas').fill('Fondo blanco');
  await button(page, `Un pin más de ${first}`).click();
  await button(page, `Ajustar ${first}`).click();
  await button(page, 'Listo').click();
  await expect.poll(() => readStoredDraft(page)).toContain('Fondo blanco');
});
