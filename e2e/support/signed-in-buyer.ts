import { expect, type Page } from '@playwright/test';
import { signUp } from './accounts.ts';
import { placeOrder as orderByApi } from './admin.ts';
import { callAs } from './callers.ts';
import { makeJpeg, makePng } from './pictures.ts';
import type { Shop } from './server.ts';
import { button, heading, openWizardHere, pick, placedText, recipient } from './wizard.ts';

export async function fillSignedIn(page: Page) {
  await page.getByLabel('Nombre de quien recibe').fill(recipient.name);
  await page.getByLabel('Teléfono').fill(recipient.phone);
  await page.getByLabel('Región').selectOption(recipient.region);
  await page.getByLabel('Ciudad').selectOption(recipient.city);
  await page.getByLabel('Dirección').fill(recipient.address);
}

export async function goToForm(page: Page) {
  await openWizardHere(page);
  await pick(page, [await makeJpeg(), await makePng()]);
  await button(page, 'Continuar con 2 imagenes').click();
  await expect(heading(page, 'Datos')).toBeFocused();
}

/** Starts at the filled-in form. */
export async function confirmOrder(page: Page) {
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
}

/** The form's choice of the address from an earlier order. */
export const savedAddress = (page: Page) =>
  button(page, new RegExp(`${recipient.name}.*${recipient.address}`));

/** Creates an account with one order of two pictures, by requests. @returns its e-mail */
export async function signUpWithOrder(page: Page, shop: Shop) {
  const email = await signUp(page);
  await orderByRequest(page, shop);
  return email;
}

/** Places an order of two pictures by the account that is signed in. */
export async function orderByRequest(page: Page, shop: Shop) {
  const { name, phone, address } = recipient;
  const files = [await makeJpeg(), await makePng()];
  const by = callAs(page.request);
  await orderByApi(shop, { by, name, phone, address, files, quantity: 1, notes: null });
}

/** From now on the history has two orders per page instead of twenty. */
export async function shortenHistory(page: Page) {
  await page.route(
    ({ pathname }) => pathname === '/api/orders',
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.continue({ url: url.href });
    },
  );
}
