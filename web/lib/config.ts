import type { PublicConfig } from '#contract/config.ts';
import { DEFAULT_PRESS } from '#domain/press.ts';

/** What stands for the shop's name until the server, which knows it, puts it into the page. */
const NAME_PLACEHOLDER = '__SHOP_NAME__';

/** What is known while the page is rendered at build time. */
const unfilled: PublicConfig = {
  shop: { name: NAME_PLACEHOLDER, email: '', whatsapp: '', rut: '', address: '' },
  press: DEFAULT_PRESS,
  auth: { provider: 'embedded', google: false },
  maps: { provider: 'osm', tilesUrl: '' },
};

/** Reads the settings that the server wrote into the page. */
export function readPageConfig(page: Document): PublicConfig {
  const text = page.getElementById('app-config')?.textContent;
  return text ? JSON.parse(text) : unfilled;
}

export { unfilled as prerenderConfig };
