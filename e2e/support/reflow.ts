import { expect, type Page } from '@playwright/test';

/** Maximum share of a low window that sticky elements may cover. */
const COVERED = 0.6;
/** Text spacing that readers with low vision set by their own style sheet (WCAG 2.2, 1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`;

/** Checks that no text is cut off without an ellipsis. */
export async function expectUncut(page: Page, what: string) {
  const cut = await page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => hasText(element) && element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden, [role=application], noscript'))
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
        // Texts for screen readers only are one pixel wide.
        const isForEars = element.clientWidth <= 1;
        if (isForEars || display === 'inline' || textOverflow === 'ellipsis') return false;
        const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        return (
          isWide || (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect.soft(cut, `${what}: cut off`).toEqual([]);
}

/** Checks that no text or control is outside its clipping container or the page. */
export async function expectWithin(page: Page, what: string) {
  const outside = await page.evaluate(() => {
    const boundsOf = (element: Element): [left: number, right: number] => {
      let [left, right] = [0, innerWidth];
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        // Shortened, or scrollable.
        if (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX)) return [-1e6, 1e6];
        if (!/hidden|clip/.test(overflowX)) continue;
        const box = at.getBoundingClientRect();
        // Texts for screen readers only are one pixel wide.
        if (box.width <= 2) return [-1e6, 1e6];
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      }
      return [left, right];
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden, [role=application], noscript, svg'))
      .flatMap((element) =>
        [...element.childNodes, ...(element.matches('button, a') ? [element] : [])]
          .filter((node) => node === element || (node.nodeType === 3 && node.textContent?.trim()))
          .filter((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            // A control's own box: a range has that of the words it hides, too.
            const box = (node === element ? element : range).getBoundingClientRect();
            const [left, right] = boundsOf(element);
            return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
          })
          .map((node) => `${node.textContent?.trim().slice(0, 40)} in ${element.className}`),
      );
  });
  expect.soft(outside, `${what}: outside`).toEqual([]);
}

/** Checks that no text is so narrow that its words are broken. */
export async function expectWords(page: Page, what: string) {
  const broken = await page.evaluate(() => {
    /** As many lines as words; long ones, such as an address, may take more. */
    const allowed = (text: string) =>
      text.split(/[\s-]+/).reduce((sum, word) => sum + Math.max(1, Math.ceil(word.length / 8)), 1);
    return (
      [...document.querySelectorAll('body *')]
        .filter((element) => element.checkVisibility())
        .filter(
          (element) => !element.closest('.visually-hidden, [role=application], noscript, svg'),
        )
        // Texts for screen readers only are one pixel wide.
        .filter((element) => element.getBoundingClientRect().width > 2)
        .flatMap((element) => [...element.childNodes])
        .filter((node) => {
          const text = node.nodeType === 3 ? (node.textContent?.trim() ?? '') : '';
          if (!text) return false;
          const range = document.createRange();
          range.selectNodeContents(node);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > allowed(text);
        })
        .map((node) => node.textContent?.trim().slice(0, 60))
    );
  });
  expect.soft(broken, `${what}: words broken up`).toEqual([]);
}

/** Checks that no word of a title or label is broken, except very long ones such as an address. */
export async function expectTitles(page: Page, what: string) {
  const broken = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'h1, h2, h3, h4, label, legend, dt, th, button strong, li > strong',
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      // Texts for screen readers only are one pixel wide.
      .filter((element) => element.getBoundingClientRect().width > 2)
      .flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}{2,20}/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) {
              found.push(word);
            }
          }
        }
        return found;
      }),
  );
  expect.soft(broken, `${what}: titles or labels broken up`).toEqual([]);
}

/**
 * Checks that neither the page nor a window over it scrolls sideways, once it has followed the last
 * change of the window's size.
 */
export async function expectNarrow(page: Page, what: string) {
  const findWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog[open]')].flatMap((place) => {
        if (place.scrollWidth <= place.clientWidth) return [];
        const edge = place.getBoundingClientRect().left + place.clientWidth;
        const culprits = [...place.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > edge + 1)
          .map((element) => element.outerHTML.slice(0, 120));
        return culprits.slice(-2);
      }),
    );
  const message = `${what}: wider than the window`;
  await expect.configure({ soft: true }).poll(findWide, { message, timeout: 5000 }).toEqual([]);
}

/** Maximum height of a bar at the bottom of a phone's window: a quarter, in pixels. */
const BAR = 740 / 4;

/** Checks at phone width that bars at the bottom leave enough room for the content. */
export async function expectLowBars(page: Page, what: string) {
  const tall = await page.evaluate((max) => {
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    return [...place.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { position, bottom } = getComputedStyle(element);
        return /sticky|fixed/.test(position) && bottom === '0px';
      })
      .filter(({ offsetHeight }) => offsetHeight >= max)
      .map(({ offsetHeight, outerHTML }) => `${offsetHeight} by ${outerHTML.slice(0, 80)}`);
  }, BAR);
  expect.soft(tall, `${what}: covered`).toEqual([]);
}

/** Checks that no sticky element covers the text at 400 % (WCAG 2.2, 1.4.10 and 2.4.11). */
export async function expectRoomToRead(page: Page, what: string) {
  const bars = await page.evaluate(() => {
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    return [...place.querySelectorAll<HTMLElement>('*')]
      .filter((element) => /sticky|fixed/.test(getComputedStyle(element).position))
      .map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML }))
      .filter(({ box }) => box.width > innerWidth / 2 && box.top < innerHeight && box.bottom > 0)
      .map(({ box, html }) => ({ share: box.height / innerHeight, html: html.slice(0, 80) }));
  });
  const covered = bars.reduce((sum, { share }) => sum + share, 0);
  expect.soft(covered, `${what}: covered by ${JSON.stringify(bars)}`).toBeLessThan(COVERED);
}

/** Increases text spacing, as a reader may, while `work` runs. */
export function withSpacing(page: Page, work: () => Promise<void>) {
  return withSheet(page, SPACING, work);
}

/** Doubles only the text size, like a phone's setting, while `work` runs. */
export function withLargeText(page: Page, work: () => Promise<void>) {
  return withSheet(page, 'html { font-size: 200%; }', work);
}

async function withSheet(page: Page, css: string, work: () => Promise<void>) {
  const sheet = await page.evaluateHandle((rules) => {
    const added = new CSSStyleSheet();
    added.replaceSync(rules);
    document.adoptedStyleSheets.push(added);
    return added;
  }, css);
  await work();
  await sheet.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== added);
  });
}
