import type { Page } from '@playwright/test';

/**
 * Keeps a page from being drawn after its first paint, for which its program waits, and blocks the
 * site's photos: together a third of the cost of opening the shop. Layout, focus, touch and
 * `toBeVisible` work as usual; what checks colours or pixels calls `draw` first.
 */
export async function leaveUndrawn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setBlockedURLs', { urls: ['*/assets/*.avif'] });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html, dialog, ::backdrop { opacity: 0 !important }');
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      document.adoptedStyleSheets = [sheet];
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** Draws the page until it is reloaded. */
export async function draw(page: Page) {
  await page.evaluate(() => {
    for (const sheet of document.adoptedStyleSheets)
      if (sheet.cssRules[0]?.cssText.includes('opacity: 0')) sheet.disabled = true;
  });
}
