import { book } from './book/book.ts';
import { dialog, endSession, signUp } from './support/accounts.ts';
import { countMails, VERIFY, waitForLink } from './support/mail.ts';
import { type Shop, startShop } from './support/server.ts';
import { test as base, expect } from './support/test.ts';
import { button } from './support/wizard.ts';

const ADMIN = 'jefa@pines-prueba.cl';

/** A shop whose admin is configured by e-mail. */
const test = base.extend<{ admins: Shop }>({
  admins: async ({}, use) => {
    const shop = await startShop({ ADMIN_EMAILS: ADMIN });
    await use(shop);
    await shop.remove();
  },
  baseURL: ({ admins }, use) => use(admins.url),
});

test("'Panel Admin' tries out the provider", { tag: '@long' }, async ({ page, admins }) => {
  await page.goto('/');
  await signUp(page, ADMIN);
  await expect(button(page, 'Panel Admin')).toBeHidden();
  await button(page, 'Verificar').click();
  await page.goto(await waitForLink(admins, ADMIN, { part: VERIFY }));
  await button(page, 'Continuar').click();
  await button(page, 'Panel Admin').click();
  await expect(button(page, 'Panel Admin')).toHaveAttribute('aria-expanded', 'true');

  await button(page, 'Obtener token').click();
  await expect(page.getByText(/^Token recibido: \d+ caracteres, dura 15 minutos\.$/)).toBeVisible();
  await book(page, 'header-admin/test-panel', { show: 'page' });
  await button(page, 'Recargar usuario').click();
  await expect(page.getByText(`Usuario recargado: ${ADMIN} (verificado)`)).toBeVisible();
  await expect(page.getByText('se envía solo a una cuenta sin verificar')).toBeVisible();
  const mails = await countMails(admins, ADMIN);
  await button(page, 'Enviar correo de verificación').click();
  await expect(page.getByText('Tu email ya esta verificado')).toBeVisible();
  await book(page, 'header-admin/test-panel-diagnosis', { show: 'page' });
  expect(await countMails(admins, ADMIN)).toBe(mails);

  const path = '**/api/identity/token';
  await page.route(path, (route) =>
    route.fulfill({ status: 403, json: { code: 'INVALID_ORIGIN' } }),
  );
  await button(page, 'Obtener token').click();
  await expect(page.getByText('no acepta enlaces de retorno')).toBeVisible();
  await page.unroute(path);

  await endSession(page);
  await button(page, 'Obtener token').click();
  const question = dialog(page, '¿Cerrar sesión y volver a entrar?');
  await expect(question.getByText('La sesión expiró.')).toBeVisible();
  await question.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await expect(dialog(page, 'Iniciar Sesión')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Panel Admin')).toBeHidden();
});
