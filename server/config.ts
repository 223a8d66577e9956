import { join, resolve } from 'node:path';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { formatRut } from '#domain/base/rut.ts';
import { defaultProducts } from '#domain/pins/products.ts';
import type { ProofMode } from '#domain/production/proofs.ts';
import {
  mapGroups,
  SETTINGS_GROUPS,
  type Settings,
  settingsGroups,
} from '#domain/settings/settings.ts';
import { type FintocSettings, fintocOf } from './config/bank.ts';
import { type FirebaseSettings, firebaseOf } from './config/firebase.ts';
import { listLocalUrls, type WatchConfig } from './config/local-urls.ts';
import { type PaymentSettings, paymentsOf } from './config/payments.ts';
import { listProblems, setVariables } from './config/rules.mjs';
import { type Values, variables } from './config/variables.ts';
import { isLocalHost } from './lib/outbound.ts';

/**
 * The configuration, read once from the environment and validated before anything starts. Settings
 * that the owner changes in the panel are not part of it: they come from `Context.settings` alone.
 */
export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  webDir: string;
  database: Readonly<{ kind: 'sqlite' } | { kind: 'postgres'; url: string }>;
  files: FilesConfig;
  backup: BackupConfig;
  /** `from` is the sender's address; the sender's name comes from the settings. */
  mail: Readonly<
    { from: string } & ({ kind: 'files'; folder: string } | { kind: 'smtp'; url: string })
  >;
  /** Whether buyers approve their pins before they are printed. */
  proof: ProofMode;
  /** The site's origin, such as `https://pines.cl`; null: the address that the shop listens on. */
  publicUrl: string | null;
  auth: AuthConfig;
  /** The provider of online payments; null: there are none. */
  payments: PaymentSettings | null;
  /** Where the bank's movements are read without a file; null: nowhere. */
  fintoc: FintocSettings | null;
  maps: MapConfig;
  /** Lower case; an account whose verified e-mail is one of these is an admin. */
  adminEmails: readonly string[];
  /** Whether a second factor is required of admins, or optional. */
  adminSecondFactor: 'required' | 'off';
  /** The proxies whose X-Forwarded-For is trusted; false: none. */
  trustProxy: false | string;
  corsOrigins: readonly string[];
  rateLimits: boolean;
  /** Days after an order's end until its pictures are removed; null: they are kept. */
  pictureDays: number | null;
  logLevel: Values['LOG_LEVEL'];
  watch: WatchConfig;
  /** Null: no metrics. With a null `port` they are served on the main port and need `token`. */
  metrics: Readonly<{ port: number | null; token: string | null }> | null;
}>;

/** A configuration with the default settings, which are valid until the owner saves others. */
export type StartConfig = Config & Readonly<{ defaults: Settings }>;

/** A bucket of an S3-compatible server. */
export type Bucket = Readonly<{
  name: string;
  region: string;
  /** Null: Amazon's own. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}>;

/** Where new files are stored; if there is a bucket, older files may be in either place. */
type FilesConfig = Readonly<
  { newIn: 'disk'; bucket: Bucket | null } | { newIn: 's3'; bucket: Bucket }
>;

/** Where nightly copies are stored; `data`: in the data folder, without files. */
type BackupConfig = Readonly<{
  /** Encrypts all copies; null: they are readable. */
  passphrase: string | null;
  place: Readonly<
    { kind: 'data' } | { kind: 'folder'; folder: string } | { kind: 'bucket'; bucket: Bucket }
  >;
}>;

type AuthConfig = Readonly<{
  /** Null: generated once and stored in the data folder. */
  secret: string | null;
}> &
  Readonly<
    | {
        provider: 'embedded';
        /** Null: sign-in with Google is off. */
        google: Readonly<{ clientId: string; clientSecret: string; issuer: string }> | null;
      }
    | { provider: 'firebase'; firebase: FirebaseSettings }
  >;

type MapConfig = Readonly<
  | { provider: 'google'; apiKey: string; mapId: string }
  /**
   * `tilesUrl` has `{z}`, `{x}` and `{y}` for the tile, and `{s}` for one of the servers a, b, c.
   */
  | { provider: 'osm'; tilesUrl: string; geocoderUrl: string }
>;

const WEB_DIR = resolve(import.meta.dirname, '../dist/web');

/** Its message has one line for each invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/**
 * Reads the configuration.
 * @param env environment variables; an empty one counts as unset
 * @throws ConfigError naming every variable that cannot be used
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): StartConfig {
  const problems = listProblems(env);
  if (problems.length > 0) throw new ConfigError(problems);
  const values = variables.parse(setVariables(env));
  const refused = [...listLocalUrls(values), ...listRefusedDefaults(values)];
  if (refused.length > 0) throw new ConfigError(refused);
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    webDir: WEB_DIR,
    database: databaseOf(values.DATABASE_URL),
    files: filesOf(values),
    backup: backupOf(values),
    mail: mailOf(values),
    defaults: defaultSettings(values),
    proof: values.PROOF,
    publicUrl: values.PUBLIC_URL ?? null,
    auth: authOf(values),
    payments: paymentsOf(values),
    fintoc: fintocOf(values),
    maps: mapsOf(values),
    adminEmails: values.ADMIN_EMAILS,
    adminSecondFactor: values.ADMIN_2FA,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    rateLimits: values.RATE_LIMITS,
    pictureDays: values.PICTURE_DAYS ?? null,
    logLevel: values.LOG_LEVEL,
    metrics: metricsOf(values),
    watch: {
      alertUrl: values.ALERT_URL ?? null,
      updatesUrl: values.UPDATES_URL ?? null,
      mayBeLocal: values.ALERT_URL_LOCAL,
    },
  });
}

function authOf(values: Values): AuthConfig {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  const secret = values.AUTH_SECRET ?? null;
  const firebase = firebaseOf(values);
  if (firebase) return { provider: 'firebase', secret, firebase };
  return {
    provider: 'embedded',
    secret,
    google:
      clientId && clientSecret ? { clientId, clientSecret, issuer: values.GOOGLE_ISSUER } : null,
  };
}

function metricsOf({ METRICS_PORT: port, METRICS_TOKEN: token }: Values): Config['metrics'] {
  if (port === undefined && token === undefined) return null;
  return { port: port ?? null, token: token ?? null };
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

/** Accepted by S3-compatible servers that have no regions. */
const USUAL_REGION = 'us-east-1';

function filesOf(values: Values): FilesConfig {
  const bucket = bucketOf(values, 'S3');
  return bucket ? { newIn: values.FILES ?? 's3', bucket } : { newIn: 'disk', bucket };
}

function backupOf(values: Values): BackupConfig {
  const { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase = null } = values;
  const bucket = bucketOf(values, 'BACKUP_S3');
  if (bucket) return { passphrase, place: { kind: 'bucket', bucket } };
  return {
    passphrase,
    place: folder ? { kind: 'folder', folder: resolve(folder) } : { kind: 'data' },
  };
}

function bucketOf(values: Values, variables: 'S3' | 'BACKUP_S3'): Bucket | null {
  const name = values[`${variables}_BUCKET`];
  const accessKeyId = values[`${variables}_ACCESS_KEY_ID`];
  const secretAccessKey = values[`${variables}_SECRET_ACCESS_KEY`];
  if (!name || !accessKeyId || !secretAccessKey) return null;
  const region = values[`${variables}_REGION`] ?? USUAL_REGION;
  const endpoint = values[`${variables}_ENDPOINT`] ?? null;
  return { name, region, endpoint, accessKeyId, secretAccessKey };
}

/** The sender in mail files when none is configured; no mail is ever sent from this address. */
const NO_SENDER = 'no-responder@pines.invalid';

function mailOf(values: Values): Config['mail'] {
  const { SMTP_URL, MAIL_FROM, SHOP_EMAIL, DATA_DIR } = values;
  const from = MAIL_FROM?.address || SHOP_EMAIL || NO_SENDER;
  return SMTP_URL
    ? { kind: 'smtp', url: SMTP_URL, from }
    : { kind: 'files', folder: join(resolve(DATA_DIR), 'mail'), from };
}

/** Returns the settings that are valid until the owner saves others. */
function defaultSettings(values: Values): Settings {
  const usual = mapGroups<Settings>((group) => settingsGroups[group].usual);
  const press = {
    ...usual.press,
    faceMm: values.PIN_FACE_MM,
    cutMm: values.PIN_CUT_MM,
    safeMm: values.PIN_SAFE_MM,
    paper: values.PAPER,
  };
  return {
    ...usual,
    seller: {
      name: values.SHOP_NAME,
      email: values.SHOP_EMAIL,
      whatsapp: values.SHOP_WHATSAPP,
      rut: formatRut(values.SHOP_RUT),
      address: values.SHOP_ADDRESS,
      senderName: values.MAIL_FROM?.name ?? '',
      senderEmail: '',
    },
    press,
    products: { products: defaultProducts({ prices: usual.prices, press }) },
  };
}

/** The variable that each default comes from. */
const sources: Readonly<Record<string, keyof Values>> = {
  'seller.name': 'SHOP_NAME',
  'seller.email': 'SHOP_EMAIL',
  'seller.whatsapp': 'SHOP_WHATSAPP',
  'seller.rut': 'SHOP_RUT',
  'seller.address': 'SHOP_ADDRESS',
  'seller.senderName': 'MAIL_FROM',
  'press.faceMm': 'PIN_FACE_MM',
  'press.safeMm': 'PIN_SAFE_MM',
};

/**
 * Returns a line for each variable that the settings' own schemas refuse: the panel could neither
 * show it nor save it again.
 */
function listRefusedDefaults(values: Values): string[] {
  const defaults = defaultSettings(values);
  return SETTINGS_GROUPS.flatMap((group) => {
    // Derived from `prices` and `press`, which are checked as groups of their own.
    if (group === 'products') return [];
    const { error } = settingsSchemas[group].safeParse(defaults[group]);
    return (error?.issues ?? []).map((issue) => {
      const setting = [group, ...issue.path].join('.');
      const variable = sources[setting];
      if (!variable) throw new Error(`no variable is behind the setting ${setting}`);
      return `${variable}: ${issue.message}`;
    });
  });
}

/** Returns one line for each setting that works but is unsafe; logged once at start. */
export function configWarnings({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  if (publicUrl === null || !isUnencrypted(publicUrl)) return [];
  return [
    `PUBLIC_URL: ${publicUrl} va sin cifrar; en el camino se pueden leer contraseñas, sesiones y pedidos. Usa https://`,
  ];
}

/** Returns whether others on the way could read what a browser exchanges with a URL. */
export function isUnencrypted(url: string): boolean {
  const target = new URL(url);
  return target.protocol !== 'https:' && !isLocalHost(target);
}
