import { book } from './book/book.ts';
import { expectUnobscured } from './support/checks.ts';
import { makePng } from './support/pictures.ts';
import { openAtDelivery } from './support/prepared-draft.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { button, fillDelivery, heading } from './support/wizard.ts';

const messages = {
  'Nombre de quien recibe': 'El nombre del destinatario es obligatorio',
  Teléfono: 'El teléfono es obligatorio',
  Email: 'El email es obligatorio para recibir confirmación del pedido',
  Región: 'La región es obligatoria',
  Ciudad: 'La ciudad es obligatoria',
  Dirección: 'La dirección es obligatoria',
};

test('an empty form shows all errors; what is mistyped is corrected', async ({ page }) => {
  await page.clock.install();
  await openAtDelivery(page);
  await expect(heading(page, 'Datos del destinatario')).toBeVisible();
  await expect(heading(page, 'Dirección de entrega')).toBeVisible();
  await expect(page.getByLabel('Teléfono')).toHaveAccessibleDescription(/^Para coordinar el pago/);
  await book(page, 'delivery/empty', { hasFold: true });
  await button(page, 'Continuar').click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await book(page, 'delivery/errors', { hasFold: true });
  await expect(summary).toHaveText(Object.values(messages).join('. '));
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  // On a wide window, regardless of the labels and errors around them.
  await page.setViewportSize({ width: 1280, height: 720 });
  const tops = ['Teléfono', 'Email'].map(
    async (label) => (await page.getByLabel(label).boundingBox())?.y,
  );
  const [phone, email] = await Promise.all(tops);
  expect(phone).toBe(email);

  await page.getByLabel('Email').fill('camila@gmial.con');
  await page.getByLabel('Teléfono').fill('(9) 1234-5678');
  await page.getByLabel('Dirección', { exact: true }).focus();
  await expect(page.getByLabel('Teléfono')).toHaveValue('912345678');
  await page.getByLabel('Teléfono').fill('0056 9 1234\u20115678');
  await page.getByLabel('Dirección', { exact: true }).focus();
  await expect(page.getByLabel('Teléfono')).toHaveValue('912345678');
  await page.getByLabel('Teléfono').fill('+56 9 1234 5678');
  await page.getByLabel('Dirección', { exact: true }).focus();
  await expect(page.getByLabel('Teléfono')).toHaveValue('+56 9 1234 5678');
  await button(page, '¿Quisiste decir gmail.com? Corregir').click();
  await expect(page.getByLabel('Email')).toHaveValue('camila@gmail.com');
  await expect(button(page, /^¿Quisiste decir/)).toBeHidden();
  await page.getByLabel('Email').fill('josé@gmail.com');
  await expect(button(page, '¿Quisiste decir jose@gmail.com? Corregir')).toBeVisible();
  await page.getByLabel('Email').fill('зоя@gmail.com');
  await expect(page.getByText('gmail.com no usa letras como «з»')).toBeVisible();

  const city = page.getByLabel('Ciudad');
  await expect(city).toBeDisabled();
  await page.getByLabel('Región').selectOption('RM');
  await expect(city.getByRole('option')).toHaveText([
    'Elige una ciudad',
    'Santiago',
    'Puente Alto',
    'Maipú',
    'Las Condes',
    'La Florida',
    'Providencia',
    'Ñuñoa',
    'San Bernardo',
    'Peñalolén',
    'Melipilla',
  ]);
  await city.selectOption('Ñuñoa');
  await expect(page.getByText('3 pines, con envío de $4.000')).toBeVisible();
  await page.getByLabel('Región').selectOption('XVI');
  await expect(city).toHaveValue('');
  await city.selectOption('Chillán');
  await expect(page.getByText('3 pines, con envío de $2.500')).toBeVisible();

  await fillDelivery(page);
  await book(page, 'delivery/filled');
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, 'Continuar').click();
  await expect(button(page, 'Guardando...')).toBeDisabled();
  await expect(page.getByText('✅ Datos guardados correctamente')).toBeVisible();
  await book(page, 'delivery/saved', { isBrief: 'paused' });
  await expect(heading(page, 'Datos')).toBeVisible();
  await page.clock.runFor(1000);
  await expect(heading(page, 'Resumen')).toBeVisible();
});

test('wrong phone and e-mail are told, blanks do not count', { tag: '@long' }, async ({ page }) => {
  await openAtDelivery(page);
  await fillDelivery(page, { name: '   ', phone: '1234567', email: 'no-es-email' });
  await button(page, 'Continuar').click();
  await expect(page.getByRole('alert')).toHaveText(
    'El nombre del destinatario es obligatorio. El teléfono debe ser válido (8-9 dígitos). El email debe tener un formato válido',
  );
  await book(page, 'delivery/wrong');
  await fillDelivery(page, { phone: '+56 2 2345 678' });
  await expect(page.getByLabel('Teléfono')).not.toHaveAttribute('aria-invalid');
});

test('on a phone no message covers errors, and nothing moves when corrected', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAtDelivery(page, [await makePng('sol.png'), await makePng('luna.png')]);
  await button(page, 'Volver').click();
  await button(page, 'Quitar luna.png').click();
  await button(page, 'Continuar con 1 imagenes').click();
  await button(page, 'Continuar').click();
  await expect(page.getByText('Imagen quitada')).toBeVisible();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expectUnobscured(summary);
  const expectStill = await watchShifts(page);
  await fillDelivery(page);
  await expect(page.getByText('con envío de $2.500 a Chillán')).toBeVisible();
  for (const label of Object.keys(messages))
    await expect(page.getByLabel(label)).not.toHaveAttribute('aria-invalid');
  await expectStill('a form that is corrected');
  // What was wrong at the last attempt is told until the next.
  await expect(summary).toContainText(messages.Email);
  await button(page, 'Continuar').click();
  await expect(heading(page, 'Resumen')).toBeFocused();
});
