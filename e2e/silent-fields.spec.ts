import type { Locator, Page } from '@playwright/test';
import { dialog, openSignUp, PASSWORD } from './support/accounts.ts';
import { expect, newCode, openPanel, test } from './support/admin.ts';
import { GUEST } from './support/callers.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { button, heading, recipient, uniqueName } from './support/wizard.ts';

/** Fills fields as some password managers do: without an event. */
async function fillSilently(place: Page | Locator, texts: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(texts))
    await place.getByLabel(new RegExp(`^${label}`)).evaluate((field: HTMLInputElement, value) => {
      field.value = value;
    }, text);
}

test.describe('a guest', () => {
  test.use({ storageState: GUEST });

  test('continues with what the form contains, and opens an account so', async ({ page }) => {
    const name = uniqueName();
    await openAtDelivery(page);
    await page.getByLabel('Región').selectOption(recipient.region);
    await fillSilently(page, {
      'Nombre de quien recibe': name,
      Teléfono: recipient.phone,
      Email: recipient.email,
      Ciudad: recipient.city,
      Dirección: recipient.address,
    });
    await button(page, 'Continuar').click();
    await expect(heading(page, 'Resumen')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible();

    await openSignUp(page);
    const email = `${name.replace(/\W/g, '').toLowerCase()}@ejemplo.cl`;
    await fillSilently(page.getByRole('dialog'), {
      Email: email,
      Contraseña: PASSWORD,
      'Confirmar contraseña': PASSWORD,
    });
    await button(page, 'Crear Cuenta').click();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
  });
});

test('the owner creates a code of what the form contains', { tag: '@long' }, async ({ page }) => {
  const code = newCode();
  await openPanel(page, 'Codigos de Descuento');
  await button(page, 'Crear código').click();
  const form = dialog(page, 'Crear código de descuento');
  await fillSilently(form, { Código: code, Nombre: 'Sin eventos', Valor: '10' });
  await form.getByRole('button', { name: 'Crear código', exact: true }).click();
  await expect(button(page, `Desactivar ${code}`)).toBeVisible();
});
