import * as z from 'zod';
import { PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { PAPER_NAMES } from '#domain/production/paper.ts';
import { PROOF_MODES } from '#domain/production/proofs.ts';
import { emailKey } from '#server/lib/canonical-email.ts';

// Parsers of variables' texts, which `rules.mjs` has checked.

const number = z.coerce.number();
const text = z.string().trim();
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const list = z.string().transform((all) =>
  all
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** E-mails in their canonical spelling. */
const emails = list.transform((all) => all.map(emailKey));

/** `Name <a@b.cl>`, or the address alone. */
const mailbox = text.transform((all) => {
  const [, name = '', address = all] = /^([^<>]*)<([^<>]+)>$/.exec(all) ?? [];
  return { name: name.trim().replaceAll(/^"|"$/g, '').trim(), address: address.trim() };
});

const origin = z.string().transform((url) => new URL(url).origin);

/** Trusting every proxy's X-Forwarded-For would let a client choose its own address. */
const PRIVATE_NETWORKS = 'loopback, linklocal, uniquelocal';

/** The proxies whose X-Forwarded-For is trusted; false: none. */
const proxies = z.union([
  z.literal('off').transform(() => false as const),
  z.literal('on').transform(() => PRIVATE_NETWORKS),
  list.transform(String),
]);

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every environment variable: how it is parsed, and its default. */
export const variables = z.object({
  PORT: number.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  TRUST_PROXY: proxies.default(false),
  RATE_LIMITS: onOff.default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  ALERT_URL: text.optional(),
  ALERT_URL_LOCAL: onOff.default(false),
  UPDATES_URL: text.optional(),
  METRICS_PORT: number.optional(),
  METRICS_TOKEN: z.string().optional(),

  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  FILES: z.enum(['disk', 's3']).optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_BUCKET: text.optional(),
  BACKUP_S3_REGION: text.optional(),
  BACKUP_S3_ENDPOINT: origin.optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  PICTURE_DAYS: number.optional(),

  SMTP_URL: z.string().optional(),
  MAIL_FROM: mailbox.optional(),

  SHOP_NAME: text.default('Pines'),
  SHOP_EMAIL: text.default(''),
  SHOP_WHATSAPP: text.default(''),
  SHOP_RUT: text.default(''),
  SHOP_ADDRESS: text.default('Chillán, Chile'),

  PIN_FACE_MM: number.default(DEFAULT_PRESS.faceMm),
  PIN_CUT_MM: number.default(DEFAULT_PRESS.cutMm),
  PIN_SAFE_MM: number.default(DEFAULT_PRESS.safeMm),
  PAPER: z.enum(PAPER_NAMES).default('a4'),
  PROOF: z.enum(PROOF_MODES).default('ask'),

  AUTH_PROVIDER: z.enum(['embedded', 'firebase']).default('embedded'),
  FIREBASE_PROJECT_ID: text.optional(),
  FIREBASE_API_KEY: text.optional(),
  FIREBASE_AUTH_DOMAIN: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
  AUTH_SECRET: z.string().optional(),
  ADMIN_EMAILS: emails.default([]),
  ADMIN_2FA: z.enum(['off', 'required']).default('off'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: text.default('https://accounts.google.com'),

  PAYMENTS: z.enum(['off', ...PAYMENT_PROVIDERS]).default('off'),
  WEBPAY_COMMERCE_CODE: text.optional(),
  WEBPAY_API_KEY: text.optional(),
  WEBPAY_URL: text.optional(),
  MERCADOPAGO_ACCESS_TOKEN: text.optional(),
  MERCADOPAGO_WEBHOOK_SECRET: text.optional(),
  MERCADOPAGO_URL: text.optional(),
  FINTOC_SECRET_KEY: text.optional(),
  FINTOC_LINK_TOKEN: text.optional(),
  FINTOC_ACCOUNT_ID: text.optional(),
  FINTOC_WEBHOOK_SECRET: text.optional(),
  FINTOC_URL: text.optional(),

  GOOGLE_MAPS_API_KEY: text.optional(),
  GOOGLE_MAPS_MAP_ID: text.default('DEMO_MAP_ID'),
  MAP_TILES_URL: z.string().default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  GEOCODER_URL: text.default('https://nominatim.openstreetmap.org'),
});

export type Values = z.output<typeof variables>;
