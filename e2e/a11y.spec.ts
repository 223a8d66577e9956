import { expectClean } from './support/checks.ts';
import { makeThree, makeWebp } from './support/pictures.ts';
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expectClean(page);
    await openWizard(page);
    await expectClean(page);
    const small = await makeWebp('chica.webp', { width: 300, height: 300 });
    const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await pick(page, [...(await makeThree()), small, text]);
    await expectUploaded(page, 4);
    await expectClean(page);
    await button(page, 'Continuar con 4 imagenes').click();
    await expect(heading(page, 'Datos')).toBeFocused();
    await expectClean(page);
    await button(page, 'Continuar').click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectClean(page);
    await fillDelivery(page);
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeFocused();
    await page.getByLabel('Código de descuento').fill('NADIE');
    await button(page, 'Aplicar').click();
    await expect(page.getByText('El código de descuento no existe')).toBeVisible();
    await expectClean(page);
    await button(page, 'Confirmar pedido').click();
    await expect(page.getByText(placedText)).toBeVisible();
    await expectClean(page);
    await expect(button(page, 'Entendido')).toBeVisible();
    await expectClean(page);
  });
}
