import type { PublicConfig } from '#contract/config.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

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

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
