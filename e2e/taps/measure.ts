import type { Page } from '@playwright/test';

/** A phone's slow processor, and its slow line in bytes a second. */
const SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 96_000,
};

type Tap = { what: string; ms: number };
export type Screen = { name: string; taps: Tap[]; shift: number };

/** Makes the page's phone slow, and from its next document on measures what is done on it. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(observe);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/**
 * Returns the interactions since the document or the last call, each from its input to the next
 * paint in milliseconds, and by how much the layout moved without one.
 */
export async function readScreen(page: Page, name: string): Promise<Screen> {
  // An event is reported after the paint that follows it.
  await page.waitForTimeout(600);
  const { taps, shift } = await page.evaluate(() => {
    const measured = { taps: [...window.measured.taps.values()], shift: window.measured.shift };
    window.measured.taps.clear();
    window.measured.shift = 0;
    return measured;
  });
  return { name, taps, shift };
}

/** Runs in the page. */
function observe() {
  const measured = { taps: new Map<number, Tap>(), shift: 0 };
  window.measured = measured;
  // Shorter events are not reported.
  const events = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      const { interactionId, target, duration } = entry;
      const before = measured.taps.get(interactionId);
      const named =
        target instanceof Element ? target.closest('button,label,summary,a,input') : null;
      const text = named?.getAttribute('aria-label') ?? named?.textContent ?? '';
      measured.taps.set(interactionId, {
        what: before?.what || text.trim().slice(0, 40),
        ms: Math.max(before?.ms ?? 0, duration),
      });
    }
  }).observe(events);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false) {
        measured.shift += Number(entry.value);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
