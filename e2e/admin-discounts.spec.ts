import { book } from './book/book.ts';
import { dialog } from './support/accounts.ts';
import { codeRow, expect, newCode, openPanel, readCells, test } from './support/admin.ts';
import { addCode } from './support/database.ts';
import { hold } from './support/hold.ts';
import { button, goToSummary, placedText } from './support/wizard.ts';

const TAB = 'Codigos de Descuento';

test('the table has every column; codes are deleted and shared', async ({ page, adminShop }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const [half, fixed, old] = [newCode(), newCode(), newCode()];
  addCode(adminShop, { code: half, name: 'Mitad', value: 50, maxUses: 3, currentUses: 3 });
  addCode(adminShop, { code: fixed, name: 'Cupón', type: 'fixed', value: 99.5, isActive: false });
  addCode(adminShop, { code: old, name: 'Antiguo', expiresAt: Date.parse('2024-03-05T15:30:00Z') });
  await openPanel(page, TAB);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Código',
    'Nombre',
    'Tipo',
    'Valor',
    'Usos',
    'Estado',
    'Expiración',
    'Acciones',
  ]);
  await expect(codeRow(page, half)).toBeVisible();
  expect(await readCells(page, half)).toEqual([
    half,
    'Mitad',
    'Porcentaje',
    '50%',
    '3 / 3Agotado',
    'Activo',
    'Sin expiracion',
  ]);
  expect(await readCells(page, fixed)).toEqual([
    fixed,
    'Cupón',
    'Monto fijo',
    '$100',
    '0 / ∞',
    'Inactivo',
    'Sin expiracion',
  ]);
  expect((await readCells(page, old))[6]).toBe('5/3/2024, 12:30Vencido');
  await book(page, 'admin-codes/list');
  // A change in progress keeps the others of its row waiting, and no other row.
  const answered = await hold(page, `**/discounts/${fixed}/toggle`);
  await button(page, `Activar ${fixed}`).click();
  await expect(button(page, `Eliminar ${fixed}`)).toBeDisabled();
  await expect(button(page, `Eliminar ${half}`)).toBeEnabled();
  answered();
  await button(page, `Eliminar ${fixed}`).click();
  await expect(dialog(page, `¿Eliminar el código ${fixed}?`)).toBeVisible();
  await button(page, 'Eliminar código').click();
  await expect(codeRow(page, fixed)).toBeHidden();
  await button(page, 'Probar conexión').click();
  await expect(page.getByText('✅ Conexión correcta')).toBeVisible();

  await button(page, `Compartir ${half}`).click();
  const share = dialog(page, `Compartir ${half}`);
  const link = `${adminShop.url}/?codigo=${half}`;
  await expect(share.getByText(link)).toBeVisible();
  await expect(share.getByRole('img', { name: `Código QR del enlace de ${half}` })).toBeVisible();
  await book(page, 'admin-codes/share');
  for (const kind of ['PNG', 'SVG']) {
    const saved = page.waitForEvent('download');
    await share.getByRole('button', { name: `Descargar ${kind}` }).click();
    expect((await saved).suggestedFilename()).toBe(`codigo-${half}.${kind.toLowerCase()}`);
  }
});

test('a buyer reads what a code still needs', { tag: '@long' }, async ({ buyer, adminShop }) => {
  const code = newCode();
  const terms = { name: 'Llega gratis', type: 'free_shipping', minOrderTotal: 6000 };
  await adminShop.admin.call('POST', '/admin/discounts/', { code, ...terms });
  await buyer.goto(`/?codigo=${code}`);
  await button(buyer, 'Usar mi código').click();
  const noted = buyer.getByRole('status').filter({ hasText: 'Anotamos tu código' });
  await expect(noted).toContainText(code);
  await goToSummary(buyer);
  const missing = 'El código de descuento vale desde $6.000 en pines: te faltan $900';
  await expect(buyer.getByText(missing)).toBeVisible();
  await book(buyer, 'summary/below-minimum');
  await expect(buyer.getByRole('definition').filter({ hasText: '$7.600' })).toBeVisible();
  await button(buyer, 'Volver a editar').click();
  await button(buyer, 'Volver').click();
  await button(buyer, /^Un pin más/)
    .first()
    .click();
  await button(buyer, /^Continuar con/).click();
  await button(buyer, 'Continuar').click();
  await expect(buyer.getByText(`Envío gratis con el código ${code}`)).toBeVisible();
  await expect(buyer.getByRole('definition').filter({ hasText: '$6.800' }).last()).toBeVisible();

  await button(buyer, 'Confirmar pedido').click();
  await expect(buyer.getByText(placedText)).toBeVisible();
});

test('a code made while the list loads is in it', { tag: '@long' }, async ({ page, adminShop }) => {
  const [old, code] = [newCode(), newCode()];
  addCode(adminShop, { code: old });
  const { promise: created, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/api/admin/discounts/', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await created;
    // The page may not want it any more.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await openPanel(page, TAB);
  await button(page, 'Crear código').click();
  await page.getByLabel('Código', { exact: true }).fill(code);
  await page.getByLabel('Nombre').fill('Recién hecho');
  await page.getByLabel('Valor').fill('10');
  await dialog(page, 'Crear código de descuento')
    .getByRole('button', { name: 'Crear código' })
    .click();
  await expect(page.getByText('✅ Codigo creado exitosamente')).toBeVisible();
  show();
  await expect(codeRow(page, old)).toBeVisible();
  await expect(codeRow(page, code)).toBeVisible();
});
