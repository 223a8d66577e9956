import { book } from './book/book.ts';
import { makeJpeg, makePng, makeThree, makeWebp } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import {
  button,
  expectUploaded,
  fillDelivery,
  openWizard,
  pick,
  placedText,
} from './support/wizard.ts';

const MAX = 5_242_880;

test('limits are shown, wrong files have reasons, pins their sharpness', async ({ page }) => {
  await openWizard(page);
  await book(page, 'images/empty');
  const rules = 'hasta 5 MB y 40 megapíxeles cada una · 100 imágenes por pedido';
  await expect(page.getByText(rules)).toBeVisible();
  await expect(page.getByText('Tus pines: 58 mm, con alfiler atrás.')).toBeVisible();
  await pick(page, [{ name: 'vacia.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }]);
  await expect(page.getByRole('alert')).toHaveText(
    'Archivos rechazados: vacia.jpg: El archivo está vacío. Solo se permiten imagenes JPEG, PNG y WebP menores a 5MB.',
  );

  const jpeg = await makeJpeg('grande.jpg');
  const tooLarge = Buffer.concat([jpeg.buffer, Buffer.alloc(MAX + 1 - jpeg.buffer.length)]);
  await pick(page, [
    await makePng(),
    { name: 'notas.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('esto es texto') },
    { ...jpeg, buffer: tooLarge },
  ]);
  await expect(page.getByRole('alert').locator('p').first()).toHaveText(
    'Archivos rechazados: notas.jpg: Tipo de archivo no permitido; grande.jpg: Archivo demasiado grande. Solo se permiten imagenes JPEG, PNG y WebP menores a 5MB.',
  );
  await expect(page.getByText('Se agregó 1 imagen')).toBeVisible();
  await expectUploaded(page, 1);
  await book(page, 'images/rejected');

  await pick(page, [
    await makeWebp('chica.webp', { width: 400, height: 300 }),
    await makePng('mediana.png', { width: 700, height: 700 }),
    await makePng('grande.png', { width: 900, height: 1200 }),
  ]);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('chica.webp')).toContainText('Se verá borrosa');
  await expect(row('chica.webp')).toContainText('Mejora con una de 827 px');
  await expect(row('mediana.png')).toContainText('Aceptable');
  await expect(row('grande.png')).toContainText('Nítida');
  await expectUploaded(page, 4);
  // Advice has its room: what is below did not move when it arrived.
  for (const width of [360, 640, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const [advised, sharp] = await Promise.all(
      ['chica.webp', 'grande.png'].map((name) => row(name).boundingBox()),
    );
    expect(advised?.height, `at ${width} px`).toBeCloseTo(sharp?.height ?? 0, 0);
  }
  await expect(button(page, 'Continuar con 4 imagenes')).toBeEnabled();
});

test('quantities stay within 1 and 99; “Limpiar todo” can be undone', async ({ page }) => {
  await openWizard(page);
  await pick(page, await makeThree());
  await page.getByLabel('Notas').first().fill('que se vea la cola');
  await expect(button(page, 'Continuar con 3 imagenes')).toBeVisible();
  await book(page, 'images/three', { hasFold: true });
  const field = page.getByRole('spinbutton', { name: 'Cantidad de gato.jpg' });
  const minus = button(page, 'Un pin menos de gato.jpg');
  const plus = button(page, 'Un pin más de gato.jpg');
  await expect(field).toHaveValue('1');
  await expect(minus).toBeDisabled();
  await plus.click();
  await expect(field).toHaveValue('2');
  await field.fill('100');
  await expect(field).toHaveValue('2');
  await field.fill('99');
  await expect(plus).toBeDisabled();
  await expect(page.getByText('$175.700')).toBeVisible();
  await field.fill('');
  await field.blur();
  await expect(field).toHaveValue('1');
  await field.fill('1.5');
  await field.blur();
  await expect(field).toHaveValue('1');
  await field.press('ArrowUp');
  await expect(field).toHaveValue('2');

  await button(page, 'Misma cantidad para todas').click();
  await expect(page.getByLabel('Cantidad de todas')).toBeFocused();
  await page.getByLabel('Cantidad de todas').fill('12');
  await button(page, 'Aplicar').click();
  await expect(button(page, 'Misma cantidad para todas')).toBeFocused();
  for (const each of await page.getByRole('spinbutton').all()) await expect(each).toHaveValue('12');
  await expect(page.getByText('36 pines, con envío')).toBeVisible();

  await button(page, 'Limpiar todo').click();
  await expect(page.getByRole('spinbutton')).toHaveCount(0);
  await expect(button(page, 'Deshacer')).toBeVisible();
  // It has a bar of its own.
  await expect(page.locator('[data-sonner-toast] button')).toHaveCount(0);
  await button(page, 'Deshacer').click();
  await expect(page.getByRole('spinbutton')).toHaveCount(3);
  await expect(page.getByLabel('Notas').first()).toHaveValue('que se vea la cola');
  await expectUploaded(page, 3);

  // The second click of a double click does not remove the next one, too.
  await button(page, /^Quitar /)
    .first()
    .dblclick();
  await expect(page.getByRole('spinbutton')).toHaveCount(2);
});

test('a picture that the shop cannot read counts in no news, price or button', async ({ page }) => {
  await page.clock.install();
  await openWizard(page);
  // What is new stays new.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 250));
  const broken = await makeJpeg('rota.jpg', { width: 1600, height: 1600 });
  broken.buffer = broken.buffer.subarray(0, 200);
  await pick(page, [broken, await makePng()]);
  await expect(page.getByRole('alert')).toContainText('No pudimos leer la imagen');
  await expect(page.getByText('Se agreg')).toHaveText('Se agregó 1 imagen');
  await page.clock.resume();
  await expectUploaded(page, 1);
  await expect(page.getByText('$5.700 1 pin, con envío')).toBeVisible();
  await book(page, 'uploads/refused');
  await expect(page.getByLabel('Cantidad de rota.jpg')).toHaveCount(0);
  await button(page, 'Continuar con 1 imagenes').click();
  await fillDelivery(page);
  await button(page, 'Continuar').click();
  await expect(page.getByText('Quedan fuera de tu pedido')).toBeVisible();
  const strip = page.getByRole('list', { name: 'Tus imágenes' });
  await expect(strip.getByRole('listitem')).toHaveCount(1);
  await button(page, 'Confirmar pedido').click();
  await expect(page.getByText(placedText)).toBeVisible();
});
