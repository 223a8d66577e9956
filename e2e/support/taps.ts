import type { Page } from '@playwright/test';

/** Counts the presses of a finger or mouse on this document. @returns what reads how many there were */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const taps = await page.evaluateHandle(() => {
    const counted = { taps: 0 };
    addEventListener('pointerdown', () => (counted.taps += 1), { capture: true });
    return counted;
  });
  return () => taps.evaluate((counted) => counted.taps);
}
