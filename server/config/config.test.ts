import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { SETTINGS_GROUPS } from '#domain/settings/settings.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { listLocalNames } from './local-urls.ts';
import { variables } from './variables.ts';

function linesOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

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
  ['PICTURE_DAYS', '0', 'debe ser un número de días de 1 a 36500'],
  ['PICTURE_DAYS', 'ever', 'debe ser un número de días de 1 a 36500'],
  ['PIN_FACE_MM', 'wide', 'deben ser milímetros de 1 a 300'],
  ['PIN_CUT_MM', '301', 'deben ser milímetros de 1 a 300'],
  ['PIN_CUT_MM', 'Infinity', 'deben ser milímetros de 1 a 300'],
  ['PIN_SAFE_MM', '0.5', 'deben ser milímetros de 1 a 300'],
  ['PIN_FACE_MM', '70', 'debe ser menos que PIN_CUT_MM'],
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

const BUCKET = {
  S3_BUCKET: 'pines',
  S3_REGION: 'sa-east-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('files go to the bucket that is set, or to the disk while they are moved back', () => {
  const bucket = {
    ...{ name: 'pines', region: 'sa-east-1', endpoint: null },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  expect(loadConfig({}).files).toEqual({ newIn: 'disk', bucket: null });
  expect(loadConfig(BUCKET).files).toEqual({ newIn: 's3', bucket });
  expect(loadConfig({ ...BUCKET, FILES: 'disk' }).files).toEqual({ newIn: 'disk', bucket });
  const { S3_REGION: _, ...nameless } = BUCKET;
  const endpoint = 'https://s3.ejemplo.cl';
  expect(loadConfig({ ...nameless, S3_ENDPOINT: endpoint }).files.bucket).toMatchObject({
    ...{ endpoint, region: 'us-east-1' },
  });
});

test.each([
  ['S3_ACCESS_KEY_ID', 'hace falta con S3_BUCKET'],
  ['S3_SECRET_ACCESS_KEY', 'hace falta con S3_BUCKET'],
  ['S3_BUCKET', 'hace falta con S3_REGION'],
  ['S3_REGION', 'hace falta con S3_BUCKET (o S3_ENDPOINT, si el servidor no es de Amazon)'],
])('a bucket without %s is told in one line', (name, line) => {
  expect(linesOf({ ...BUCKET, [name]: '' })).toEqual([`${name}: ${line}`]);
});

test('a bucket has a name of lower-case letters', () => {
  expect(linesOf({ ...BUCKET, S3_BUCKET: 'Our_Bucket' })).toEqual([
    'S3_BUCKET: debe tener de 3 a 63 letras minúsculas, números, puntos y guiones',
  ]);
});

test('copies go to one place, and not into the bucket of the files', () => {
  const copies = Object.fromEntries(
    Object.entries(BUCKET).map(([name, value]) => [`BACKUP_${name}`, value]),
  );
  expect(linesOf({ ...BUCKET, ...copies })).toEqual([
    'BACKUP_S3_BUCKET: debe ser otro que S3_BUCKET: quien pierde uno pierde las copias',
  ]);
  expect(linesOf({ ...copies, BACKUP_DIR: '/backups' })).toEqual([
    'BACKUP_DIR: elige una carpeta o BACKUP_S3_BUCKET, no ambos',
  ]);
  expect(linesOf({ ...copies, BACKUP_S3_SECRET_ACCESS_KEY: '' })).toEqual([
    'BACKUP_S3_SECRET_ACCESS_KEY: hace falta con BACKUP_S3_BUCKET',
  ]);
});

test('FILES=s3 needs a bucket', () => {
  expect(linesOf({ FILES: 's3' })).toEqual(['S3_BUCKET: hace falta con FILES=s3']);
});

const PUBLIC_URL = 'https://shop.cl';
const WEBPAY = {
  ...{ PUBLIC_URL, PAYMENTS: 'webpay', WEBPAY_COMMERCE_CODE: '5970', WEBPAY_API_KEY: 'clave' },
};
const MERCADOPAGO = {
  PUBLIC_URL,
  ...{ PAYMENTS: 'mercadopago', MERCADOPAGO_ACCESS_TOKEN: 'clave' },
  MERCADOPAGO_WEBHOOK_SECRET: 'secreto',
};

test('payments go to the provider that is set, and nothing of another is read', () => {
  expect(loadConfig({}).payments).toBeNull();
  expect(loadConfig({ WEBPAY_URL: 'x', MERCADOPAGO_URL: 'y' }).payments).toBeNull();
  expect(loadConfig({ ...WEBPAY, MERCADOPAGO_URL: 'y' }).payments).toEqual({
    ...{ provider: 'webpay', commerceCode: '5970', apiKey: 'clave' },
    url: 'https://webpay3g.transbank.cl',
  });
  expect(loadConfig({ ...MERCADOPAGO, MERCADOPAGO_URL: 'http://127.0.0.1:9/' }).payments).toEqual({
    ...{ provider: 'mercadopago', accessToken: 'clave', webhookSecret: 'secreto' },
    url: 'http://127.0.0.1:9',
  });
});

test.each([
  [WEBPAY, 'WEBPAY_COMMERCE_CODE', 'hace falta con PAYMENTS=webpay'],
  [WEBPAY, 'WEBPAY_API_KEY', 'hace falta con PAYMENTS=webpay'],
  [MERCADOPAGO, 'MERCADOPAGO_ACCESS_TOKEN', 'hace falta con PAYMENTS=mercadopago'],
  [MERCADOPAGO, 'MERCADOPAGO_WEBHOOK_SECRET', 'hace falta con PAYMENTS=mercadopago'],
  [WEBPAY, 'PUBLIC_URL', 'hace falta con PAYMENTS=webpay, porque ahí vuelven quienes pagan'],
])('payments (%o) without %s are told in one line', (variables, name, line) => {
  expect(linesOf({ ...variables, [name]: '' })).toEqual([`${name}: ${line}`]);
});

test.each(['cla\nve', 'clave\u200b', '“clave”'])(
  'a key of a provider (%o) is plain text',
  (key) => {
    expect(linesOf({ ...WEBPAY, WEBPAY_API_KEY: key })).toEqual([
      'WEBPAY_API_KEY: deben ser letras, números y signos en una línea, como los muestra el proveedor',
    ]);
  },
);

test('the address of a provider is an origin', () => {
  expect(linesOf({ ...WEBPAY, WEBPAY_URL: 'https://a.cl/x' })).toEqual([
    'WEBPAY_URL: debe ser una dirección sin nada después del dominio, como https://webpay3g.transbank.cl',
  ]);
  expect(linesOf({ PAYMENTS: 'paypal' })).toEqual(['PAYMENTS: debe ser off, webpay o mercadopago']);
});

test('Fintoc needs its key, link and account; a notice also its secret', () => {
  const fintoc = { FINTOC_SECRET_KEY: 'sk', FINTOC_LINK_TOKEN: 'link', FINTOC_ACCOUNT_ID: 'acc_1' };
  expect(loadConfig({}).fintoc).toBeNull();
  expect(loadConfig(fintoc).fintoc).toEqual({
    ...{ secretKey: 'sk', linkToken: 'link', accountId: 'acc_1', webhookSecret: null },
    url: 'https://api.fintoc.com',
  });
  expect(linesOf({ ...fintoc, FINTOC_LINK_TOKEN: '' })).toEqual([
    'FINTOC_LINK_TOKEN: hace falta con FINTOC_SECRET_KEY',
  ]);
  expect(linesOf({ FINTOC_WEBHOOK_SECRET: 'x' })).toEqual([
    'FINTOC_SECRET_KEY: hace falta con FINTOC_LINK_TOKEN, FINTOC_ACCOUNT_ID o FINTOC_WEBHOOK_SECRET',
  ]);
  expect(linesOf({ ...fintoc, FINTOC_ACCOUNT_ID: '../x', FINTOC_URL: 'http://a.cl/b' })).toEqual([
    'FINTOC_ACCOUNT_ID: debe ser el id de una cuenta, como acc_qNDRKQeTpbAKvpnW',
    'FINTOC_URL: debe ser una dirección sin nada después del dominio, como https://api.fintoc.com',
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
      SHOP_WHATSAPP: text,
      SHOP_RUT: rut,
      SHOP_ADDRESS: text,
      MAIL_FROM: text.map((name) => `${name} <a@b.cl>`),
      PIN_FACE_MM: length('57'),
      PIN_CUT_MM: length('70'),
      PIN_SAFE_MM: length('50'),
    },
    { requiredKeys: [] },
  );
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
    {
      numRuns: 200,
      examples: [[{ MAIL_FROM: '" Pines " <a@b.cl>' }], [{ SHOP_RUT: '76123456-0' }]],
    },
  );
  expect(taken).toBeGreaterThan(4);
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
  expect(lines.join()).not.toContain('hunter2');
});

test('the map is the keyless one, unless there is a key for Google', () => {
  expect(loadConfig({}).maps).toEqual({
    provider: 'osm',
    tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    geocoderUrl: 'https://nominatim.openstreetmap.org',
  });
  expect(loadConfig({ GOOGLE_MAPS_API_KEY: ' abc ', MAP_TILES_URL: '' }).maps).toEqual({
    provider: 'google',
    apiKey: 'abc',
    mapId: 'DEMO_MAP_ID',
  });
});

test('an address that is no template for tiles and one that is no geocoder are refused', () => {
  for (const MAP_TILES_URL of ['https://tiles.cl/', '/{z}/{x}/{y}', 'ftp://a.cl/{z}/{x}/{y}']) {
    expect(linesOf({ MAP_TILES_URL })).toEqual([
      'MAP_TILES_URL: debe ser una plantilla como https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    ]);
  }
  expect(linesOf({ MAP_TILES_URL: 'https://{s}.tiles.cl/{z}/{x}/{y}.png' })).toEqual([]);
  expect(linesOf({ GEOCODER_URL: 'nominatim' })).toEqual([
    'GEOCODER_URL: debe ser una dirección como https://nominatim.openstreetmap.org',
  ]);
});

const firebase = {
  AUTH_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: 'pines-1a2b3',
  FIREBASE_API_KEY: 'llave',
  FIREBASE_AUTH_DOMAIN: 'pines-1a2b3.firebaseapp.com',
};

test('Firebase is chosen by its name, and then needs to know its project', () => {
  expect(loadConfig(firebase).auth).toMatchObject({
    provider: 'firebase',
    firebase: {
      projectId: 'pines-1a2b3',
      emulatorUrl: null,
      apiUrl: 'https://identitytoolkit.googleapis.com',
    },
  });
  expect(linesOf({ AUTH_PROVIDER: 'firebase' })).toEqual([
    'FIREBASE_PROJECT_ID: hace falta con AUTH_PROVIDER=firebase',
    'FIREBASE_API_KEY: hace falta con AUTH_PROVIDER=firebase',
    'FIREBASE_AUTH_DOMAIN: hace falta con AUTH_PROVIDER=firebase',
  ]);
  expect(linesOf({ ...firebase, FIREBASE_API_KEY: '' })).toEqual([
    'FIREBASE_API_KEY: hace falta con AUTH_PROVIDER=firebase',
  ]);
  expect(linesOf({ ...firebase, FIREBASE_AUTH_DOMAIN: 'https://x.cl' })).toEqual([
    'FIREBASE_AUTH_DOMAIN: debe ser un servidor como pines.firebaseapp.com',
  ]);
  expect(linesOf({ AUTH_PROVIDER: 'google' })).toEqual([
    'AUTH_PROVIDER: debe ser embedded o firebase',
  ]);
  expect(loadConfig({}).auth.provider).toBe('embedded');
});

test.each([
  [{ PUBLIC_URL: 'https://shop.cl' }, false],
  [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, false],
  [{ PUBLIC_URL: 'http://localhost.shop.cl' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{}, true],
])('with %j the emulator, whose tokens anybody can make: %s', (env, isTaken) => {
  const lines = linesOf({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', ...env });
  expect(lines.length === 0).toBe(isTaken);
  if (!isTaken) expect(lines).toEqual([expect.stringMatching(/^FIREBASE_AUTH_EMULATOR_HOST: /)]);
});

test('the emulator is of no use without Firebase', () => {
  expect(linesOf({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual([
    'FIREBASE_AUTH_EMULATOR_HOST: es solo para AUTH_PROVIDER=firebase',
  ]);
});

test.each(['ALERT_URL', 'UPDATES_URL'])(
  '%s may not lead into the own network unless told so',
  (name) => {
    const line = `${name}: apunta a este equipo o a una red privada; si es a propósito, agrega ALERT_URL_LOCAL=on`;
    for (const host of [
      '127.0.0.1:8080',
      '[::ffff:10.0.0.1]',
      'localhost',
      '2130706433',
      'ntfy.lan',
    ]) {
      const env = { [name]: `http://${host}/tema` };
      expect(linesOf(env)).toEqual([line]);
      expect(linesOf({ ...env, ALERT_URL_LOCAL: 'on' })).toEqual([]);
    }
    expect(linesOf({ [name]: 'https://ntfy.sh/tema' })).toEqual([]);
    expect(linesOf({ [name]: 'ftp://ntfy.sh/tema' })).toHaveLength(1);
  },
);

test('a name that leads to this machine is found at start', async () => {
  const watch = { alertUrl: 'http://localhost/tema', updatesUrl: null, mayBeLocal: false };
  expect(await listLocalNames({ watch })).toEqual([expect.stringMatching(/^ALERT_URL: apunta/)]);
  expect(await listLocalNames({ watch: { ...watch, mayBeLocal: true } })).toEqual([]);
});
