import { expect, test } from 'vitest';
import type { PublicConfig } from '#contract/config.ts';
import { renderPage } from './render-page.ts';

const TEMPLATE = '<title>__SHOP_NAME__</title><h1>__SHOP_NAME__</h1><!--app-config--></body>';

function settings(name: string): PublicConfig {
  const shop = { name, email: '', whatsapp: '', rut: '', address: '' };
  return {
    shop,
    auth: { provider: 'embedded', google: false },
    maps: { provider: 'osm', tilesUrl: '' },
  };
}

/** @returns what the browser finds in the page */
function readBack(page: string): unknown {
  const [, json = ''] =
    /<script type="application\/json" id="app-config">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}

test.each([
  'Pines',
  `O'Higgins & "Hijos" <b>`,
  "$& $` $' $1 $$",
  '</script><script>alert(1)</script>',
  '<!--app-config-->',
  '__SHOP_NAME__',
  '\u2028 \u2029 ñandú 🧷',
])('the page says the shop is called %s and nothing else', (name) => {
  const page = renderPage(TEMPLATE, settings(name));
  expect(readBack(page)).toEqual(settings(name));
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.endsWith('</script></body>')).toBe(true);
});

test('markup in the name shows as text in title and heading', () => {
  const page = renderPage(TEMPLATE, settings(`<b>&"'$&`));
  const text = '&lt;b&gt;&amp;&quot;&#39;$&amp;';
  expect(page.startsWith(`<title>${text}</title><h1>${text}</h1>`)).toBe(true);
});
