import { expect, type Page } from '@playwright/test';

/** Maximum sum of a screen's layout shifts; a page is called good below five times as much. */
const MAX_SHIFT = 0.02;

type Since = 'now' | 'load';

/**
 * Records the layout shifts of the open page from now on, or since it was loaded. Those that follow
 * a click count too: it is called once what the click itself shows is there.
 * @returns expects that nothing has moved since
 */
export async function watchShifts(page: Page, since: Since = 'now') {
  await page.evaluate((buffered) => {
    if (window.layoutShifts) {
      window.layoutShifts.length = 0;
      return;
    }
    window.layoutShifts = [];
    const name = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? 'removed');
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${Math.round(from.top)}+${Math.round(from.height)} → ${Math.round(to.top)}+${Math.round(to.height)} ${name(node)}`,
        );
        window.layoutShifts?.push({ value: entry.value, moved });
      }
    });
    observer.observe({ type: 'layout-shift', buffered });
  }, since === 'load');
  return async (screen: string) => {
    const shifts = await page.evaluate(async () => {
      await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
      return window.layoutShifts?.splice(0) ?? [];
    });
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const moved = shifts.flatMap((shift) => [shift.value.toFixed(3), ...shift.moved]).join('\n');
    expect(sum, `${screen} moved:\n${moved}`).toBeLessThanOrEqual(MAX_SHIFT);
  };
}
