import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's violations on the current screen: WCAG 2.2 AA and best practices.
 * @param scope.isWhole includes the page behind a window; by default only open windows, if there
 * are any
 * @param scope.hasTargets `expectTargets`, which is stricter than axe, also checks this screen
 * @param scope.isAboutColours only rules that another colour scheme may break
 */
export async function findViolations(
  page: Page,
  { isWhole = false, hasTargets = false, isAboutColours = false } = {},
) {
  // Compiling axe takes as long as running it: once per document is enough.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ' ' }) })
    .options({
      resultTypes: ['violations'],
      // Only rules that are not included here need preloaded files.
      preload: false,
      ...(hasTargets && { rules: { 'target-size': { enabled: false } } }),
    })
    // There are no frames, whose results would need an additional page.
    .setLegacyMode();
  if (isAboutColours) builder.withRules(COLOUR_RULES);
  else builder.withTags(TAGS);
  // Rows of a long list are alike, and each takes as long as the first.
  builder.exclude('li:nth-child(n + 9)').exclude('tr:nth-child(n + 9)');
  const hasWindow = !isWhole && (await page.locator('dialog:modal').count()) > 0;
  if (hasWindow) builder.include('dialog:modal');
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Waits for fade-ins, which axe would measure half transparent. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Checks that axe finds no violation, after animations have ended. */
export async function expectClean(page: Page) {
  await settle(page);
  expect(await findViolations(page)).toEqual([]);
}

/** Checks that neither the page nor a window over it scrolls sideways. */
export async function expectFits(page: Page) {
  const excess = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  );
  expect(Math.max(...excess)).toBeLessThanOrEqual(0);
}

/** Checks that every control is at least 24 by 24 pixels (WCAG 2.2, 2.5.8). */
export async function expectTargets(page: Page, what = '') {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, textarea, input:not([type=file])')]
      // A link inside a text line is limited by the line's height.
      .filter(
        (element) => element.tagName !== 'A' || getComputedStyle(element).display !== 'inline',
      )
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ text }) => text.slice(0, 120)),
  );
  expect.soft(small, `${what}: targets below 24 pixels`).toEqual([]);
}

/**
 * Checks that nothing covers the upper half of an element, which is more than WCAG 2.2, 2.4.11
 * requires. (A browser scrolls a tall field's caret into view, not its whole box.)
 */
export async function expectUnobscured(target: Locator) {
  const hidden = () =>
    target.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 2, (top + bottom) / 2].filter((height) => {
        const seen = document.elementFromPoint(middle, height);
        return !seen || !(element.contains(seen) || seen.contains(element));
      });
    });
  await expect.poll(hidden).toEqual([]);
}

/** Expects an element in the window, above another one, such as the bar at its lower edge. */
export async function expectAbove(target: Locator, bar: Locator) {
  await expect(target).toBeInViewport({ ratio: 1 });
  const [box, edge] = await Promise.all([target.boundingBox(), bar.boundingBox()]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
}

/** Checks that no message stands under a bar that is fixed to the window's edge. */
export async function expectAlertsShow(page: Page, what = '') {
  const covered = await page.evaluate(() => {
    const alerts = [...document.querySelectorAll('[role=alert]')].filter(
      (alert) => alert.textContent?.trim() && alert.getClientRects().length > 0,
    );
    // A bar behind an open window covers nothing in it.
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const bars = [...place.querySelectorAll('*')].filter((element) =>
      ['fixed', 'sticky'].includes(getComputedStyle(element).position),
    );
    return alerts.flatMap((alert) => {
      const box = alert.getBoundingClientRect();
      const isUnder = bars.some((bar) => {
        const { top, bottom, height } = bar.getBoundingClientRect();
        if (bar.contains(alert) || height === 0 || bottom < innerHeight - 1) return false;
        return box.bottom > top + 1 && box.top < innerHeight;
      });
      return isUnder ? [alert.outerHTML.slice(0, 200)] : [];
    });
  });
  expect.soft(covered, `${what}: messages under a bar`).toEqual([]);
}
