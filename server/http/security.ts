import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';

const self = "'self'";

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const map = mapSources(config.maps);
  const firebase = firebaseSources(config.auth);
  const isKeyed = config.maps.provider === 'google' || config.auth.provider === 'firebase';
  // Built once: Fastify's plugin does it for each request.
  const protect = helmet({
    // Google checks on which site its keys are used; only the origin is sent.
    ...(isKeyed && { referrerPolicy: { policy: 'strict-origin' } }),
    // A sign-in popup has to be able to answer its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        baseUri: ["'none'"],
        connectSrc: [self, ...map.connect, ...firebase.connect],
        fontSrc: [self, 'data:', ...map.font],
        formAction: [self, ...formTargets(config)],
        frameAncestors: ["'none'"],
        ...(firebase.frame.length > 0 && { frameSrc: [...firebase.frame] }),
        imgSrc: [self, 'blob:', 'data:', ...map.img],
        objectSrc: ["'none'"],
        scriptSrc: [self, ...map.script, ...firebase.script],
        styleSrc: [self, "'unsafe-inline'", ...map.style],
        workerSrc: [self, 'blob:'],
      },
    },
  });
  app.addHook('onRequest', ({ raw: request }, { raw: reply }, done) =>
    protect(request, reply, () => done()),
  );
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'content-disposition',
        'etag',
        'idempotency-replayed',
        'retry-after',
        'x-request-id',
      ],
      maxAge: 3600,
    });
  }
}

/**
 * Returns the origin that the payment form is posted to; none for a provider with a plain redirect.
 */
function formTargets({ payments }: Config): string[] {
  return payments?.provider === 'webpay' ? [payments.url] : [];
}

/** Sources that Firebase's sign-in needs in a page. */
type FirebaseSources = Readonly<{
  script: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
}>;

/** Hosts of accounts and of token renewal, and Google's script that communicates with the popup. */
const google = {
  script: ['https://apis.google.com'],
  connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
} as const;

/** Returns the sources of Firebase if it is configured, else none. */
function firebaseSources(auth: Config['auth']): FirebaseSources {
  if (auth.provider !== 'firebase') return { script: [], connect: [], frame: [] };
  const { authDomain, emulatorUrl } = auth.firebase;
  if (emulatorUrl) {
    return { script: google.script, connect: [emulatorUrl], frame: [emulatorUrl] };
  }
  return { ...google, frame: [`https://${authDomain}`] };
}

/** Sources that a page with the map needs, by kind. */
type MapSources = Readonly<{
  img: readonly string[];
  script: readonly string[];
  connect: readonly string[];
  style: readonly string[];
  font: readonly string[];
}>;

/** Hosts from Google's guide to content security policies, without those of unused features. */
const googleHosts: MapSources = {
  img: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  script: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:'],
  style: ['https://fonts.googleapis.com'],
  font: ['https://fonts.gstatic.com'],
};

/** Returns the sources of the configured map, and no others. */
function mapSources(maps: Config['maps']): MapSources {
  if (maps.provider === 'google') return googleHosts;
  return { img: tileOrigins(maps.tilesUrl), script: [], connect: [], style: [], font: [] };
}

/** `{s}` stands for one of three servers. */
function tileOrigins(template: string): string[] {
  const urls = ['a', 'b', 'c'].map((server) => template.replaceAll('{s}', server));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
