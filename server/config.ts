import { join, resolve } from 'node:path';
import * as z from 'zod';
import { isEmail } from '#domain/delivery.ts';
import type { Mailbox } from '#domain/mailbox.ts';
import { PAPER_NAMES, type Paper } from '#domain/paper.ts';
import { DEFAULT_PRESS, MAX_PRESS_MM, type Press } from '#domain/press.ts';
import { canonicalEmail } from './canonical-email.ts';

/** The settings, read once from the environment and checked before anything starts. */
export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  webDir: string;
  database: Readonly<{ kind: 'sqlite' } | { kind: 'postgres'; url: string }>;
  mail: Readonly<
    { from: Mailbox } & ({ kind: 'files'; folder: string } | { kind: 'smtp'; url: string })
  >;
  shop: Readonly<{ name: string; email: string; whatsapp: string; rut: string; address: string }>;
  press: Press;
  /** The press sheet's, unless one is asked for. */
  paper: Paper;
  /** The site's origin, such as `https://pines.cl`; null: the address it listens on. */
  publicUrl: string | null;
  auth: AuthConfig;
  maps: MapConfig;
  /** Lower case; an account whose verified e-mail is one of these is an admin. */
  adminEmails: readonly string[];
  /** Whether admins must have a second factor, or may. */
  adminSecondFactor: 'required' | 'off';
  /** Whose X-Forwarded-For to believe: nobody's, or these proxies' addresses. */
  trustProxy: false | string;
  corsOrigins: readonly string[];
  rateLimits: boolean;
  /** Days after an order's end when its pictures are removed; null: never. */
  pictureDays: number | null;
  logLevel: (typeof LOG_LEVELS)[number];
}>;

type AuthConfig = Readonly<{
  provider: 'embedded';
  /** Null: made once and kept in the data folder. */
  secret: string | null;
  /** Null: not offered. */
  google: Readonly<{ clientId: string; clientSecret: string; issuer: string }> | null;
}>;

type MapConfig = Readonly<
  | { provider: 'google'; apiKey: string; mapId: string }
  /** `tilesUrl` has `{z}`, `{x}` and `{y}` for the tile, and `{s}` for one of the servers a, b, c. */
  | { provider: 'osm'; tilesUrl: string; geocoderUrl: string }
>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const WEB_DIR = resolve(import.meta.dirname, '../dist/web');

/** Every wrong variable, one clear line each. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

/** @returns an e-mail in its one spelling */
function readEmail(text: string, { addIssue }: z.core.$RefinementCtx): string {
  const email = canonicalEmail(text);
  if (email === null) addIssue('must be a comma list of e-mail addresses');
  return email ?? '';
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const PICTURE_DAYS_RANGE = 'must be a number of days from 1 to 36500';

const millimetres = (otherwise: number) => {
  const error = `must be millimetres, more than 0 and up to ${MAX_PRESS_MM}`;
  return z.coerce
    .number({ error })
    .positive({ error })
    .max(MAX_PRESS_MM, { error })
    .default(otherwise);
};

const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

/** Believing anybody's X-Forwarded-For would let a caller choose its own address. */
const PRIVATE_NETWORKS = 'loopback, linklocal, uniquelocal';

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

const origin = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an origin such as https://shop.cl' })
  .refine((url) => /^\/?$/.test(new URL(url).pathname + new URL(url).search), {
    error: 'must be an origin without a path, such as https://shop.cl',
  })
  .transform((url) => new URL(url).origin);

const tilesTemplate = z
  .string()
  .refine(
    (url) =>
      ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
      /^https?:\/\/[^/]/.test(url) &&
      URL.canParse(url.replaceAll('{s}', 'a')),
    { error: 'must be a template such as https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
  );

/** `Name <a@b.cl>`, or the address alone. */
const mailbox = z.string().transform((text, { addIssue }): Mailbox => {
  const [, name = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  if (!isEmail(address)) addIssue('must be an address such as Pines <hola@shop.cl>');
  return { name: name.trim().replaceAll(/^"|"$/g, ''), address };
});

const variables = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number from 0 to 65535' })
    .int({ error: 'must be a port number from 0 to 65535' })
    .min(0, { error: 'must be a port number from 0 to 65535' })
    .max(65_535, { error: 'must be a port number from 0 to 65535' })
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' })
    .refine(URL.canParse, { error: 'must be a URL such as postgres://user:password@host/shop' })
    .optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text), {
      error: 'must be an address such as smtps://user:password@smtp.host:465',
    })
    .optional(),
  MAIL_FROM: mailbox.optional(),
  SHOP_NAME: z.string().default('Pines'),
  SHOP_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  SHOP_WHATSAPP: z.string().default(''),
  SHOP_RUT: z.string().default(''),
  SHOP_ADDRESS: z.string().default('Chillán, Chile'),
  PIN_FACE_MM: millimetres(DEFAULT_PRESS.faceMm),
  PIN_CUT_MM: millimetres(DEFAULT_PRESS.cutMm),
  PIN_SAFE_MM: millimetres(DEFAULT_PRESS.safeMm),
  PAPER: z.enum(PAPER_NAMES, { error: `must be one of ${PAPER_NAMES.join(', ')}` }).default('a4'),
  PUBLIC_URL: origin.optional(),
  AUTH_PROVIDER: z
    .enum(['embedded', 'firebase'], { error: 'must be embedded' })
    .refine((provider) => provider !== 'firebase', {
      error: 'firebase is not available yet: use embedded',
    })
    .default('embedded'),
  AUTH_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  ADMIN_EMAILS: list.pipe(z.array(z.string().transform(readEmail))).default([]),
  ADMIN_2FA: z.enum(['off', 'required'], { error: 'must be off or required' }).default('off'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://accounts.google.com' })
    .default('https://accounts.google.com'),
  GOOGLE_MAPS_API_KEY: z.string().trim().optional(),
  GOOGLE_MAPS_MAP_ID: z.string().trim().default('DEMO_MAP_ID'),
  MAP_TILES_URL: tilesTemplate.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  GEOCODER_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be a URL such as https://nominatim.openstreetmap.org',
    })
    .default('https://nominatim.openstreetmap.org'),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  RATE_LIMITS: onOff.default(true),
  PICTURE_DAYS: z.coerce
    .number({ error: PICTURE_DAYS_RANGE })
    .int({ error: PICTURE_DAYS_RANGE })
    .min(1, { error: PICTURE_DAYS_RANGE })
    .max(36_500, { error: PICTURE_DAYS_RANGE })
    .optional(),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info'),
});

/**
 * Reads the settings.
 * @param env by default the process's environment; an empty variable counts as unset
 * @throws ConfigError naming every variable that cannot be used
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `${issue.path[0]?.toString()}: ${issue.message}`,
    );
    throw new ConfigError([...new Set(lines)]);
  }
  const values = parsed.data;
  refuseHalfSettings(values);
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    webDir: WEB_DIR,
    database: databaseOf(values.DATABASE_URL),
    mail: mailOf(values),
    shop: {
      name: values.SHOP_NAME,
      email: values.SHOP_EMAIL ?? '',
      whatsapp: values.SHOP_WHATSAPP,
      rut: values.SHOP_RUT,
      address: values.SHOP_ADDRESS,
    },
    press: {
      faceMm: values.PIN_FACE_MM,
      cutMm: values.PIN_CUT_MM,
      safeMm: values.PIN_SAFE_MM,
    },
    paper: values.PAPER,
    publicUrl: values.PUBLIC_URL ?? null,
    auth: authOf(values),
    maps: mapsOf(values),
    adminEmails: values.ADMIN_EMAILS,
    adminSecondFactor: values.ADMIN_2FA,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    rateLimits: values.RATE_LIMITS,
    pictureDays: values.PICTURE_DAYS ?? null,
    logLevel: values.LOG_LEVEL,
  });
}

type Values = z.output<typeof variables>;

/** @throws ConfigError for settings that make no sense without another, or beside it */
function refuseHalfSettings(values: Values): void {
  const lines: string[] = [];
  if (values.DATABASE_URL && !values.AUTH_SECRET) {
    lines.push('AUTH_SECRET: is required with DATABASE_URL (32 characters or more, kept secret)');
  }
  if (values.GOOGLE_CLIENT_ID && !values.GOOGLE_CLIENT_SECRET) {
    lines.push('GOOGLE_CLIENT_SECRET: is required with GOOGLE_CLIENT_ID');
  }
  if (values.GOOGLE_CLIENT_SECRET && !values.GOOGLE_CLIENT_ID) {
    lines.push('GOOGLE_CLIENT_ID: is required with GOOGLE_CLIENT_SECRET');
  }
  if (values.SMTP_URL && !values.MAIL_FROM && !values.SHOP_EMAIL) {
    lines.push('MAIL_FROM: must be set with SMTP_URL (or SHOP_EMAIL)');
  }
  if (values.PIN_FACE_MM >= values.PIN_CUT_MM) {
    lines.push(`PIN_FACE_MM: must be less than PIN_CUT_MM (${values.PIN_CUT_MM})`);
  }
  if (values.PIN_SAFE_MM >= values.PIN_FACE_MM) {
    lines.push(`PIN_SAFE_MM: must be less than PIN_FACE_MM (${values.PIN_FACE_MM})`);
  }
  if (lines.length > 0) throw new ConfigError(lines);
}

function authOf(values: Values): AuthConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  return {
    provider: 'embedded',
    secret: values.AUTH_SECRET ?? null,
    google:
      clientId && clientSecret ? { clientId, clientSecret, issuer: values.GOOGLE_ISSUER } : null,
  };
}

function mapsOf(values: Values): MapConfig {
  const { GOOGLE_MAPS_API_KEY: apiKey, GOOGLE_MAPS_MAP_ID: mapId } = values;
  return apiKey
    ? { provider: 'google', apiKey, mapId }
    : { provider: 'osm', tilesUrl: values.MAP_TILES_URL, geocoderUrl: values.GEOCODER_URL };
}

function databaseOf(url: string | undefined): Config['database'] {
  return url ? { kind: 'postgres', url } : { kind: 'sqlite' };
}

/** Stands in files for the sender that nobody has named; no mail is ever sent from it. */
const NO_SENDER = 'no-responder@pines.invalid';

function mailOf(values: Values): Config['mail'] {
  const { SMTP_URL, MAIL_FROM, SHOP_NAME, SHOP_EMAIL, DATA_DIR } = values;
  const address = MAIL_FROM?.address ?? SHOP_EMAIL ?? NO_SENDER;
  const from = { name: MAIL_FROM?.name || SHOP_NAME, address };
  return SMTP_URL
    ? { kind: 'smtp', url: SMTP_URL, from }
    : { kind: 'files', folder: join(resolve(DATA_DIR), 'mail'), from };
}
