import type { Locator, Page } from '@playwright/test';
import { openProfile, signUp } from './support/accounts.ts';
import { expect, openPanel, placeOrder, test } from './support/admin.ts';
import { type AdminShop, GUEST } from './support/callers.ts';
import { makeThree } from './support/pictures.ts';
import { signUpWithOrder } from './support/signed-in-buyer.ts';
import { button, expectUploaded, openWizard, pick } from './support/wizard.ts';

/** Opens a window by keyboard, tabs through it, and closes it (WAI-ARIA dialog pattern). */
async function goThrough(page: Page, opener: Locator) {
  await opener.focus();
  await page.keyboard.press('Enter');
  const window = page.locator('dialog:modal').last();
  await expect(window).toHaveAccessibleName(/\S/);
  await expect(window).not.toHaveAccessibleName('Un momento');
  for (let count = 0; count < 24; count += 1) {
    await page.keyboard.press(count % 3 === 2 ? 'Shift+Tab' : 'Tab');
    const isInside = await window.evaluate(
      (dialog) =>
        document.activeElement === document.body || dialog.contains(document.activeElement),
    );
    expect(isInside).toBe(true);
  }
  const windows = await page.locator('dialog:modal').count();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog:modal')).toHaveCount(windows - 1);
  await expect(opener).toBeFocused();
}

const asGuest = test.extend({ storageState: GUEST });

const windows: readonly [
  string,
  typeof test,
  (page: Page, shop: AdminShop) => Promise<unknown>,
  readonly (string | RegExp)[],
][] = [
  ['home', asGuest, (page) => page.goto('/'), ['Iniciar Sesion', 'Privacidad']],
  ['header', asGuest, (page) => signUp(page), ['Mi Perfil']],
  [
    'orders',
    asGuest,
    async (page, shop) => {
      await signUpWithOrder(page, shop);
      await openProfile(page, 'Mis Pedidos');
    },
    [/^Pedido /, 'Repetir pedido'],
  ],
  [
    'addresses',
    asGuest,
    async (page, shop) => {
      await signUpWithOrder(page, shop);
      await openProfile(page, 'Direcciones');
    },
    ['Corregir dirección'],
  ],
  [
    'admin’s orders',
    test,
    async (page, shop) => {
      await placeOrder(shop);
      // On a wide screen the order is beside the list, which stays usable.
      await page.setViewportSize({ width: 1100, height: 720 });
      await openPanel(page);
    },
    [/^[A-Z0-9]{5}-[A-Z0-9]{5}$/, 'Papelera'],
  ],
  ['admin’s codes', test, (page) => openPanel(page, 'Codigos de Descuento'), ['Crear código']],
];

for (const [place, asWho, open, openers] of windows) {
  const tag = place === 'home' ? [] : ['@long'];
  asWho(
    `windows from ${place} trap the focus and return it`,
    { tag },
    async ({ page, adminShop }) => {
      await open(page, adminShop);
      for (const name of openers) await goThrough(page, button(page, name).first());
    },
  );
}

test('arrows reach the tabs that a phone folds', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPanel(page, 'Taller');
  await page.getByRole('tab', { selected: true }).focus();
  for (const name of ['Codigos de Descuento', 'Admin']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
  }
});

asGuest('little is spoken while pictures arrive: how many', async ({ page }) => {
  await openWizard(page);
  const spoken: string[] = [];
  await page.exposeFunction('speak', (text: string) => spoken.push(text));
  await page.evaluate(() => {
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((changes) => {
      const places = new Set(
        changes.map(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          return element?.closest(live);
        }),
      );
      for (const place of places) {
        if (place?.textContent) Reflect.get(window, 'speak')(place.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await pick(page, await makeThree());
  await expectUploaded(page, 3);
  expect(spoken.some((text) => text.includes('Se agregaron 3 imágenes'))).toBe(true);
  expect(spoken.length).toBeLessThan(12);
});
