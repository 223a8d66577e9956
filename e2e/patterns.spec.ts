import type { Locator, Page } from '@playwright/test';
import { expect, test, type Who } from './book/stage.ts';
import { openProfile } from './support/accounts.ts';
import { openPanel } from './support/admin.ts';
import { makeThree } from './support/pictures.ts';
import { button, expectUploaded, openWizard, pick } from './support/wizard.ts';

// In one worker: otherwise each worker would fill a demo shop.
test.describe.configure({ mode: 'default' });

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

const windows: readonly [
  string,
  Who,
  (page: Page) => Promise<unknown>,
  readonly (string | RegExp)[],
][] = [
  ['home', 'guest', (page) => page.goto('/'), ['Iniciar Sesion', 'Privacidad']],
  ['header', 'customer', (page) => page.goto('/'), ['Mi Perfil']],
  [
    'orders',
    'customer',
    async (page) => {
      await page.goto('/');
      await openProfile(page, 'Mis Pedidos');
    },
    [/^Pedido /, 'Repetir pedido'],
  ],
  [
    'addresses',
    'customer',
    async (page) => {
      await page.goto('/');
      await openProfile(page, 'Direcciones');
    },
    ['Corregir dirección'],
  ],
  [
    'admin’s orders',
    'admin',
    async (page) => {
      // On a wide screen the order is beside the list, which stays usable.
      await page.setViewportSize({ width: 1100, height: 720 });
      await openPanel(page);
    },
    [/^[A-Z0-9]{5}-[A-Z0-9]{5}$/, 'Papelera'],
  ],
  ['admin’s codes', 'admin', (page) => openPanel(page, 'Codigos de Descuento'), ['Crear código']],
];

for (const [place, as, open, openers] of windows) {
  const tag = place === 'home' ? [] : ['@long'];
  test.describe(() => {
    test.use({ as });
    test(`windows from ${place} trap the focus and return it`, { tag }, async ({ page }) => {
      await open(page);
      for (const name of openers) await goThrough(page, button(page, name).first());
    });
  });
}

const asCustomer = test.extend({ as: 'customer' });

asCustomer(
  'tabs follow arrows, Home and End, and are one stop of the Tab key',
  async ({ page }) => {
    await page.goto('/');
    await openProfile(page);
    const tabs = page.getByRole('tab');
    await tabs.first().focus();
    for (const [key, at] of [
      ['ArrowRight', 1],
      ['End', 3],
      ['ArrowRight', 0],
      ['ArrowLeft', 3],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tabs.nth(at)).toBeFocused();
      await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel')).toHaveAccessibleName(
        (await tabs.nth(at).textContent()) ?? '',
      );
    }
    await page.keyboard.press('Tab');
    await expect(tabs.nth(1)).not.toBeFocused();
  },
);

test('what is spoken while pictures arrive is little and says how many were taken', async ({
  page,
}) => {
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

asCustomer('imposed colours leave the chosen tab to be told apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const look = (place: Locator) =>
    place.evaluate((element) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(element);
      return [backgroundColor, borderColor, color];
    });
  await page.goto('/');
  await openProfile(page);
  const tabs = page.getByRole('tab');
  expect(await look(tabs.nth(0))).not.toEqual(await look(tabs.nth(1)));
});
