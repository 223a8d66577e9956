import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PublicConfig, readConfig } from '#contract/config.ts';
import { mayHaveSession } from '#contract/session-hint.ts';
import { arrivalOf } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { payingInWords } from '#domain/legal/payment.ts';
import { formatPesos } from '#domain/money.ts';
import { providerName } from '#domain/payment.ts';
import { describeBack, describeMakes, describeStart, formatMm } from '#domain/pins/pin.ts';
import { offeredProducts } from '#domain/pins/products.ts';
import {
  type DeliveryTerms,
  describeArrival,
  describeDays,
  promiseTo,
  shortDays,
} from '#domain/promise.ts';
import { noticeOn, pinsOf } from '#domain/settings.ts';
import { offeredWays } from '#domain/ways.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { sendError } from '#server/http/errors.ts';
import { packText, sendPacked } from '#server/http/packed-text.ts';
import { serve, succeed } from '#server/http/route.ts';
import { html } from '#server/lib/html.ts';
import type { SettingsState } from '#server/settings/shop-settings.ts';
import { hidePage, renderPage } from './render-page.ts';
import { describeSite } from './site.ts';

export async function homeRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config } = context;
  const readPublic = async () =>
    publicConfig(config, await context.settings.current(), context.clock());
  // A browser that asks again wants to know what changed.
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
  const { pages, send } = preparePages(build.page, readPublic, context);
  app.addHook('onListen', async () => void (await pages()));
  await siteFiles(app, context, build.manifest);
  await app.register(fastifyStatic, {
    root: config.webDir,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: isPublic,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(config.webDir, 'assets'));
      reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    wantsJson(request) ? reply.header('vary', 'accept').send(await greet()) : send(request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? send(request, reply) : sendError(request, reply, 'not_found'),
  );
}

/** The parts of the built web that the server fills in; null where there is no whole build. */
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

/** The page goes out filled in, not as it was built; hidden files are the build's own. */
function isPublic(path: string): boolean {
  return path !== '/index.html' && !path.includes('/.');
}

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Whether the one page answers: it does at every address without a file's extension. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? url;
  const isRead = method === 'GET' || method === 'HEAD';
  const isApi = path === '/api' || path.startsWith('/api/') || path.startsWith('/files/');
  return isRead && !isApi && isPublic(path) && extname(path) === '';
}

/**
 * Makes the page ready to go out: filled in and packed once for what the browser may know and the
 * origin that the site has.
 * @param template the page as it was built
 * @param readPublic tells what the browser may know now
 */
function preparePages(template: string, readPublic: () => Promise<PublicConfig>, context: Context) {
  const scripts = inlineScriptSources(template);
  let packed: { key: string; pages: ReturnType<typeof pack> } | null = null;

  async function pack(known: PublicConfig, origin: string) {
    const site = describeSite(known, { origin, publicUrl: context.config.publicUrl });
    const page = renderPage(template, known, site);
    const [shown, hidden] = await Promise.all([packText(page), packText(hidePage(page))]);
    return { shown, hidden };
  }

  /** With a free port the origin is known once it listens. */
  async function pages() {
    const known = await readPublic();
    const key = `${context.publicUrl} ${JSON.stringify(known)}`;
    if (packed?.key !== key) packed = { key, pages: pack(known, context.publicUrl) };
    return packed.pages;
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers, url } = request;
    const { shown, hidden } = await pages();
    // A browser that may have a session shows nothing until it knows who is signed in.
    const page = mayHaveSession(headers.cookie ?? '') ? hidden : shown;
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', allowScripts(policy, scripts))
      .header('vary', 'accept, cookie');
    // Every address shows the one page; it is to be found under one.
    if (url.split('?')[0] !== '/') reply.header('x-robots-tag', 'noindex');
    return sendPacked(request, reply, page);
  }

  return { pages, send };
}

/** @returns the sources by which a policy allows the scripts that the built page itself holds */
function inlineScriptSources(template: string): string[] {
  return [...template.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** @param policy a Content-Security-Policy */
function allowScripts(policy: string, sources: readonly string[]): string {
  return policy.replace(/script-src[^;]*/, (rule) => [rule, ...sources].join(' '));
}

const KEPT = 'public, max-age=3600';

/** What robots and browsers look for at the root; `manifest` is without the shop's name. */
async function siteFiles(app: FastifyInstance, context: Context, manifest: object): Promise<void> {
  const hidden = { schema: { hide: true } };

  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', KEPT).send(robots(context)),
  );
  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', KEPT)
      .send(sitemap(context.publicUrl)),
  );
  app.get('/manifest.webmanifest', hidden, async (_request, reply) => {
    const { name } = (await context.settings.current()).settings.seller;
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', KEPT)
      .send(JSON.stringify({ name, short_name: name, ...manifest }));
  });
}

/** The API and the buyers' pictures are nothing to be found by. */
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

/** Returns what the browser may know; `now` in milliseconds since 1970. */
function publicConfig(
  { auth, maps, payments }: Config,
  { settings, termsVersion }: SettingsState,
  now: number,
): PublicConfig {
  const { seller, prices, delivery, notice } = settings;
  const ways = offeredWays(settings);
  const offered = pinsOf(settings);
  const [pin] = offered;
  const { name, email, whatsapp, rut, address } = seller;
  const { ordersClosed, closedText } = notice;
  const today = dayOf(now);
  const arrival = arrivalOf(today, delivery);
  const { regionDays, ...promise } = delivery;
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
      days: shortDays(delivery),
      daysInWords: describeDays(delivery),
      arrival: describeArrival(arrival),
      paying: payingInWords(providerName(payments?.provider)),
    },
    arrival,
    press: pin.press,
    prices,
    products: offeredProducts(settings.products.products),
    delivery: promise,
    ...(regionDays.length > 0 && { arrivals: arrivalsOf(today, delivery) }),
    ...(ways ? { ways } : {}),
    notice: { text: noticeOn(notice, today) ?? '', ordersClosed, closedText },
    termsVersion,
    auth: publicAuth(auth),
    ...(payments && { payments: payments.provider }),
    maps:
      maps.provider === 'google'
        ? { ...maps }
        : { provider: maps.provider, tilesUrl: maps.tilesUrl },
  };
}

/** When an order arrives that is paid today, where parcels take longer. */
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
