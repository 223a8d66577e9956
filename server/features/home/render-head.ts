import { type Html, html } from '../../html.ts';
import type { Site } from './site.ts';
import { structuredData } from './structured-data.ts';

const SHARED_PICTURE = {
  path: '/share.jpg',
  width: 1200,
  height: 630,
  alt: 'Una mesa llena de pines de todos los colores',
};

/** What search engines and those who preview a link read: its markup has no effect on the page. */
export function renderHead(site: Site): Html {
  const { shop, home, assets, description } = site;
  const title = `${shop.name} · Pines personalizados`;
  const address = home
    ? html`<link rel="canonical" href="${home}"><meta property="og:url" content="${home}">`
    : html``;
  return html`<meta name="description" content="${description}">
    <link rel="manifest" href="/manifest.webmanifest">
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

/** Data for scripts or robots; it can neither end its block nor run. */
export function dataBlock(data: object, attributes: Html): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return { markup: `<script ${attributes.markup}>${json}</script>` };
}
