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

type Place = { x: number; y: number };

/** Drags one finger from one place to another. */
export async function drag(page: Page, from: Place, to: Place) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1) {
    const share = step / 8;
    await touch('touchMove', {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    });
  }
  await touch('touchEnd');
}
