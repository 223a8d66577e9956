import { expect, type Page } from '@playwright/test';
import { button } from './wizard.ts';

export const PASSWORD = 'pines-de-prueba';

/** Returns an address that no other journey in the same shop uses. */
export const newEmail = (name = 'ana') =>
  `${name}.${Math.random().toString(36).slice(2, 10)}@ejemplo.cl`;

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export async function openSignIn(page: Page) {
  await button(page, 'Iniciar Sesion').click();
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
}

export async function openSignUp(page: Page) {
  await openSignIn(page);
  await button(page, 'Crear cuenta').click();
  await expect(dialog(page, 'Crear Cuenta')).toBeVisible();
}

export async function fillSignUp(page: Page, email: string, password = PASSWORD, again = password) {
  const form = dialog(page, 'Crear Cuenta');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Contraseña', { exact: true }).fill(password);
  await form.getByLabel('Confirmar contraseña', { exact: true }).fill(again);
}

/** Creates an account by a request: the next page is signed in. @returns its e-mail */
export async function signUpAhead(page: Page, email = newEmail()): Promise<string> {
  const data = { name: '', email, password: PASSWORD };
  const answer = await page.request.post('/api/identity/sign-up/email', { data });
  expect(answer.ok()).toBe(true);
  return email;
}

/** Creates an account: by a request before the page is open, else by form. @returns its e-mail */
export async function signUp(page: Page, email = newEmail()): Promise<string> {
  if (page.url() !== 'about:blank') return signUpByForm(page, email);
  await signUpAhead(page, email);
  await page.goto('/');
  await expect(button(page, 'Mi Perfil')).toBeVisible();
  return email;
}

/** Creates an account like a visitor. @returns its e-mail */
export async function signUpByForm(page: Page, email = newEmail()): Promise<string> {
  if (page.url() === 'about:blank') await page.goto('/');
  await openSignUp(page);
  await fillSignUp(page, email);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Verificar')).toBeFocused();
  return email;
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  const form = dialog(page, 'Iniciar Sesión');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Contraseña', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Iniciar Sesión', exact: true }).click();
}

export async function signIn(page: Page, email: string, password = PASSWORD) {
  if (page.url() === 'about:blank') await page.goto('/');
  await openSignIn(page);
  await fillSignIn(page, email, password);
  await expect(button(page, 'Mi Perfil')).toBeVisible();
}

/** Ends the session at the server without the page's knowledge. */
export async function endSession(page: Page) {
  const answer = await page.request.post('/api/identity/sign-out', { data: {} });
  expect(answer.ok()).toBe(true);
}

export async function openProfile(page: Page, tab?: string) {
  await button(page, 'Mi Perfil').click();
  await expect(dialog(page, 'Mi Perfil')).toBeVisible();
  if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
}
