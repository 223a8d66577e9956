import type { Locator, Page } from '@playwright/test';
import { makeJpeg } from './support/pictures.ts';
import { openAtSummary } from './support/prepared-draft.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, heading, placedText, recipient } from './support/wizard.ts';

/** Presses Tab until the control has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(target).toBeFocused();
  const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).not.toBe('none');
  await expect(target).toBeInViewport();
}

async function press(page: Page, name: string | RegExp) {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
}

/** Presses Down in a select until it has the wanted value. */
async function choose(page: Page, label: string, value: string) {
  const list = page.getByLabel(label);
  await tabTo(page, list);
  for (let count = 0; count < 20 && (await list.inputValue()) !== value; count += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(list).toHaveValue(value);
}

test('an order by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await press(page, 'Crear Pin Personalizado');
  await expect(heading(page, 'Crea tu pin en tres pasos')).toBeFocused();
  await press(page, 'Comenzar Pedido');
  await expect(heading(page, 'Imágenes')).toBeFocused();

  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, button(page, 'Elegir imágenes'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([await makeJpeg()]);
  await expectUploaded(page, 1);
  await tabTo(page, page.getByRole('spinbutton'));
  await page.keyboard.press('ArrowUp');
  await type(page, 'Notas', 'centrado');
  await press(page, 'Continuar con 1 imagenes');
  await expect(heading(page, 'Datos')).toBeFocused();

  await press(page, 'Continuar');
  await expect(page.getByRole('alert')).toBeFocused();
  await type(page, 'Nombre de quien recibe', recipient.name);
  await type(page, 'Teléfono', recipient.phone);
  await type(page, 'Email', recipient.email);
  await choose(page, 'Región', 'XVI');
  await choose(page, 'Ciudad', 'Chillán');
  await type(page, 'Dirección', recipient.address);
  await press(page, 'Continuar');
  await expect(heading(page, 'Resumen')).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: '$5.900' })).toBeVisible();
  await press(page, 'Confirmar pedido');
  await expect(page.getByText(placedText)).toBeVisible();
  // While it is celebrated nothing in the wizard has a key: an impatient one leads out of it.
  await page.keyboard.press('Tab');
  await expect(heading(page, 'Recibimos tu pedido')).toBeFocused();
  await press(page, 'Ver mi pedido');
  await expect(page.getByRole('dialog', { name: 'Detalle del Pedido' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Ver mi pedido')).toBeFocused();
});

test('what is removed passes the focus on, and what is busy gets it back', async ({ page }) => {
  await openAtSummary(page);
  await type(page, 'Código de descuento', 'NADA');
  await press(page, 'Aplicar');
  await expect(page.getByRole('alert').filter({ hasText: 'no existe' })).toBeVisible();
  await expect(button(page, 'Aplicar')).toBeFocused();
  await press(page, 'Ver cantidades');
  await expect(page.getByRole('spinbutton').first()).toBeFocused();

  await press(page, 'Cambiar tus imágenes');
  await expect(heading(page, 'Imágenes')).toBeFocused();
  const pins = page.getByRole('button', { name: /^Ajustar / });
  await press(page, 'Quitar gato.jpg');
  await expect(pins).toHaveCount(2);
  await expect(pins.first()).toBeFocused();
  // A second press was meant for the former picture.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Limpiar todo');
  await expect(button(page, 'Elegir imágenes')).toBeFocused();
});
