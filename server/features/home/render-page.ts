import type { PublicConfig } from '#contract/home/config.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type DeliveryPromise, shortDays } from '#domain/delivery/promise.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { instagramUrl } from '#domain/home/instagram-url.ts';
import type { ShippingPrices } from '#domain/orders/prices.ts';
import { chatNumber } from '#domain/people/phones.ts';
import type { Pin } from '#domain/pins/pin.ts';
import { describePrices, PRICES_TITLE } from '#domain/pins/price-table.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { escapeHtml, type Html, html } from '#server/lib/html.ts';

export type Site = {
  shop: PublicConfig['shop'];
  pin: Pin;
  shipping: ShippingPrices;
  delivery: PublicConfig['delivery'];
  /** The link to its page; null if there is none. */
  instagram: string | null;
  /** The home page's URL; null until it is configured. */
  home: string | null;
  /** The origin of its files. */
  assets: string;
  description: string;
};

type Known = Pick<PublicConfig, 'shop' | 'prices' | 'press' | 'delivery' | 'face'>;

/** @param where.origin PUBLIC_URL, or the address it listens on; `publicUrl` is null without one */
export function describeSite(
  { shop, prices, press, delivery, face }: Known,
  { origin, publicUrl }: { origin: string; publicUrl: string | null },
): Site {
  const [pin] = offeredPins({ prices, press });
  return {
    ...{ shop, pin, shipping: prices, delivery },
    instagram: face?.instagram ? instagramUrl(face.instagram) : null,
    home: publicUrl === null ? null : `${publicUrl}/`,
    assets: origin,
    description:
      `Convierte tus imágenes en pines personalizados: ${formatPesos(pin.price.pin)} cada uno, ` +
      `sin mínimo, listos en ${shortDays(delivery)} días hábiles y con despacho a todo Chile.`,
  };
}

/**
 * Fills the built page with the shop's settings, so that the browser needs no extra request for
 * them.
 * @param template the built page, with placeholders such as `__SHOP_NAME__`
 */
export function renderPage(template: string, settings: PublicConfig, site: Site): string {
  const { shop, shown, notice } = settings;
  const written: [string, string][] = [
    ['SHOP_NAME', shop.name],
    ['NOTICE', notice.text],
    ...Object.entries(shown),
  ];
  const config = dataBlock(settings, html`type="application/json" id="app-config"`);
  const fillings = new Map([
    ['<!--app-head-->', renderHead(site).markup + config.markup],
    ['<!--app-contact-->', renderContact(site).markup],
    ['__PRICES__', renderPrices(settings.products).markup],
    ...written.map(([place, text]): [string, string] => [`__${place}__`, escapeHtml(text)]),
  ]);
  // One pass: a filled-in text that looks like a placeholder is not replaced again.
  return template.replaceAll(
    /<!--app-(?:head|contact)-->|__[A-Za-z]+(?:_[A-Z]+)*__/g,
    (place) => fillings.get(place) ?? place,
  );
}

/** Returns the page in the form that its style sheet hides until its script shows it. */
export function hidePage(page: string): string {
  return page.replace('<html ', '<html data-account="pending" ');
}

const SHARED_PICTURE = {
  path: '/share.jpg',
  width: 1200,
  height: 630,
  alt: 'Una mesa llena de pines de todos los colores',
};

/** Metadata for search engines and link previews; it has no effect on the page. */
function renderHead(site: Site): Html {
  const { shop, home, assets, description } = site;
  const title = `${shop.name} · Pines personalizados`;
  const address = home
    ? html`<link rel="canonical" href="${home}"><meta property="og:url" content="${home}">`
    : html``;
  return html`<meta name="description" content="${description}">
    ${address}
    <meta property="og:type" content="website">
    <meta property="og:locale" content="es_CL">
    <meta property="og:site_name" content="${shop.name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:image" content="${assets}${SHARED_PICTURE.path}">
    <meta property="og:image:width" content="${SHARED_PICTURE.width}">
    <meta property="og:image:height" content="${SHARED_PICTURE.height}">
    <meta property="og:image:alt" content="${SHARED_PICTURE.alt}">
    <meta name="twitter:card" content="summary_large_image">
    ${dataBlock(structuredData(site), html`type="application/ld+json"`)}`;
}

/** Embeds data for scripts or crawlers, escaped so that it cannot close its script element. */
function dataBlock(data: object, attributes: Html): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return { markup: `<script ${attributes.markup}>${json}</script>` };
}

const COUNTRY = 'CL';
const CURRENCY = 'CLP';
const schema = (name: string) => `https://schema.org/${name}`;

/** Leaves out facts that are not set. */
function known(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== '' && value !== null),
  );
}

function shipping({ minDays, maxDays }: DeliveryPromise, price: number, place: string) {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: price, currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: COUNTRY, name: place },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(schema),
      },
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: minDays,
        maxValue: maxDays,
        unitCode: 'DAY',
      },
    },
  };
}

/** Ley 19.496, article 3 bis: custom-made goods are exempt from the right of withdrawal. */
const returns = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: COUNTRY,
  returnPolicyCategory: schema('MerchantReturnNotPermitted'),
  itemDefectReturnFees: schema('FreeReturn'),
};

/** Describes the shop and its products to search engines (schema.org, as JSON-LD). */
export function structuredData(site: Site) {
  const { shop, pin, shipping: prices, delivery, assets, home, instagram, description } = site;
  const seller = { '@type': 'OnlineStore', name: shop.name };
  const store = known({
    ...seller,
    url: home,
    logo: `${assets}/icon-512.png`,
    email: shop.email,
    telephone: shop.whatsapp,
    taxID: shop.rut,
    address: shop.address,
    sameAs: instagram,
    areaServed: COUNTRY,
  });
  const product = {
    '@type': 'Product',
    name: 'Pin personalizado',
    description,
    image: `${assets}/share.jpg`,
    brand: { '@type': 'Brand', name: shop.name },
    offers: known({
      '@type': 'Offer',
      url: home,
      price: pin.price.pin,
      priceCurrency: CURRENCY,
      availability: schema('InStock'),
      itemCondition: schema('NewCondition'),
      seller,
      shippingDetails: [
        shipping(delivery, prices.shippingChillan, 'Chillán'),
        ...prices.shippingByRegion.map(({ region, price }) =>
          shipping(delivery, price, regionName(region)),
        ),
        shipping(delivery, prices.shipping, 'Chile'),
      ],
      hasMerchantReturnPolicy: returns,
    }),
  };
  return { '@context': 'https://schema.org', '@graph': [store, product] };
}

/** How to order without JavaScript; empty when the shop has set no contact. */
function renderContact({ shop: { email, whatsapp }, instagram }: Site): Html {
  const ways = [
    ...(email ? [html`al correo <a href="mailto:${email}">${email}</a>`] : []),
    ...(whatsapp
      ? [html`por <a href="https://wa.me/${chatNumber(whatsapp)}">WhatsApp ${whatsapp}</a>`]
      : []),
    ...(instagram ? [html`por <a href="${instagram}">Instagram</a>`] : []),
  ];
  const [first, ...others] = ways;
  if (!first) return html``;
  const last = others.pop();
  const list = html`${first}${others.map((way) => html`, ${way}`)}${last ? html` o ${last}` : html``}`;
  return html`También puedes escribirnos ${list}, y tomamos tu pedido por ahí.`;
}

/** Only a page with prices by quantity carries it. */
const PRICES_STYLE =
  '.guide-prices{--ground:var(--color-paper);margin:var(--space-4) 0 var(--space-2)}' +
  '.guide-prices table{border-collapse:collapse;font-variant-numeric:tabular-nums}' +
  '.guide-prices :is(th,td){padding:var(--space-2);border-bottom:var(--hairline);overflow-wrap:normal;text-align:end}' +
  '.guide-prices th:first-child{padding-inline-start:0;text-align:start}' +
  // The wizard has a table of its own.
  ':root:has([aria-label="Tu pedido"] h2) .guide-priced{display:none}';

/** Returns the home page's table of unit prices; empty where there is one price. */
function renderPrices(products: PublicConfig['products']): Html {
  const table = describePrices(products);
  if (table === null) return html``;
  const { heads, rows, note } = table;
  const title = 'prices-title';
  return html`<style>${{ markup: PRICES_STYLE }}</style><section class="guide-section guide-priced" aria-labelledby="${title}">
    <h2 id="${title}" class="guide-heading">${PRICES_TITLE}</h2>
    <div class="scrolls-across guide-prices" role="group" aria-labelledby="${title}" tabindex="0"><table aria-labelledby="${title}">
    <thead><tr><th scope="col">Producto</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(({ name, prices }) => html`<tr><th scope="row">${name}</th>${prices.map((price) => html`<td>${price}</td>`)}</tr>`)}</tbody>
    </table></div>${note === '' ? html`` : html`<p class="soft">${note}</p>`}</section>`;
}
