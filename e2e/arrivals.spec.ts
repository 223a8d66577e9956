import type { Page } from '@playwright/test';
import { makePng, type PickedFile } from './support/pictures.ts';
import { drag } from './support/taps.ts';
import { expect, test } from './support/test.ts';
import { button, expectUploaded, heading, openWizard, pick } from './support/wizard.ts';

type Way = { type: 'drop' | 'dragover' | 'paste'; at: string };

/** Dispatches a file to an element like a drop or paste. @returns whether the page accepted it */
function arrive(page: Page, { type, at }: Way, { name, mimeType, buffer }: PickedFile) {
  const file = { name, mimeType, bytes: buffer.toString('base64') };
  return page.evaluate(
    ([kind, place, { name, mimeType, bytes }]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], name, { type: mimeType }));
      const facts = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...facts, clipboardData: data })
          : new DragEvent(kind, { ...facts, dataTransfer: data });
      document.querySelector(place)?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    [type, at, file] as const,
  );
}

const names = (page: Page) => page.getByRole('button', { name: /^Quitar / });

test('pictures come from the clipboard, under names that tell them apart', async ({ page }) => {
  await openWizard(page);
  await expect(page.getByText(/…o pégalas con (Ctrl\+|⌘)V/)).toBeVisible();
  const picker = page.locator('input[type=file]');
  await expect(picker).toHaveCount(1);
  await expect(picker).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');
  await expect(button(page, 'Tomar una foto')).toHaveCount(0);
  const screenshot = await makePng('image.png');
  expect(await arrive(page, { type: 'paste', at: 'body' }, screenshot)).toBe(true);
  await expect(page.getByText('Se agregó 1 imagen')).toBeVisible();
  await arrive(page, { type: 'paste', at: 'h2' }, screenshot);
  await expect(names(page)).toHaveCount(2);
  await expect(button(page, 'Quitar Imagen pegada 1.png')).toBeVisible();
  await expect(button(page, 'Quitar Imagen pegada 2.png')).toBeVisible();
  await expectUploaded(page, 2);

  expect(await arrive(page, { type: 'paste', at: 'textarea' }, screenshot)).toBe(false);
  await button(page, 'Iniciar Sesion').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await arrive(page, { type: 'paste', at: 'body' }, screenshot)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(names(page)).toHaveCount(2);
});

test('a file dropped anywhere leaves the shop open', { tag: '@long' }, async ({ page }) => {
  await openWizard(page);
  const flag = await makePng('bandera.png');
  expect(await arrive(page, { type: 'dragover', at: 'h1' }, flag)).toBe(true);
  await expect(page.getByText('Suelta tus imágenes donde quieras')).toBeVisible();
  expect(await arrive(page, { type: 'drop', at: 'h1' }, flag)).toBe(true);
  await expect(page.getByText('Suelta tus imágenes donde quieras')).toBeHidden();
  await expectUploaded(page, 1);
  await expect(button(page, 'Quitar bandera.png')).toBeVisible();

  await button(page, 'Continuar con 1 imagenes').click();
  await expect(heading(page, 'Datos')).toBeFocused();
  expect(await arrive(page, { type: 'drop', at: 'h1' }, flag)).toBe(true);
  await button(page, 'Volver').click();
  await expect(names(page)).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  const readSize = (page: Page) =>
    page.getByLabel('Tamaño', { exact: true }).evaluate((range: HTMLInputElement) => range.value);

  test('the camera is a button away; a finger scrolls or moves a slider', async ({ page }) => {
    await openWizard(page);
    await expect(page.getByText(/Arrastra|pégalas/)).toHaveCount(0);
    await pick(page, [{ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }]);
    await expect(page.getByText('Un GIF se mueve y un pin no')).toBeInViewport({ ratio: 1 });
    const chooser = page.waitForEvent('filechooser');
    const camera = page.locator('input[capture=environment]');
    await expect(camera).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');
    await button(page, 'Tomar una foto').tap();
    await (await chooser).setFiles([await makePng('image.png')]);
    await expect(button(page, 'Quitar Foto 1.png')).toBeInViewport();
    await expect(button(page, 'Agregar más imágenes')).toBeInViewport();
    await expect(button(page, 'Continuar con 1 imagenes')).toBeInViewport();

    // A scroll that begins on a slider leaves it as it was; a swipe along it moves it.
    await button(page, 'Ajustar Foto 1.png').click();
    const slider = page.getByLabel('Tamaño', { exact: true });
    await slider.scrollIntoViewIfNeeded();
    const before = await readSize(page);
    const { x, y, width, height } = (await slider.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const right = { x: x + width * 0.9, y: y + height / 2 };
    await drag(page, right, { x: right.x + 2, y: right.y - 160 });
    expect(await readSize(page)).toBe(before);
    await slider.scrollIntoViewIfNeeded();
    const again = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const from = { x: again.x + width * 0.5, y: again.y + again.height / 2 };
    await drag(page, from, { x: from.x + 80, y: from.y });
    await expect.poll(() => readSize(page)).not.toBe(before);
  });
});
