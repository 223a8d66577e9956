import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PublicConfig, readConfig } from '#contract/home/config.ts';
import { mayHaveSession } from '#contract/people/session-hint.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { arrivalOf } from '#domain/delivery/business-days.ts';
import {
  type DeliveryTerms,
  describeArrival,
  describeDays,
  promiseTo,
  shortDays,
} from '#domain/delivery/promise.ts';
import { describeChoice } from '#domain/delivery/way-texts.ts';
import { offeredWays } from '#domain/delivery/ways.ts';
import { PHOTO_WIDTHS, photoUrl } from '#domain/home/face-photos.ts';
import { instagramName } from '#domain/home/instagram.ts';
import { payingInWords } from '#domain/legal/payment.ts';
import { providerName } from '#domain/payments/attempt.ts';
import { describeBack, describeMakes, describeStart, formatMm } from '#domain/pins/pin.ts';
import { offeredProducts } from '#domain/pins/products.ts';
import type { Face, FacePhoto } from '#domain/settings/face.ts';
import { noticeOn } from '#domain/settings/notice-texts.ts';
import { pinsOf } from '#domain/settings/settings.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { sendError } from '#server/http/errors.ts';
import { packText, sendPacked } from '#server/http/packed-text.ts';
import { serve, succeed } from '#server/http/route.ts';
import { html } from '#server/lib/html.ts';
import type { SettingsState } from '#server/settings/shop-settings.ts';
import { applyFace } from './apply-face.ts';
import { facePhotos } from './face-photos.ts';
import { describeSite, hidePage, renderPage } from './render-page.ts';

export async function homeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context;
  const readPublic = async () =>
    publicConfig(config, await context.settings.current(), context.clock());
  // A browser that requests it again wants the current settings.
  serve(app, readConfig, async ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return succeed(await readPublic());
  });

  const build = await readBuild(config.webDir);
  const greet = async () => ({
    success: true,
    name: (await readPublic()).shop.name,
    message: 'La tienda está abierta',
  });
  if (build === null) {
    app.log.warn('the web pages are not built: only the API is served');
    app.get('/', { schema: { hide: true } }, greet);
    app.setNotFoundHandler((request, reply) => sendError(request, reply, 'not_found'));
    return;
  }
  const photos = facePhotos(app, context);
  const applyOwn = (page: string) => applyFace(context, photos, page);
  const { pages, send } = preparePages(build.page, { readPublic, applyOwn }, context);
  app.addHook('onListen', async () => void (await pages()));
  siteFiles(app, context, build.manifest);
  const files = {
    root: config.webDir,
    index: false,
    cacheControl: false,
    // The files are small; a range beyond the end would be an error.
    acceptRanges: false,
    allowedPath: isPublic,
    setHeaders: (reply: FastifyReply, path: string) => {
      const isHashed = /^(assets|media)\//.test(relative(config.webDir, path));
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  } satisfies FastifyStaticOptions;
  await app.register(fastifyStatic, { ...files, preCompressed: true });
  // A picture has no compressed copies to look for first.
  const media = { root: join(config.webDir, 'media'), prefix: '/media/', decorateReply: false };
  await app.register(fastifyStatic, { ...files, ...media });
  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    wantsJson(request) ? reply.header('vary', 'accept').send(await greet()) : send(request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? send(request, reply) : sendError(request, reply, 'not_found'),
  );
}

/** Reads the files of the web build that the server fills in; null when the build is missing. */
async function readBuild(webDir: string): Promise<{ page: string; manifest: object } | null> {
  const read = (name: string) => readFile(join(webDir, name), 'utf8');
  try {
    return {
      page: await read('index.html'),
      manifest: JSON.parse(await read('manifest.webmanifest')),
    };
  } catch {
    return null;
  }
}

/** `index.html` is only served filled in; hidden files are internal to the build. */
function isPublic(path: string): boolean {
  return path !== '/index.html' && !path.includes('/.');
}

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Returns whether the single page is served: it is for every path without a file extension. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? url;
  const isRead = method === 'GET' || method === 'HEAD';
  const isApi = path === '/api' || path.startsWith('/api/') || path.startsWith('/files/');
  return isRead && !isApi && isPublic(path) && extname(path) === '';
}

/**
 * Prepares the page: it is filled in and compressed once, and again when the public settings or the
 * site's origin change.
 * @param template the built page
 * @param parts.readPublic returns the current public settings
 * @param parts.applyOwn returns a page with the shop's own look
 */
function preparePages(
  template: string,
  {
    readPublic,
    applyOwn,
  }: { readPublic: () => Promise<PublicConfig>; applyOwn: (page: string) => Promise<string> },
  context: Context,
) {
  const scripts = inlineScriptSources(template);
  let packed: { key: string; pages: ReturnType<typeof pack> } | null = null;

  async function pack(known: PublicConfig, origin: string) {
    const site = describeSite(known, { origin, publicUrl: context.config.publicUrl });
    const page = await applyOwn(renderPage(template, known, site));
    const [shown, hidden] = await Promise.all([packText(page), packText(hidePage(page))]);
    return { shown, hidden };
  }

  /** With port 0 the origin is only known once the server listens. */
  async function pages() {
    const known = await readPublic();
    const { face } = (await context.settings.current()).settings;
    const key = `${context.publicUrl} ${JSON.stringify([known, face])}`;
    if (packed?.key !== key) packed = { key, pages: pack(known, context.publicUrl) };
    return packed.pages;
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers, url } = request;
    const { shown, hidden } = await pages();
    // With a possible session, the page stays hidden until the script knows who is signed in.
    const page = mayHaveSession(headers.cookie ?? '') ? hidden : shown;
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', allowScripts(policy, scripts))
      .header('vary', 'accept, cookie');
    // Every URL shows the same page; only one of them is to be indexed.
    if (url.split('?')[0] !== '/') reply.header('x-robots-tag', 'noindex');
    return sendPacked(request, reply, page);
  }

  return { pages, send };
}

/** Returns the policy sources (hashes) that allow the page's inline scripts. */
function inlineScriptSources(template: string): string[] {
  const [, ...scripts] = template.split('<script');
  return scripts.map((each) => {
    const script = each.slice(each.indexOf('>') + 1, each.indexOf('</script>'));
    return `'sha256-${hash('sha256', script, 'base64')}'`;
  });
}

/** @param policy a Content-Security-Policy */
function allowScripts(policy: string, sources: readonly string[]): string {
  return policy.replace(/script-src[^;]*/, (rule) => [rule, ...sources].join(' '));
}

/**
 * Serves what crawlers and browsers request at the root.
 * @param manifest without the shop's name
 */
function siteFiles(app: FastifyInstance, context: Context, manifest: object): void {
  const serveText = (path: string, type: string, write: () => string | Promise<string>) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=3600')
        .send(await write()),
    );
  serveText('/robots.txt', 'text/plain', () => robots(context));
  serveText('/sitemap.xml', 'application/xml', () => sitemap(context.publicUrl));
  serveText('/manifest.webmanifest', 'application/manifest+json', async () => {
    const { name } = (await context.settings.current()).settings.seller;
    return JSON.stringify({ name, short_name: name, ...manifest });
  });
}

/** Search engines index neither the API nor the buyers' pictures. */
function robots({ publicUrl }: Context): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /files/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemap(origin: string): string {
  const { markup } =
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/</loc></url></urlset>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`;
}

/** Returns the configuration that browsers may see; `now` in milliseconds since 1970. */
function publicConfig(
  { auth, maps, payments }: Config,
  { settings, termsVersion }: SettingsState,
  now: number,
): PublicConfig {
  const { seller, face, prices, delivery, notice } = settings;
  const { depositPercent, depositFrom } = settings.payment;
  const ways = offeredWays(settings);
  const choice = describeChoice(ways);
  const offered = pinsOf(settings);
  const [pin] = offered;
  const { name, email, whatsapp, rut, address } = seller;
  const { ordersClosed, closedText } = notice;
  const today = dayOf(now);
  const arrival = arrivalOf(today, delivery);
  const { regionDays, asksForDay, ...promise } = delivery;
  return {
    shop: { name, email, whatsapp, rut, address },
    shown: {
      pin: describeStart(offered),
      make: describeMakes(offered),
      back: describeBack(pin),
      size: formatMm(pin.press.faceMm),
      sizeMm: String(pin.press.faceMm),
      shippingChillan: formatPesos(prices.shippingChillan),
      shipping: formatPesos(prices.shipping),
      ways: choice === null ? '' : ` ${choice}`,
      days: shortDays(delivery),
      daysInWords: describeDays(delivery),
      arrival: describeArrival(arrival),
      paying: payingInWords({
        paysBy: providerName(payments?.provider),
        deposit: settings.payment,
        ways,
      }),
    },
    arrival,
    press: pin.press,
    prices,
    products: offeredProducts(settings.products.products),
    delivery: promise,
    ...(asksForDay && { asksForDay }),
    ...(regionDays.length > 0 && { arrivals: arrivalsOf(today, delivery) }),
    ways: { home: true, payOnArrival: false, ...ways },
    ...publicFace(face),
    notice: { text: noticeOn(notice, today) ?? '', ordersClosed, closedText },
    termsVersion,
    auth: publicAuth(auth),
    ...(payments && { payments: payments.provider }),
    ...(depositPercent !== null && { deposit: { depositPercent, depositFrom } }),
    maps:
      maps.provider === 'google'
        ? { ...maps }
        : { provider: maps.provider, tilesUrl: maps.tilesUrl },
  };
}

function describePhoto({ imageUrl, alt }: FacePhoto) {
  const avif = PHOTO_WIDTHS.map((width) => [width, photoUrl(imageUrl, width, 'avif')] as const);
  const source = { avif: Object.fromEntries(avif), webp: photoUrl(imageUrl, 640, 'webp') };
  return { name: imageUrl, alt, source };
}

function publicFace({ instagram, hours, photos }: Face): Pick<PublicConfig, 'face'> {
  const name = instagramName(instagram);
  const face = {
    ...(name && { instagram: name }),
    ...(hours && { hours }),
    ...(photos.length > 0 && { photos: photos.map(describePhoto) }),
  };
  return Object.keys(face).length > 0 ? { face } : {};
}

/** Arrival of an order paid today, for each region with extra transport days. */
function arrivalsOf(today: string, delivery: DeliveryTerms) {
  return delivery.regionDays.map(({ region, days }) => ({
    ...{ region, days },
    ...arrivalOf(today, promiseTo({ region }, delivery)),
  }));
}

function publicAuth(auth: Config['auth']): PublicConfig['auth'] {
  if (auth.provider === 'embedded') {
    return { provider: auth.provider, google: auth.google !== null };
  }
  const { projectId, apiKey, authDomain, emulatorUrl } = auth.firebase;
  return { provider: auth.provider, google: true, projectId, apiKey, authDomain, emulatorUrl };
}
