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
  const { shop, shown, notice } = settings;
  const written = [
    ['SHOP_NAME', shop.name],
    ['PIN_PRICE', shown.pin],
    ['SHIPPING_CHILLAN', shown.shippingChillan],
    ['SHIPPING', shown.shipping],
    ['DAYS', shown.days],
    ['DAYS_IN_WORDS', shown.daysInWords],
    ['ARRIVAL', shown.arrival],
    ['NOTICE', notice.text],
  ] as const;
  const config = dataBlock(settings, html`type="application/json" id="app-config"`);
  const fillings = new Map([
    ['<!--app-head-->', renderHead(site).markup + config.markup],
    ['<!--app-contact-->', renderContact(site).markup],
    ...written.map(([place, text]): [string, string] => [`__${place}__`, escapeHtml(text)]),
  ]);
  // In one go: what is put in, a name such as `__SHOP_NAME__` say, is not filled again.
  return template.replaceAll(
    /<!--app-(?:head|contact)-->|__[A-Z]+(?:_[A-Z]+)*__/g,
    (place) => fillings.get(place) ?? place,
  );
}

/** The same page, hidden by its style sheet until its script shows it. */
export function hidePage(page: string): string {
  return page.replace('<html ', '<html data-account="pending" ');
}
