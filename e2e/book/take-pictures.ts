import type { Page } from '@playwright/test';
import { withLargeText } from '../support/reflow.ts';
import { heightOf, type Look, MAGNIFIED, type View } from './views.ts';

const PHONE = 360;
/** Maximum height of a picture, in pixels; a longer page would be unreadable. */
const MAX_HEIGHT = 3600;
/** The clock is paused slightly ahead, because the page continues until then. */
const AHEAD_MS = 250;
const LONGEST_LOAD_MS = 3000;

/** Writes the state's picture in each view to `<path>-<width>-<scheme>.png`. */
export async function takePictures(page: Page, look: Look, path: string, views: readonly View[]) {
  const { isBrief = false, show, hasFold } = look;
  const isRunning = isBrief === true;
  if (isRunning) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
  // Waits for the end of transitions.
  await page.waitForTimeout(350);
  await awaitImages(page);
  await showToasts(page, isBrief !== false);
  for (const view of views) {
    const forced = view.forcedColors === 'active' ? '-forced' : '';
    const large = view.isLarge ? '-large' : '';
    const ending = `${view.width}-${view.colorScheme}${forced}${large}.png`;
    const take = async () => {
      await takePicture(page, view, show, `${path}-${ending}`);
      if (view.width === MAGNIFIED || (hasFold && view.width === PHONE)) {
        await takePicture(page, view, 'fold', `${path}-fold-${ending}`);
      }
    };
    await (view.isLarge ? withLargeText(page, take) : take());
  }
  await showToasts(page, true);
  if (isRunning) await page.clock.resume();
}

async function takePicture(page: Page, view: View, show: Look['show'], path: string) {
  await setView(page, view);
  if (!show) await unfold(page, view);
  if (show === 'page') await page.evaluate(() => scrollTo(0, 0));
  // Waits until sticky elements are repainted.
  await page.waitForTimeout(100);
  await page.screenshot({ path, fullPage: show === 'page', animations: 'disabled' });
}

async function setView(page: Page, { width, isLarge: _, ...media }: View) {
  await page.setViewportSize({ width, height: heightOf(width) });
  // The browser hides its scroll bars here, but would reserve their space.
  await page.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'));
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
}

/** Makes the window tall enough to show the topmost dialog, or else the wizard, completely. */
async function unfold(page: Page, { width }: View) {
  const height = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const wizard = document.querySelector('section[aria-label="Tu pedido"]');
    if (dialog) return dialog.scrollHeight + 64;
    return wizard ? Math.ceil(wizard.getBoundingClientRect().height) : 0;
  });
  const min = heightOf(width);
  await page.setViewportSize({ width, height: Math.min(Math.max(height, min), MAX_HEIGHT) });
  await page.evaluate(() => {
    if (document.querySelector('dialog:modal')) return;
    document.querySelector('section[aria-label="Tu pedido"]')?.scrollIntoView({ block: 'start' });
  });
}

/** Waits a little for images that are to be seen; some never come. */
async function awaitImages(page: Page) {
  const areThere = () =>
    [...document.images].every(
      (image) => image.complete || image.loading === 'lazy' || !image.checkVisibility(),
    );
  await page.waitForFunction(areThere, null, { timeout: LONGEST_LOAD_MS }).catch(() => undefined);
}

/** Shows toasts only in the state that triggered them. */
async function showToasts(page: Page, isShown: boolean) {
  await page.evaluate(
    (display) => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-sonner-toast]')) {
        toast.style.display = display;
      }
    },
    isShown ? '' : 'none',
  );
}
