import type { Page } from '@playwright/test';

/** Counts pointer presses on this document. @returns reads their number */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const taps = await page.evaluateHandle(() => {
    const counted = { taps: 0 };
    addEventListener('pointerdown', () => (counted.taps += 1), { capture: true });
    return counted;
  });
  return () => taps.evaluate((counted) => counted.taps);
}
