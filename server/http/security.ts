import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';

const self = "'self'";

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const further = [mapSources(config.maps), firebaseSources(config.auth), formSources(config)];
  const allow = (kind: Kind) => further.flatMap((sources) => sources[kind] ?? []);
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
        connectSrc: [self, ...allow('connect')],
        fontSrc: [self, 'data:', ...allow('font')],
        formAction: [self, ...allow('form')],
        frameAncestors: ["'none'"],
        ...(config.auth.provider === 'firebase' && { frameSrc: allow('frame') }),
        imgSrc: [self, 'blob:', 'data:', ...allow('img')],
        objectSrc: ["'none'"],
        scriptSrc: [self, ...allow('script')],
        styleSrc: [self, "'unsafe-inline'", ...allow('style')],
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
      strictPreflight: false,
    });
  }
}

/** Sources that a page needs besides the shop's own, by kind. */
type Kind = 'connect' | 'font' | 'form' | 'frame' | 'img' | 'script' | 'style';
type Sources = Partial<Record<Kind, readonly string[]>>;

/** The payment form is posted to its provider; none to a provider with a plain redirect. */
function formSources({ payments }: Config): Sources {
  return payments?.provider === 'webpay' ? { form: [payments.url] } : {};
}

/** Hosts of accounts and of token renewal, and Google's script that communicates with the popup. */
const google: Sources = {
  script: ['https://apis.google.com'],
  connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
};

function firebaseSources(auth: Config['auth']): Sources {
  if (auth.provider !== 'firebase') return {};
  const { authDomain, emulatorUrl } = auth.firebase;
  if (emulatorUrl) return { ...google, connect: [emulatorUrl], frame: [emulatorUrl] };
  return { ...google, frame: [`https://${authDomain}`] };
}

/** Hosts from Google's guide to content security policies, without those of unused features. */
const googleHosts: Sources = {
  img: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  script: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:'],
  style: ['https://fonts.googleapis.com'],
  font: ['https://fonts.gstatic.com'],
};

function mapSources(maps: Config['maps']): Sources {
  if (maps.provider === 'google') return googleHosts;
  // `{s}` stands for one of three servers.
  const urls = ['a', 'b', 'c'].map((server) => maps.tilesUrl.replaceAll('{s}', server));
  return { img: [...new Set(urls.map((url) => new URL(url).origin))] };
}
