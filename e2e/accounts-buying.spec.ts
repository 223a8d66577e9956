import { book } from './book/book.ts';
import { openProfile } from './support/accounts.ts';
import { makeJpeg, makePng } from './support/pictures.ts';
import { confirmOrder, savedAddress, signUpWithOrder } from './support/signed-in-buyer.ts';
import { expect, test } from './support/test.ts';
import { button, openWizardHere, pick, recipient } from './support/wizard.ts';

test('a registered buyer orders again: address saved, no e-mail asked', async ({ page, shop }) => {
  const authenticated: string[] = [];
  page.on('request', (request) => {
    const { authorization, 'content-type': type = 'none' } = request.headers();
    if (authorization) authenticated.push(type.replace(/;.*/, ''));
  });
  await signUpWithOrder(page, shop);
  await openWizardHere(page);
  await pick(page, [
    await makeJpeg('otra.jpg', { color: '#0a6349' }),
    await makePng('mas.png', { color: '#2c43b0' }),
  ]);
  await button(page, 'Continuar con 2 imagenes').click();
  await expect(page.getByLabel('Email')).toBeHidden();
  await expect(savedAddress(page)).toBeVisible();
  await book(page, 'saved-address/offered', { hasFold: true });
  await button(page, 'Continuar').click();
  await expect(page.getByRole('alert')).toContainText('La ciudad es obligatoria');
  await savedAddress(page).click();
  await expect(savedAddress(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByText('La ciudad es obligatoria')).toBeHidden();
  await book(page, 'saved-address/chosen');
  await page.getByLabel('Información adicional').fill('Timbre malo');
  await expect(savedAddress(page)).toHaveAttribute('aria-pressed', 'false');
  await savedAddress(page).click();
  await expect(savedAddress(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Nombre de quien recibe')).toHaveValue(recipient.name);
  await expect(page.getByLabel('Teléfono')).toHaveValue(recipient.phone);
  await expect(page.getByLabel('Región')).toHaveValue(recipient.region);
  await expect(page.getByLabel('Ciudad')).toHaveValue(recipient.city);
  await expect(page.getByLabel('Dirección')).toHaveValue(recipient.address);
  await page.getByLabel('Teléfono').fill('912345679');
  await expect(savedAddress(page)).toHaveAttribute('aria-pressed', 'false');
  await savedAddress(page).click();
  await confirmOrder(page);

  await openProfile(page, 'Mis Pedidos');
  await expect(page.getByRole('button', { name: /^Pedido / })).toHaveCount(2);
  // Each but an upload says that it is JSON, whether it has a body or not.
  const types = new Set(authenticated);
  types.delete('multipart/form-data');
  expect([...types]).toEqual(['application/json']);
});
