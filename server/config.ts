import { resolve } from 'node:path';
import * as z from 'zod';

/** The settings, read once from the environment and checked before anything starts. */
export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  webDir: string;
  database: Readonly<{ kind: 'sqlite' } | { kind: 'postgres'; url: string }>;
  shop: Readonly<{ name: string; email: string; whatsapp: string; rut: string; address: string }>;
  /** Whether to believe X-Forwarded-For; a text lists the proxies' addresses. */
  trustProxy: boolean | string;
  corsOrigins: readonly string[];
  rateLimits: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
}>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const WEB_DIR = resolve(import.meta.dirname, '../dist/web');

/** Every wrong variable, one clear line each. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

const proxies = z
  .string()
  .regex(/^(on|off|[\da-fA-F.:/, ]+)$/, {
    error: "must be on, off or a list of the proxies' addresses",
  })
  .transform((value) => (value === 'on' ? true : value === 'off' ? false : value));

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
    .optional(),
  SHOP_NAME: z.string().default('Pines'),
  SHOP_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  SHOP_WHATSAPP: z.string().default(''),
  SHOP_RUT: z.string().default(''),
  SHOP_ADDRESS: z.string().default('Chillán, Chile'),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: list
    .pipe(z.array(z.url({ error: 'must be a comma list of origins such as https://shop.cl' })))
    .default([]),
  RATE_LIMITS: onOff.default(true),
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
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    webDir: WEB_DIR,
    database: databaseOf(values.DATABASE_URL),
    shop: {
      name: values.SHOP_NAME,
      email: values.SHOP_EMAIL ?? '',
      whatsapp: values.SHOP_WHATSAPP,
      rut: values.SHOP_RUT,
      address: values.SHOP_ADDRESS,
    },
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
  });
}

function databaseOf(url: string | undefined): Config['database'] {
  return url ? { kind: 'postgres', url } : { kind: 'sqlite' };
}
