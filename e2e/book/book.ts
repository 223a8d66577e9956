import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { checkInAllViews, checkOnce } from '../support/check-state.ts';
import { expectAlertsShow } from '../support/checks.ts';
import { hold } from '../support/hold.ts';
import { takePictures } from './take-pictures.ts';
import { MAIN } from './titles.ts';
import { type Look, readWords } from './views.ts';

const BOOK = join(import.meta.dirname, '../../book');
/** Time of one state on a busy machine, in addition to its journey's. */
const STATE_MS = 90_000;

/**
 * Marks a state of a screen that a journey has reached. `npm run book` takes its pictures, and with
 * `check` checks it in all views; `npm test` checks only the main states; all other runs ignore it.
 * The journey goes on with the same window, focus and scroll position.
 * @param title screen and state, as in 'delivery/errors'; unique
 */
export async function book(page: Page, title: string, look: Look = {}): Promise<void> {
  const words = readWords();
  if (!words) {
    if (!MAIN.includes(title)) return;
    await expectAlertsShow(page, title);
    return keepPlace(page, () => checkOnce(page, title, look));
  }
  if (words.names.length > 0 && !words.names.some((name) => title.includes(name))) return;
  const { timeout } = test.info();
  if (timeout > 0) test.info().setTimeout(timeout + STATE_MS);
  const isChecked = words.isChecking && !look.hasNoScript;
  // Before the window changes, to which a message has scrolled.
  if (isChecked) await expectAlertsShow(page, title);
  await keepPlace(page, async () => {
    await takePictures(page, look, join(BOOK, title), words.views);
    if (isChecked) await checkInAllViews(page, title, look);
  });
}

/**
 * Marks the state that `open` leads to while the matching requests are held; lets them go then.
 * @param title as of `book`
 */
export async function bookLoading(
  page: Page,
  title: string,
  url: string | RegExp,
  open: () => Promise<unknown>,
): Promise<void> {
  const release = await hold(page, url);
  await open();
  // Skeletons appear late.
  await page.waitForTimeout(600);
  await book(page, title);
  release();
  await page.unroute(url);
}

/** Restores window, media, focus and scroll position after `work`. */
async function keepPlace(page: Page, work: () => Promise<void>) {
  const size = page.viewportSize();
  const place = await page.evaluateHandle(() => ({
    focused: document.activeElement,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    top: scrollY,
  }));
  const reducedMotion = (await place.evaluate(({ isStill }) => isStill))
    ? 'reduce'
    : 'no-preference';
  await work();
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion });
  if (size) await page.setViewportSize(size);
  await place.evaluate(({ focused, top }) => {
    document.documentElement.style.removeProperty('scrollbar-gutter');
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    scrollTo(0, top);
  });
}
