import { PASSWORD, signUp } from '../../support/accounts.ts';
import { placeOrder } from '../../support/admin.ts';
import { RESET, VERIFY, waitForLink } from '../../support/mail.ts';
import { button, heading } from '../../support/wizard.ts';
import { drawFiles } from '../motifs.ts';
import { expect, type State, type Walk } from '../stage.ts';

const opens = (name: string, address: string, text: string): State => ({
  name,
  reach: async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('dialog').getByText(text).first()).toBeVisible();
  },
});

/** The pages behind the links of our mails. */
export const links: Walk = {
  name: 'links',
  as: 'guest',
  states: [
    {
      name: 'verified',
      reach: async ({ page, shop }) => {
        const email = await signUp(page);
        await button(page, 'Verificar').click();
        await page.goto(await waitForLink(shop, email, { part: VERIFY }));
        await expect(page.getByText('¡Listo!').first()).toBeVisible();
      },
    },
    opens('expired-verified', '/?emailVerified=true&error=TOKEN_EXPIRED', 'ya está verificado'),
    {
      name: 'unverified',
      reach: async ({ page }) => {
        await button(page, 'Cerrar').click();
        await button(page, 'Cerrar Sesion').click();
        await signUp(page);
        await page.goto('/?emailVerified=true');
        await expect(page.getByText('todavía no está verificado')).toBeVisible();
      },
    },
    opens('expired', '/?emailVerified=true&error=TOKEN_EXPIRED', 'Enviar un enlace nuevo'),
    {
      name: 'verify',
      reach: async ({ page, shop }) => {
        await button(page, 'Enviar un enlace nuevo').click();
        await expect(page.getByText('Te enviamos un enlace nuevo')).toBeVisible();
        await page.goto('/');
        const shown = await page.locator('header [title*="@"]').textContent();
        await button(page, 'Cerrar Sesion').click();
        await expect(button(page, 'Iniciar Sesion')).toBeVisible();
        await page.goto(await waitForLink(shop, shown ?? '', { part: VERIFY }));
        await expect(button(page, 'No fui yo')).toBeVisible();
      },
    },
    {
      name: 'verify-refused',
      reach: async ({ page }) => {
        await page.getByLabel('Contraseña', { exact: true }).fill('no-es-esta');
        await button(page, 'Verificar mi email').click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'rejected',
      reach: async ({ page }) => {
        await button(page, 'No fui yo').click();
        await expect(page.getByText('Eliminamos la cuenta')).toBeVisible();
      },
    },
    opens('verified-signed-out', '/email-verified', 'Inicia sesión para ver'),
    opens('expired-signed-out', '/?emailVerified=true&error=TOKEN_EXPIRED', 'pide uno nuevo'),
    opens('reset-expired', '/?resetPassword=true&error=INVALID_TOKEN', 'Pedir un enlace nuevo'),
    opens('recover', '/#recuperar-cuenta', 'se cierran todas las sesiones'),
    opens('order-wrong', '/#pedido=no-es-un-enlace', 'Este enlace no abre ningún pedido'),
    {
      name: 'reset',
      reach: async ({ page, shop }) => {
        await page.goto('/');
        const email = await signUp(page);
        await button(page, 'Cerrar Sesion').click();
        await button(page, 'Iniciar Sesion').click();
        await button(page, '¿Olvidaste tu contraseña?').click();
        await page.getByLabel('Email').fill(email);
        await button(page, 'Enviar enlace').click();
        await page.goto(await waitForLink(shop, email, { part: RESET }));
        await expect(button(page, 'Guardar contraseña')).toBeVisible();
      },
    },
    {
      name: 'reset-mismatch',
      reach: async ({ page }) => {
        await page.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD);
        await button(page, 'Guardar contraseña').click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'reset-done',
      reach: async ({ page }) => {
        await page.getByLabel('Confirmar contraseña', { exact: true }).fill(PASSWORD);
        await button(page, 'Guardar contraseña').click();
        await expect(page.getByText('Tu contraseña nueva ya funciona')).toBeVisible();
      },
    },
    {
      name: 'order',
      reach: async ({ page, shop }) => {
        const email = `enlace.${Date.now()}@ejemplo.cl`;
        const point = { lat: -36.6066, lng: -72.1034 };
        await placeOrder(shop, { email, coordinates: point, files: await drawFiles(2) });
        await page.goto(await waitForLink(shop, email, { part: '/#pedido=' }));
        await expect(heading(page, 'Información general')).toBeVisible();
        await page.waitForLoadState('networkidle');
      },
    },
    {
      name: 'order-lost',
      reach: async ({ page }) => {
        await page.route('**/api/orders/**', (route) => route.abort());
        await page.goto('about:blank');
        await page.goto('/#pedido=sin-respuesta');
        await expect(page.getByText('No pudimos abrir tu pedido')).toBeVisible();
      },
    },
  ],
};
