import { expect, type Page } from '@playwright/test';

const MAX_STOPS = 45;

/**
 * Presses Tab through all controls. The focused control must have a ring, be in the window and not
 * be covered (WCAG 2.2, 2.4.7 and 2.4.11).
 */
export async function expectFocusShows(page: Page, what: string) {
  const hidden: string[] = [];
  const seen = new Set<string>();
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    let { key, problem } = await page.evaluate(lookAtFocus);
    // A long page scrolls with a delay, on a busy machine with a long one.
    for (let tries = 0; problem && tries < 30; tries += 1) {
      await page.waitForTimeout(100);
      ({ key, problem } = await page.evaluate(lookAtFocus));
    }
    if (key && seen.has(key)) break;
    seen.add(key);
    if (problem) hidden.push(problem);
  }
  expect.soft(hidden, `${what}: focus out of sight`).toEqual([]);
}

/** Runs in the page. */
function lookAtFocus(): { key: string; problem: string | null } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) {
    return { key: '', problem: null };
  }
  const all = [...document.querySelectorAll('*')];
  const key = String(all.indexOf(focused));
  const name = focused.outerHTML.slice(0, 100);
  const hasRing = [null, '::after'].some((part) => {
    const { outlineStyle, borderStyle, content } = getComputedStyle(focused, part);
    const isDrawn = part === null || content !== 'none';
    return isDrawn && (outlineStyle !== 'none' || (part !== null && borderStyle !== 'none'));
  });
  if (!hasRing) return { key, problem: `no ring: ${name}` };
  const box = focused.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (right <= left || bottom <= top) return { key, problem: `outside of the window: ${name}` };
  const points = [0.15, 0.5, 0.85].map((share) => top + (bottom - top) * share);
  const isSeen = points.some((y) => {
    const there = document.elementFromPoint((left + right) / 2, y);
    if (there === null) return false;
    // A toast disappears automatically.
    const isToast = there.closest('[data-sonner-toaster]') !== null;
    // A file's hidden input is shown by its label.
    const label = focused.closest('label') ?? focused;
    return isToast || label.contains(there) || there.contains(focused);
  });
  return { key, problem: isSeen ? null : `covered: ${name}` };
}
