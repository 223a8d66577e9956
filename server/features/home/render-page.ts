import type { PublicConfig } from '#contract/config.ts';
import { escapeHtml } from '../../html.ts';

/**
 * Fills the built page with the shop's settings, so that the browser needs no extra trip for them.
 * @param template the built page, with its two places: the settings and the shop's name
 */
export function renderPage(template: string, settings: PublicConfig): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const script = `<script type="application/json" id="app-config">${json}</script>`;
  return template
    .replaceAll('__SHOP_NAME__', () => escapeHtml(settings.shop.name))
    .replace('<!--app-config-->', () => script);
}

/** The same page, hidden by its style sheet until its script shows it. */
export function hidePage(page: string): string {
  return page.replace('<html ', '<html data-account="pending" ');
}
