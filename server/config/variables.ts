import * as z from 'zod';
import { PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';
import { isEmail } from '#domain/people/emails.ts';
import { DEFAULT_PRESS, PRESS_MM } from '#domain/pins/pin.ts';
import { PAPER_NAMES } from '#domain/production/paper.ts';
import { PROOF_MODES } from '#domain/production/proofs.ts';
import { canonicalEmail } from '#server/lib/canonical-email.ts';

// Parsers of variables' texts; each error message says which value is expected.

/** A whole number within a range. @param what the expected value, without the range */
function wholeNumber(what: string, { min, max }: { min: number; max: number }) {
  const error = `must be ${what} from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** A length in millimetres, bounds included. */
function millimetres({ min, max }: { min: number; max: number }) {
  const error = `must be millimetres from ${min} to ${max}`;
  return z.coerce.number({ error }).min(min, { error }).max(max, { error });
}

function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  const all = names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`;
  return z.enum(names, { error: `must be ${all}` });
}

const onOff = oneOf(['on', 'off']).transform((value) => value === 'on');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** E-mails in their canonical spelling. */
const emails = list.pipe(
  z.array(
    z.string().transform((text, { addIssue }) => {
      const email = canonicalEmail(text);
      if (email === null) addIssue('must be a comma list of e-mail addresses');
      return email ?? '';
    }),
  ),
);

/** `Name <a@b.cl>`, or the address alone. */
const mailbox = z.string().transform((text, { addIssue }) => {
  const [, name = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  if (!isEmail(address)) addIssue('must be an address such as Pines <hola@shop.cl>');
  return { name: name.trim().replaceAll(/^"|"$/g, '').trim(), address };
});

const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a URL such as ${example}` });

const watchUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `debe ser una dirección como ${example}` });

const origin = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an origin such as https://shop.cl' })
  .refine((url) => /^\/?$/.test(new URL(url).pathname + new URL(url).search), {
    error: 'must be an origin without a path, such as https://shop.cl',
  })
  .transform((url) => new URL(url).origin);

/** A host with an optional port, without `https://` and path. */
const hostName = (example: string) =>
  z
    .string()
    .trim()
    .regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i, {
      error: `must be a host such as ${example}`,
    });

/** A Firebase project's id. */
const projectId = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{3,}$/, { error: 'must be a project id such as pines-1a2b3' });

const bucketName = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    error: 'must be a name of 3 to 63 lower-case letters, digits, dots and hyphens',
  });

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' })
  .refine(URL.canParse, { error: 'must be a URL such as postgres://user:password@host/shop' });

const smtpUrl = z.string().refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text), {
  error: 'must be an address such as smtps://user:password@smtp.host:465',
});

const tilesTemplate = z
  .string()
  .refine(
    (url) =>
      ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
      /^https?:\/\/[^/]/.test(url) &&
      URL.canParse(url.replaceAll('{s}', 'a')),
    { error: 'must be a template such as https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
  );

/** Trusting every proxy's X-Forwarded-For would let a client choose its own address. */
const PRIVATE_NETWORKS = 'loopback, linklocal, uniquelocal';

/** The proxies whose X-Forwarded-For is trusted; false: none. */
const proxies = z.union(
  [
    z.literal('off').transform(() => false as const),
    z.literal('on').transform(() => PRIVATE_NETWORKS),
    list
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).min(1))
      .transform(String),
  ],
  { error: "must be on, off or a comma list of the proxies' addresses" },
);

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every environment variable: how it is parsed, and its default. */
export const variables = z.object({
  PORT: wholeNumber('a port number', { min: 0, max: 65_535 }).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  TRUST_PROXY: proxies.default(false),
  RATE_LIMITS: onOff.default(true),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  ALERT_URL: watchUrl('https://ntfy.sh/mi-tienda').optional(),
  ALERT_URL_LOCAL: onOff.default(false),
  UPDATES_URL: watchUrl('https://pines.cl/version.txt').optional(),
  METRICS_PORT: wholeNumber('a port number', { min: 0, max: 65_535 }).optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),

  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  FILES: oneOf(['disk', 's3']).optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: z.string().trim().optional(),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_REGION: z.string().trim().optional(),
  BACKUP_S3_ENDPOINT: origin.optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().trim().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, { error: 'debe tener al menos 12 caracteres' }).optional(),
  PICTURE_DAYS: wholeNumber('a number of days', { min: 1, max: 36_500 }).optional(),

  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),

  // The settings' own schemas validate these; see `listRefusedDefaults`.
  SHOP_NAME: z.string().trim().default('Pines'),
  SHOP_EMAIL: z.string().trim().default(''),
  SHOP_WHATSAPP: z.string().trim().default(''),
  SHOP_RUT: z.string().trim().default(''),
  SHOP_ADDRESS: z.string().trim().default('Chillán, Chile'),

  PIN_FACE_MM: millimetres(PRESS_MM).default(DEFAULT_PRESS.faceMm),
  PIN_CUT_MM: millimetres(PRESS_MM).default(DEFAULT_PRESS.cutMm),
  PIN_SAFE_MM: millimetres(PRESS_MM).default(DEFAULT_PRESS.safeMm),
  PAPER: oneOf(PAPER_NAMES).default('a4'),
  PROOF: oneOf(PROOF_MODES).default('ask'),

  AUTH_PROVIDER: oneOf(['embedded', 'firebase']).default('embedded'),
  FIREBASE_PROJECT_ID: projectId.optional(),
  FIREBASE_API_KEY: z.string().trim().optional(),
  FIREBASE_AUTH_DOMAIN: hostName('pines.firebaseapp.com').optional(),
  FIREBASE_AUTH_EMULATOR_HOST: hostName('127.0.0.1:9099').optional(),
  AUTH_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  ADMIN_EMAILS: emails.default([]),
  ADMIN_2FA: oneOf(['off', 'required']).default('off'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: webAddress('https://accounts.google.com').default('https://accounts.google.com'),

  PAYMENTS: oneOf(['off', ...PAYMENT_PROVIDERS]).default('off'),
  // Only strings: they are validated for the configured provider alone, in `paymentRules`.
  WEBPAY_COMMERCE_CODE: z.string().trim().optional(),
  WEBPAY_API_KEY: z.string().trim().optional(),
  WEBPAY_URL: z.string().trim().optional(),
  MERCADOPAGO_ACCESS_TOKEN: z.string().trim().optional(),
  MERCADOPAGO_WEBHOOK_SECRET: z.string().trim().optional(),
  MERCADOPAGO_URL: z.string().trim().optional(),

  GOOGLE_MAPS_API_KEY: z.string().trim().optional(),
  GOOGLE_MAPS_MAP_ID: z.string().trim().default('DEMO_MAP_ID'),
  MAP_TILES_URL: tilesTemplate.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  GEOCODER_URL: webAddress('https://nominatim.openstreetmap.org').default(
    'https://nominatim.openstreetmap.org',
  ),
});

export type Values = z.output<typeof variables>;
