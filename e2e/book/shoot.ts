import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { type Look, windowOf } from './choice.ts';
import type { State } from './walk.ts';

/** A longer page is cut off here: nobody looks at it in one piece. */
const TALLEST = 3600;

/** Puts the window up as the look wants it. */
export async function putUp(page: Page, { width, ...media }: Look) {
  await page.setViewportSize(windowOf(width));
  // The browser hides its scroll bars here, but would keep their place.
  await page.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'));
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
}

/**
 * Makes the window so tall that the topmost dialog, else the wizard, shows whole at its upper edge.
 */
async function unfold(page: Page, width: number) {
  const height = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const wizard = document.querySelector('section[aria-label="Tu pedido"]');
    if (dialog) return dialog.scrollHeight + 64;
    return wizard ? Math.ceil(wizard.getBoundingClientRect().height) : 0;
  });
  const least = windowOf(width).height;
  await page.setViewportSize({ width, height: Math.min(Math.max(height, least), TALLEST) });
  await page.evaluate(() => {
    if (document.querySelector('dialog:modal')) return;
    document.querySelector('section[aria-label="Tu pedido"]')?.scrollIntoView({ block: 'start' });
  });
}

/** A toast belongs to the state that called it up, not to those that follow. */
export async function showToasts(page: Page, isShown: boolean) {
  await page.evaluate(
    (display) => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-sonner-toast]')) {
        toast.style.display = display;
      }
    },
    isShown ? '' : 'none',
  );
}

/** Takes the picture of a state. */
export async function shoot(page: Page, look: Look, show: State['show'], path: string) {
  await putUp(page, look);
  if (!show) await unfold(page, look.width);
  if (show === 'page') await page.evaluate(() => scrollTo(0, 0));
  // What sticks to an edge is painted anew.
  await page.waitForTimeout(100);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: show === 'page', animations: 'disabled' });
}
