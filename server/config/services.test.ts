import { expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { linesOf } from '#server/testing/config-lines.ts';

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
