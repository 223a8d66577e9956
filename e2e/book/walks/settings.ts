import type { Page } from '@playwright/test';
import { openPanel } from '../../support/admin.ts';
import { button } from '../../support/wizard.ts';
import { expect, type Walk } from '../stage.ts';
import { held } from './steps.ts';

const LONG = 'Maximiliana-Guillermina-de-los-Ángeles-Fernández-Etcheverry-y-Compañía-Limitada';

const [loading, finishLoading] = held('loading', '**/api/admin/settings', async ({ page }) => {
  await openPanel(page, 'Ajustes');
  await page.waitForTimeout(600);
});

const openGroup = (page: Page, name: string) => button(page, new RegExp(`^${name}`)).click();

/** Mocks the state of a backup. */
async function holdBackup(page: Page, facts: object) {
  const times = { createdAt: '2026-03-10T15:04:00Z', by: null };
  const backup = { id: 'b', progress: 0, pictures: true, bytes: null, failure: null, ...times };
  const json = { success: true, backup: { ...backup, ...facts } };
  // Above the previous route: without one, the real shop would answer the page's next request.
  await page.route('**/api/admin/backup', (route) =>
    route.fulfill({ status: route.request().method() === 'POST' ? 202 : 200, json }),
  );
}

async function leave(page: Page) {
  await page.keyboard.press('Escape');
  await button(page, 'Descartar').click();
}

/** What the owner sets, group by group. */
export const settings: Walk = {
  name: 'admin-settings',
  as: 'admin',
  states: [
    loading,
    {
      name: 'groups',
      hasFold: true,
      reach: async ({ page }) => {
        await finishLoading();
        await expect(page.getByRole('list', { name: 'Grupos de ajustes' })).toBeVisible();
      },
    },
    {
      name: 'backup-working',
      reach: async ({ page }) => {
        await holdBackup(page, { state: 'working', progress: 0.42 });
        await button(page, 'Descargar una copia').click();
        await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0.42');
      },
    },
    {
      name: 'backup-made',
      reach: async ({ page }) => {
        await page.route('**/api/admin/backup/b/file', (route) => route.fulfill({ body: 'zip' }));
        await holdBackup(page, { state: 'done', progress: 1, bytes: 1_234_567_890 });
        await expect(page.getByText(/^Copia descargada/)).toBeVisible();
      },
    },
    {
      name: 'backup-failed',
      reach: async ({ page }) => {
        await holdBackup(page, { state: 'failed', failure: 'disk_full' });
        await button(page, 'Descargar una copia').click();
        await expect(page.getByText(/^No hay espacio en el disco/)).toBeVisible();
      },
    },
    {
      name: 'product',
      reach: async ({ page }) => {
        await button(page, 'Agregar producto').click();
        await button(page, 'Guardar').click();
        await page.getByLabel('Nombre', { exact: true }).fill('32 mm');
        await page.getByLabel('Cara, en mm').fill('32');
        await page.getByLabel('Corte, en mm').fill('30');
        await page.getByLabel('Precio por pin').fill('1.200');
        await button(page, 'Agregar acabado').click();
        await expect(page.getByText('La cara debe ser menor que el corte')).toBeVisible();
      },
    },
    {
      name: 'prices',
      hasFold: true,
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Precios');
        await button(page, 'Agregar tramo').click();
        await expect(page.getByLabel('Desde (pines)')).toBeFocused();
        await page.keyboard.type('50');
        await page.getByLabel('Cada pin').fill('1500');
        await button(page, 'Agregar región').click();
        await page.getByLabel('Región', { exact: true }).selectOption('XV');
        await page.getByRole('group', { name: 'Región 1' }).getByLabel('Envío').fill('6900');
        await expect(page.getByText('Más pines costarían menos')).toBeVisible();
      },
    },
    {
      name: 'prices-wrong',
      reach: async ({ page }) => {
        await page.getByLabel('Precio por pin').fill('1,5');
        await page.getByLabel('Envío a Chillán').fill('-1');
        await page.getByLabel('Envío al resto de Chile').fill('');
        await button(page, 'Guardar').click();
        await expect(page.getByText('Revisa los datos marcados.')).toBeVisible();
      },
    },
    {
      name: 'question',
      show: 'fold',
      reach: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(button(page, 'Descartar')).toBeVisible();
      },
    },
    {
      name: 'delivery',
      reach: async ({ page }) => {
        await button(page, 'Descartar').click();
        await openGroup(page, 'Plazos');
        await button(page, 'Agregar cierre').click();
        const closure = page.getByRole('group', { name: 'Cierre 1' });
        const [from, to] = await page.evaluate(() =>
          [10, 24].map((days) =>
            new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
          ),
        );
        await closure.getByLabel('Primer día').fill(from ?? '');
        await closure.getByLabel('Último día').fill(to ?? '');
        await closure.getByLabel('Motivo').fill('Vacaciones');
        await expect(page.getByText(/^Vacaciones del/)).toBeVisible();
      },
    },
    {
      name: 'seller',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Quién vende');
        await page.getByLabel('Nombre').fill(LONG.slice(0, 60));
        await page.getByLabel('Dirección').fill(LONG);
        await page.getByLabel('RUT').fill('76.543.210-4');
        await button(page, 'Guardar').click();
        await expect(page.getByText('El RUT no es correcto')).toBeVisible();
      },
    },
    {
      name: 'payment',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Cómo pagan');
        await page.getByLabel('Banco').fill('Banco del Estado de Chile');
        await page.getByLabel('Tipo de cuenta').fill('CuentaRUT');
        await page.getByLabel('Número de cuenta').fill('12345678');
        await page.getByLabel('Titular').fill(LONG);
        await page.getByLabel('Indicaciones').fill('Manda el comprobante por WhatsApp.\nGracias.');
      },
    },
    {
      name: 'unpaid',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Pedidos sin pagar');
        await page.getByLabel('Días para pagar').fill('5');
        for (const [at, day] of ['2', '9'].entries()) {
          await button(page, 'Agregar recordatorio').click();
          const reminder = page.getByRole('group', { name: `Recordatorio ${at + 1}` });
          await reminder.getByLabel('Días después del pedido').fill(day);
        }
        await page.getByLabel('Cancelar solos los vencidos').check();
      },
    },
    {
      name: 'ways',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Formas de entrega');
        await page.getByLabel('Retiro en la tienda', { exact: true }).check();
        await page.getByLabel('Dónde se retira').fill(LONG);
        await page.getByLabel('Retiro en la oficina de un courier').check();
        await button(page, 'Agregar oficina').click();
        await page.getByRole('group', { name: 'Oficina 1' }).getByLabel('Courier').fill('Starken');
        await page.getByLabel('Envío por pagar').check();
        await button(page, 'Guardar').click();
        await expect(page.getByText('Revisa los datos marcados.')).toBeVisible();
      },
    },
    {
      name: 'couriers',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Couriers');
        await button(page, 'Agregar courier').click();
        await page.getByLabel('Página de seguimiento').last().fill('http://seguir.cl');
        await button(page, 'Guardar').click();
        await expect(page.getByText('Revisa los datos marcados.')).toBeVisible();
      },
    },
    {
      name: 'complaints',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Si algo sale mal');
        await page.getByLabel('Días para reclamar').fill('15');
      },
    },
    {
      name: 'notice',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Aviso');
        await page
          .getByRole('textbox', { name: 'Aviso' })
          .fill(`Feria del 18: ${LONG} con todos nuestros pines`);
        await page.getByLabel('Sin recibir pedidos').check();
        await page.getByLabel('Motivo').fill('Volvemos el 15 de febrero');
      },
    },
    {
      name: 'press',
      reach: async ({ page }) => {
        await leave(page);
        await openGroup(page, 'Prensa e impresión');
      },
    },
    {
      name: 'failed',
      reach: async ({ page }) => {
        await page.route('**/api/admin/settings/press', (route) =>
          route.request().method() === 'PUT' ? route.abort() : route.fallback(),
        );
        await page.getByLabel('Margen').fill('8');
        await button(page, 'Guardar').click();
        await expect(page.getByText(/^Error al guardar los ajustes/)).toBeVisible();
      },
    },
    {
      name: 'history',
      reach: async ({ page }) => {
        await page.unroute('**/api/admin/settings/press');
        await button(page, 'Guardar').click();
        await expect(page.getByText(/^Prensa e impresión: guardado/)).toBeVisible();
        await openGroup(page, 'Prensa e impresión');
        await page.getByLabel('Margen').fill('9,5');
        await button(page, 'Guardar').click();
        await expect(page.getByText(/^Prensa e impresión: guardado/)).toBeVisible();
        await openGroup(page, 'Prensa e impresión');
        await page.getByRole('dialog').getByText('Valores anteriores').last().click();
        await expect(button(page, /^Volver a estos valores/).first()).toBeVisible();
      },
    },
    {
      name: 'reset',
      show: 'fold',
      reach: async ({ page }) => {
        await button(page, 'Volver a los valores de inicio').click();
        await expect(button(page, 'Volver a los de inicio')).toBeVisible();
      },
    },
    {
      name: 'overtaken',
      reach: async ({ page }) => {
        await button(page, 'Seguir editando').click();
        await page.getByLabel('Margen').fill('7');
        await overtake(page);
        await button(page, 'Guardar').click();
        await expect(page.getByText(/^Otra persona guardó/)).toBeVisible();
      },
    },
  ],
};

/** Saves the press's settings like another window of the same admin. */
async function overtake(page: Page) {
  await page.evaluate(async () => {
    const { token } = await (await fetch('/api/identity/token')).json();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { settings: all } = await (await fetch('/api/admin/settings', { headers })).json();
    const { values, version } = all.press;
    const body = JSON.stringify({ values: { ...values, marginMm: 6, gapMm: 5 }, version });
    await fetch('/api/admin/settings/press', { method: 'PUT', headers, body });
  });
}
