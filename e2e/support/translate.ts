import { expect, type Page } from '@playwright/test';

/**
 * Replaces each text of the page by elements, now and after each change, as a browser's translator
 * does. The words stay the same.
 */
export async function translate(page: Page) {
  await page.addInitScript(startTranslator);
}

/** Runs in the page. */
function startTranslator() {
  const isOurs = (text: Node) => text.parentElement?.closest('font, script, style, svg, textarea');

  const replaceIn = (place: Node) => {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const texts: Node[] = place.nodeType === Node.TEXT_NODE ? [place] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const { parentNode, textContent } = text;
      if (!parentNode || !textContent?.trim() || isOurs(text)) continue;
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = textContent;
      parentNode.replaceChild(font, text);
    }
  };

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(replaceIn);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Checks that no text has a sibling: React would keep the node of such a text, which a translator
 * replaces (`web/jsx/own-texts.ts`). Leaflet and Google draw their own controls.
 */
export async function expectOwnTexts(page: Page, what = '') {
  const beside = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const { parentElement: parent } = text;
      if (!parent || parent.childNodes.length === 1 || !text.textContent?.trim()) continue;
      if (!parent.closest('script, style, noscript, .leaflet-container'))
        found.push(parent.outerHTML.slice(0, 200));
    }
    return found;
  });
  expect.soft(beside, `${what}: texts beside other nodes`).toEqual([]);
}
