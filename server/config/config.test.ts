import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { SETTINGS_GROUPS } from '#domain/settings/settings.ts';
import { loadConfig } from '#server/config.ts';
import { linesOf } from '#server/testing/config-lines.ts';
import { setVariables } from './rules.mjs';
import { variables } from './variables.ts';

const SECRET = 'x'.repeat(32);

test('an empty environment is enough', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    database: { kind: 'sqlite' },
    defaults: {
      seller: { name: 'Pines', email: '', whatsapp: '', rut: '', address: 'Chillán, Chile' },
      press: { faceMm: 58, cutMm: 70, safeMm: 51, paper: 'a4' },
    },
    trustProxy: false,
    corsOrigins: [],
    rateLimits: true,
    pictureDays: null,
    logLevel: 'info',
    metrics: null,
  });
});

test('every variable is documented', () => {
  const listed = readFileSync('docs/configuration.md', 'utf8');
  const missing = Object.keys(variables.shape).filter((name) => !listed.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test('an empty variable counts as unset', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'SHOP_EMAIL', 'CORS_ORIGINS'];
  const others = ['TRUST_PROXY', 'RATE_LIMITS', 'LOG_LEVEL', 'SMTP_URL', 'ADMIN_EMAILS'];
  const empty = Object.fromEntries([...names, ...others].map((name) => [name, ' ']));
  expect(loadConfig(empty)).toEqual(loadConfig({}));
});

test('quotes around a value are no part of it, unless stored data depends on it', () => {
  const secret = `"${'x'.repeat(40)}"`;
  const quoted = { SHOP_NAME: '"Pines Ñuble"', PUBLIC_URL: "'https://pines.cl'", PORT: '"4000"' };
  expect(loadConfig({ ...quoted, AUTH_SECRET: secret })).toMatchObject({
    ...{ publicUrl: 'https://pines.cl', port: 4000 },
    defaults: { seller: { name: 'Pines Ñuble' } },
  });
  expect(setVariables({ AUTH_SECRET: secret, SHOP_NAME: '""' })).toEqual({ AUTH_SECRET: secret });
});

test('the settings cannot be changed afterwards', () => {
  expect(Object.isFrozen(loadConfig({}))).toBe(true);
});

test('a variable that is set is used', () => {
  const config = loadConfig({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/shop',
    DATABASE_URL: 'postgresql://shop@db/shop',
    AUTH_SECRET: SECRET,
    SHOP_NAME: 'Chapitas',
    SHOP_EMAIL: ' hola@chapitas.cl',
    SHOP_RUT: '76.123.456-0 ',
    PAPER: 'letter',
    PIN_FACE_MM: '57.15',
    PIN_CUT_MM: '66.7',
    PIN_SAFE_MM: '50.8',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    CORS_ORIGINS: 'https://a.cl, http://localhost:5173/',
    RATE_LIMITS: 'off',
    PICTURE_DAYS: '90',
    LOG_LEVEL: 'silent',
    METRICS_PORT: '9464',
    METRICS_TOKEN: 'la clave de quien mide',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    dataDir: '/srv/shop',
    database: { kind: 'postgres', url: 'postgresql://shop@db/shop' },
    defaults: {
      seller: { name: 'Chapitas', email: 'hola@chapitas.cl', rut: '76.123.456-0' },
      press: { faceMm: 57.15, cutMm: 66.7, safeMm: 50.8, paper: 'letter' },
    },
    trustProxy: '10.0.0.0/8,::1',
    corsOrigins: ['https://a.cl', 'http://localhost:5173'],
    rateLimits: false,
    pictureDays: 90,
    logLevel: 'silent',
    metrics: { port: 9464, token: 'la clave de quien mide' },
  });
});

test.each([
  ['on', 'loopback, linklocal, uniquelocal'],
  ['off', false],
])('TRUST_PROXY=%s', (value, trustProxy) => {
  expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toBe(trustProxy);
});

test.each([
  ['PORT', 'eighty', 'debe ser un puerto de 0 a 65535'],
  ['PORT', '65536', 'debe ser un puerto de 0 a 65535'],
  ['PORT', '-1', 'debe ser un puerto de 0 a 65535'],
  ['PORT', '80.5', 'debe ser un puerto de 0 a 65535'],
  ['PORT', '0x50', 'debe ser un puerto de 0 a 65535'],
  ['PICTURE_DAYS', '0', 'debe ser un número de días de 1 a 36500'],
  ['PICTURE_DAYS', 'ever', 'debe ser un número de días de 1 a 36500'],
  ['PIN_FACE_MM', 'wide', 'deben ser milímetros de 1 a 300'],
  ['PIN_CUT_MM', '301', 'deben ser milímetros de 1 a 300'],
  ['PIN_CUT_MM', 'Infinity', 'deben ser milímetros de 1 a 300'],
  ['PIN_SAFE_MM', '0.5', 'deben ser milímetros de 1 a 300'],
  ['PIN_FACE_MM', '70', 'debe ser menos que PIN_CUT_MM'],
  ['PIN_FACE_MM', '51', 'debe ser más que PIN_SAFE_MM (51)'],
  ['PIN_SAFE_MM', '58', 'debe ser menos que PIN_FACE_MM'],
  ['DATABASE_URL', 'mysql://x', 'debe empezar con postgres:// o postgresql://'],
  [
    'DATABASE_URL',
    'postgres://[x',
    'debe ser una dirección como postgres://usuario:clave@servidor/tienda',
  ],
  ['FILES', 'cloud', 'debe ser disk o s3'],
  ['BACKUP_PASSPHRASE', 'once letras', 'debe tener al menos 12 caracteres'],
  [
    'SMTP_URL',
    'http://x',
    'debe ser una dirección como smtps://usuario:clave@smtp.servidor.cl:465',
  ],
  ['SHOP_EMAIL', 'hola', 'debe ser un correo como hola@tienda.cl'],
  ['SHOP_NAME', 'Pines\nde Rosa', 'debe ser un nombre en una sola línea'],
  ['SHOP_NAME', 'x'.repeat(61), 'debe tener hasta 60 caracteres'],
  ['SHOP_RUT', '76.123.456-7', 'debe ser un RUT con su dígito verificador, como 76.123.456-0'],
  ['SHOP_ADDRESS', 'x'.repeat(201), 'debe tener hasta 200 caracteres'],
  ['SHOP_WHATSAPP', '+56 9\t1234 5678', 'debe ser un número en una sola línea'],
  ['SHOP_WHATSAPP', 'pines.cl', 'debe ser un número completo, como +56 9 1234 5678'],
  ['MAIL_FROM', `${'x'.repeat(63)} <a@b.cl>`, 'debe tener un nombre más corto'],
  ['PAPER', 'a5', 'debe ser a4, letter o a3'],
  ['AUTH_SECRET', 'short', 'debe tener al menos 32 caracteres'],
  ['METRICS_PORT', '3000', 'debe ser otro puerto que PORT'],
  ['METRICS_TOKEN', 'fifteen letters', 'debe tener al menos 16 caracteres'],
  ['ADMIN_EMAILS', 'a@b.cl,jefe', 'deben ser correos con comas'],
  ['PUBLIC_URL', 'shop.cl', 'debe ser una dirección como https://tienda.cl'],
  [
    'PUBLIC_URL',
    'https://a.cl/x',
    'debe ser una dirección sin nada después del dominio, como https://tienda.cl',
  ],
  ['TRUST_PROXY', 'yes', 'debe ser on, off o una lista con comas de direcciones IP'],
  ['TRUST_PROXY', 'dead.beef', 'debe ser on, off o una lista con comas de direcciones IP'],
  ['TRUST_PROXY', '10.0.0.0/99', 'debe ser on, off o una lista con comas de direcciones IP'],
  ['CORS_ORIGINS', '*', 'debe ser una dirección como https://tienda.cl'],
  [
    'CORS_ORIGINS',
    'https://a.cl/x',
    'debe ser una dirección sin nada después del dominio, como https://tienda.cl',
  ],
  ['CORS_ORIGINS', 'javascript:alert(1)', 'debe ser una dirección como https://tienda.cl'],
  ['RATE_LIMITS', 'false', 'debe ser on o off'],
  ['LOG_LEVEL', 'loud', 'debe ser trace, debug, info, warn, error, fatal o silent'],
])('%s=%s is told in one line', (name, value, line) => {
  expect(linesOf({ AUTH_SECRET: SECRET, MAIL_FROM: 'a@b.cl', [name]: value })).toEqual([
    `${name}: ${line}`,
  ]);
});

test('only values are accepted that the panel would accept unchanged', () => {
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.string({ maxLength: 30 }) },
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.string({ minLength: 25, maxLength: 210 }),
  );
  const rut = fc.constantFrom('76.123.456-0', '76123456-0', '76.123.456-7', '6-k', ' 6-K');
  const length = (usual: string) => fc.constantFrom(usual, usual, usual, '0.5', '58', '60', '301');
  const env = fc.record(
    {
      SHOP_NAME: text,
      SHOP_EMAIL: fc.oneof(
        fc.constantFrom('x', ' hola@pines.cl ', 'hola@pines'),
        fc.emailAddress(),
      ),
      SHOP_WHATSAPP: fc.oneof(text, fc.constant(' +56 9 1234 5678')),
      SHOP_RUT: rut,
      SHOP_ADDRESS: text,
      MAIL_FROM: text.map((name) => `${name} <a@b.cl>`),
      PIN_FACE_MM: length('57'),
      PIN_CUT_MM: length('70'),
      PIN_SAFE_MM: length('50'),
    },
    { requiredKeys: [] },
  );
  const examples: [Parameters<typeof linesOf>[0]][] = [
    [{ MAIL_FROM: '" Pines " <a@b.cl>' }],
    [{ SHOP_RUT: '76123456-0' }],
  ];
  let taken = 0;
  fc.assert(
    fc.property(env, (variables) => {
      if (linesOf(variables).length > 0) return;
      taken += 1;
      const { defaults } = loadConfig(variables);
      for (const group of SETTINGS_GROUPS) {
        expect(settingsSchemas[group].parse(defaults[group])).toEqual(defaults[group]);
      }
    }),
    { numRuns: 200, examples },
  );
  expect(taken).toBeGreaterThan(examples.length);
});

test('several wrong variables are told at once', () => {
  const lines = linesOf({ PORT: 'x', LOG_LEVEL: 'x', RATE_LIMITS: 'x', PAPER: 'x' });
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'RATE_LIMITS',
    'LOG_LEVEL',
    'PAPER',
  ]);
  const later = linesOf({ SHOP_EMAIL: 'x', SHOP_RUT: 'x', GOOGLE_CLIENT_ID: 'x' });
  expect(later.map((line) => line.split(':')[0])).toEqual([
    'SHOP_EMAIL',
    'SHOP_RUT',
    'GOOGLE_CLIENT_SECRET',
  ]);
});

test('settings that need each other are told at once', () => {
  const env = {
    DATABASE_URL: 'postgres://shop@db/shop',
    SMTP_URL: 'smtp://mail',
    GOOGLE_CLIENT_ID: 'x',
  };
  expect(linesOf(env).map((line) => line.split(':')[0])).toEqual([
    'AUTH_SECRET',
    'GOOGLE_CLIENT_SECRET',
    'MAIL_FROM',
  ]);
});

test('no line repeats a value, which may be a password', () => {
  const lines = linesOf({ DATABASE_URL: 'mysql://u:hunter2@db', AUTH_SECRET: 'hunter2' });
  // This password would become the database's name.
  lines.push(
    ...linesOf({ DATABASE_URL: 'postgres://u:1/hunter2@db/shop', AUTH_SECRET: 'hunter2' }),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^DATABASE_URL: en la clave/));
  expect(lines.join()).not.toContain('hunter2');
});
