import { expect, test } from 'vitest';
import type { PublicConfig } from '#contract/home/config.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { defaultProducts, offeredPins } from '#domain/pins/products.ts';
import type { Site } from './render-page.ts';
import { renderPage } from './render-page.ts';

const TEMPLATE =
  '<title>__SHOP_NAME__</title><!--app-head--><h1>__SHOP_NAME__</h1><p><!--app-contact--></p></body>';

function settings(name: string, contact: Partial<PublicConfig['shop']> = {}): PublicConfig {
  const shop = { name, email: '', whatsapp: '', rut: '', address: '', ...contact };
  return {
    shop,
    shown: {
      pin: '$1.700',
      make: '58 mm',
      back: 'Un alfiler.',
      size: '58 mm',
      sizeMm: '58',
      shippingChillan: '',
      shipping: '',
      ways: '',
      days: '5-7',
      daysInWords: '',
      arrival: '',
      paying: '',
    },
    arrival: { from: '2026-12-01', to: '2026-12-03' },
    press: DEFAULT_PRESS,
    prices: DEFAULT_PRICES,
    products: defaultProducts({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS }),
    delivery: DEFAULT_PROMISE,
    notice: { text: '', ordersClosed: false, closedText: '' },
    termsVersion: '2026-11-21',
    auth: { provider: 'embedded', google: false },
    maps: { provider: 'osm', tilesUrl: '' },
  };
}

function siteOf(config: PublicConfig, home: string | null = 'https://pines.cl/'): Site {
  const [pin] = offeredPins(config);
  return {
    ...config,
    ...{ pin, shipping: config.prices, home, instagram: null },
    assets: 'https://pines.cl',
    description: 'Pines',
  };
}

function render(config: PublicConfig, home?: string | null): string {
  return renderPage(TEMPLATE, config, siteOf(config, home));
}

/** Returns the parsed content of one of the page's data blocks. */
function readBack(page: string, attributes: string): unknown {
  const [, json = ''] = new RegExp(`<script ${attributes}>(.*?)</script>`, 's').exec(page) ?? [];
  return JSON.parse(json);
}

const CONFIG = 'type="application/json" id="app-config"';
const FACTS = 'type="application/ld\\+json"';

test.each([
  'Pines',
  `O'Higgins & "Hijos" <b>`,
  "$& $` $' $1 $$",
  '</script><script>alert(1)</script>',
  '<!--app-head-->',
  '<!--app-contact-->',
  '__SHOP_NAME__',
  '\u2028 \u2029 ñandú 🧷',
])('the page says the shop is called %s and nothing else', (name) => {
  const page = render(settings(name));
  expect(readBack(page, CONFIG)).toEqual(settings(name));
  expect(readBack(page, FACTS)).toMatchObject({ '@graph': [{ name }, { brand: { name } }] });
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page.endsWith('</p></body>')).toBe(true);
});

test('every placeholder of the page is filled in', () => {
  const { shown } = settings('Pines');
  const places = Object.keys(shown).map((name) => `<p>__${name}__</p>`);
  const template = `${places.join('')}<!--app-head-->`;
  const page = renderPage(template, settings('Pines'), siteOf(settings('Pines')));
  expect(page).not.toContain('__');
  expect(page).toContain(`<p>${shown.pin}</p>`);
});

test('prices by quantity are written into the page, and nothing where there is one', () => {
  const known = settings('Pines');
  const [product] = known.products;
  if (!product) throw new Error('a product is missing');
  const priced = {
    ...known,
    products: [{ ...product, name: '<b>', steps: [{ from: 10, price: 990 }] }],
  };
  const written = renderPage('__PRICES__', priced, siteOf(priced));
  expect(written.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
    'Precio de cada pin Producto 1 pin 10 o más &lt;b&gt;, 58 mm $1.700 $990 Se suman',
  );
  expect(renderPage('__PRICES__', known, siteOf(known))).toBe('');
});

test('markup in the name shows as text in title, heading and card', () => {
  const page = render(settings(`<b>&"'$&`));
  const text = '&lt;b&gt;&amp;&quot;&#39;$&amp;';
  expect(page.startsWith(`<title>${text}</title>`)).toBe(true);
  expect(page).toContain(`<h1>${text}</h1>`);
  expect(page).toContain(`<meta property="og:site_name" content="${text}">`);
});

test('has its URL only if the site has a public one', () => {
  const known = render(settings('Pines'));
  expect(known).toContain('<link rel="canonical" href="https://pines.cl/">');
  expect(known).toContain('<meta property="og:url" content="https://pines.cl/">');
  const unknown = render(settings('Pines'), null);
  expect(unknown).not.toContain('canonical');
  expect(unknown).not.toContain('og:url');
  expect(JSON.stringify(readBack(unknown, FACTS))).not.toContain('"url"');
});

test.each([
  [{}, '<p></p>'],
  [
    { email: 'hola@pines.cl' },
    '<p>También puedes escribirnos al correo <a href="mailto:hola@pines.cl">hola@pines.cl</a>,',
  ],
  [
    { email: 'a@b.cl', whatsapp: '+56 9 8765 4321' },
    'a@b.cl</a> o por <a href="https://wa.me/56987654321">WhatsApp +56 9 8765 4321</a>,',
  ],
  [{ whatsapp: '9 8765 4321' }, '<a href="https://wa.me/56987654321">WhatsApp 9 8765 4321</a>'],
  [{ whatsapp: '"><script>9' }, '<a href="https://wa.me/9">WhatsApp &quot;&gt;&lt;script&gt;9</a>'],
])('tells who has no script how to reach the shop: %j', (contact, said) => {
  expect(render(settings('Pines', contact))).toContain(said);
});
