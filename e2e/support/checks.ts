import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the screen as it is: WCAG 2.2 AA and its best practices.
 * @param scope.isWhole also what lies behind a window, and every row of a list; otherwise open windows
 *   alone, if there are any
 * @param scope.hasTargets `expectTargets`, which is stricter than axe, is called for this screen too
 * @param scope.isAboutColours only what another colour scheme may break
 */
export async function findViolations(
  page: Page,
  { isWhole = false, hasTargets = false, isAboutColours = false } = {},
) {
  // Compiling axe takes as long as its work: once for a document is enough.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ' ' }) })
    .options({
      resultTypes: ['violations'],
      // Only a rule that is not among these, and one of sounds, want files fetched anew.
      preload: false,
      ...(hasTargets && { rules: { 'target-size': { enabled: false } } }),
    })
    // There are no frames here, whose results would be put together in a page of their own.
    .setLegacyMode();
  if (isAboutColours) builder.withRules(COLOUR_RULES);
  else builder.withTags(TAGS);
  // Rows of a long list are alike, and each takes as long as the first.
  if (!isWhole) builder.exclude('li:nth-child(n + 9)').exclude('tr:nth-child(n + 9)');
  const hasWindow = !isWhole && (await page.locator('dialog:modal').count()) > 0;
  if (hasWindow) builder.include('dialog:modal');
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Waits for what is still fading in, which axe would measure half transparent. */
async function settle(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Whether axe finds nothing on the screen, once it stands still. */
export async function expectClean(page: Page) {
  await settle(page);
  expect(await findViolations(page)).toEqual([]);
}

/** Neither the page nor a window over it scrolls sideways. */
export async function expectFits(page: Page) {
  const excess = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  );
  expect(Math.max(...excess)).toBeLessThanOrEqual(0);
}

/** Every control is at least 24 by 24 pixels (WCAG 2.2, 2.5.8). */
export async function expectTargets(page: Page, what = '') {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, textarea, input:not([type=file])')]
      // A link in a line of text is as tall as the line lets it be.
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
 * An element's upper half lies behind nothing: more than WCAG 2.2, 2.4.11 asks for. (A browser
 * brings a tall field's caret into view, not its whole box.)
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
