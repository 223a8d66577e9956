import type { PublicConfig } from '#contract/config.ts';
import { escapeHtml, html } from '../../html.ts';
import { renderContact } from './render-contact.ts';
import { dataBlock, renderHead } from './render-head.ts';
import type { Site } from './site.ts';

/**
 * Fills the built page with the shop's settings, so that the browser needs no extra trip for them.
 * @param template the built page, with its places: the head's end, the contact, the shop's name
 */
export function renderPage(template: string, settings: PublicConfig, site: Site): string {
  const config = dataBlock(settings, html`type="application/json" id="app-config"`);
  const fillings = new Map([
    ['<!--app-head-->', renderHead(site).markup + config.markup],
    ['<!--app-contact-->', renderContact(site).markup],
    ['__SHOP_NAME__', escapeHtml(settings.shop.name)],
  ]);
  // In one go: what is put in, a name such as `__SHOP_NAME__` say, is not filled again.
  return template.replaceAll(
    /<!--app-(?:head|contact)-->|__SHOP_NAME__/g,
    (place) => fillings.get(place) ?? place,
  );
}

/** The same page, hidden by its style sheet until its script shows it. */
export function hidePage(page: string): string {
  return page.replace('<html ', '<html data-account="pending" ');
}
