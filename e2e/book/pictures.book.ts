import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { withLargeText } from '../support/reflow.ts';
import { type State, test } from './stage.ts';
import { walks } from './walks.ts';

const BOOK = join(import.meta.dirname, '../../book');
const PHONE = 360;
/** Maximum height of a picture, in pixels; a longer page would be unreadable. */
const MAX_HEIGHT = 3600;
/** The clock is paused slightly ahead, because the page continues until then. */
const AHEAD_MS = 250;

type View = {
  width: number;
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
  /** Only the text is doubled. */
  isLarge: boolean;
};

/** 400 % zoom of a window of 1280 by 1024; only on request. */
const MAGNIFIED = 320;
/** Typical window height at each width. */
const heights: Readonly<Record<number, number>> = {
  [MAGNIFIED]: 256,
  360: 740,
  768: 1024,
  1440: 900,
};
const start: View = { width: 1440, colorScheme: 'light', forcedColors: 'none', isLarge: false };

/** The arguments of `npm run book`: widths, schemes, and parts of names. */
const words = (process.env.BOOK ?? '').split(' ').filter(Boolean);
const names = words.filter((word) => !/^(\d+|light|dark|forced|large)$/.test(word));
const chosen = <T extends string>(all: readonly T[]) =>
  all.some((each) => words.includes(each)) ? all.filter((each) => words.includes(each)) : all;

const forcedColors = words.includes('forced') ? 'active' : 'none';
const isLarge = words.includes('large');
const offered = Object.keys(heights).filter(
  (width) => words.includes(width) || Number(width) !== MAGNIFIED,
);
const views: readonly View[] = chosen(offered).flatMap((width) =>
  chosen(['light', 'dark']).map((colorScheme) => ({
    width: Number(width),
    colorScheme,
    forcedColors,
    isLarge,
  })),
);

for (const walk of walks) {
  const states = walk.states.filter(
    ({ name }) => names.length === 0 || names.some((word) => `${walk.name}/${name}`.includes(word)),
  );
  if (states.length === 0) continue;
  test.describe(() => {
    const { as, hasNoScript = false, inFullShop = false } = walk;
    test.use({ as, javaScriptEnabled: !hasNoScript, inFullShop });
    test(walk.name, async ({ page, stage }) => {
      await setView(page, start);
      for (const [at, state] of walk.states.entries()) {
        await test.step(state.name, () => state.reach(stage));
        const file = `${String(at + 1).padStart(2, '0')}-${state.name}`;
        if (states.includes(state)) await takePictures(page, state, join(BOOK, walk.name, file));
        if (states.at(-1) === state) break;
      }
    });
  });
}

/** Writes the state's picture in each view to `<path>-<width>-<scheme>.png`. */
async function takePictures(page: Page, state: State, path: string) {
  const { isBrief = false, show, hasFold } = state;
  if (isBrief) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
  // Waits for the end of transitions.
  await page.waitForTimeout(350);
  await showToasts(page, isBrief);
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
  if (isBrief) await page.clock.resume();
  await setView(page, start);
}

async function takePicture(page: Page, view: View, show: State['show'], path: string) {
  await setView(page, view);
  if (!show) await unfold(page, view);
  if (show === 'page') await page.evaluate(() => scrollTo(0, 0));
  // Waits until sticky elements are repainted.
  await page.waitForTimeout(100);
  await page.screenshot({ path, fullPage: show === 'page', animations: 'disabled' });
}

async function setView(page: Page, { width, isLarge: _, ...media }: View) {
  await page.setViewportSize({ width, height: heights[width] ?? 900 });
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
  const min = heights[width] ?? 900;
  await page.setViewportSize({ width, height: Math.min(Math.max(height, min), MAX_HEIGHT) });
  await page.evaluate(() => {
    if (document.querySelector('dialog:modal')) return;
    document.querySelector('section[aria-label="Tu pedido"]')?.scrollIntoView({ block: 'start' });
  });
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
