// What each environment variable must be. Without packages and types, so that scripts/prepare.mjs can
// tell what is wrong before anything is installed.
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { isRut } from '#domain/base/rut.mjs';
import { isChatNumber } from '#domain/people/chat-number.mjs';
import { isEmail } from '#domain/people/emails.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Env */
/** @typedef {[isRight: (value: string, env: Env) => boolean, must: string]} Rule */

/** @type {(fits: (value: string, env: Env) => boolean, must: string) => Rule[]} */
const must = (fits, text) => [[fits, text]];
/** @type {(names: string[]) => Rule[]} */
const oneOf = (names) => must((value) => names.includes(value), `debe ser ${orOf(names)}`);
const onOff = oneOf(['on', 'off']);

/** @param {string[]} names */
function orOf(names) {
  return `${names.slice(0, -1).join(', ')} o ${names.at(-1)}`;
}

/** `Number` also reads 0x50 and 8e1. @param {string} text */
const numberOf = (text) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN);

/** @type {(what: string, min: number, max: number) => Rule[]} */
const whole = (what, min, max) =>
  must((value) => {
    const number = numberOf(value);
    return Number.isInteger(number) && number >= min && number <= max;
  }, `debe ser ${what} de ${min} a ${max}`);

const port = whole('un puerto', 0, 65_535);
const millimetres = must((value) => {
  const number = numberOf(value);
  return number >= 1 && number <= 300;
}, 'deben ser milímetros de 1 a 300');

/** @type {(min: number) => Rule[]} */
const atLeast = (min) =>
  must((value) => value.length >= min, `debe tener al menos ${min} caracteres`);
/** @type {(what: string, max: number) => Rule[]} */
const line = (what, max) => [
  [(value) => !/[\n\r\t]/.test(value.trim()), `debe ser ${what} en una sola línea`],
  [(value) => value.trim().length <= max, `debe tener hasta ${max} caracteres`],
];

/** @param {string} text */
const isUrl = (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
/** @type {(example: string) => Rule[]} */
const url = (example) => must(isUrl, `debe ser una dirección como ${example}`);
/** @param {string} text */
function isOrigin(text) {
  if (!isUrl(text)) return false;
  const { pathname, search, hash, username } = new URL(text);
  return `${pathname}${search}${hash}${username}` === '/';
}
/** @type {(example: string) => Rule[]} */
const originLike = (example) => [
  [isUrl, `debe ser una dirección como ${example}`],
  [isOrigin, `debe ser una dirección sin nada después del dominio, como ${example}`],
];
const origin = originLike('https://tienda.cl');
/** @type {(example: string) => Rule[]} */
const host = (example) =>
  must(
    (value) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(value.trim()),
    `debe ser un servidor como ${example}`,
  );

/** @param {string} text */
const listOf = (text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
/** @type {(rules: Rule[]) => Rule[]} */
const listed = (rules) =>
  rules.map(([fits, text]) => [(value, env) => listOf(value).every((one) => fits(one, env)), text]);

/** @param {string} text */
function isAccount(text) {
  const email = text.normalize('NFC').toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  return isEmail(email) && isEmail(email.slice(0, at) + domainToUnicode(email.slice(at)));
}

/** @param {string} text */
function isNetwork(text) {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= max;
}

/** @param {string} text */
function addressOf(text) {
  return (/^[^<>]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text).trim();
}

/** @param {string} name @param {string} usual @returns {(env: Env) => number} */
const lengthOf = (name, usual) => (env) => Number(env[name] ?? usual);
const faceMm = lengthOf('PIN_FACE_MM', '58');
const cutMm = lengthOf('PIN_CUT_MM', '70');
const safeMm = lengthOf('PIN_SAFE_MM', '51');

const PROVIDER_KEY = must(
  (value) => /^[ -~]*$/.test(value.trim()),
  'deben ser letras, números y signos en una línea, como los muestra el proveedor',
);
/** @type {(provider: string, rules: Rule[]) => Rule[]} */
const onlyWith = (provider, rules) =>
  rules.map(([fits, text]) => [
    (value, env) => env.PAYMENTS !== provider || fits(value.trim(), env),
    text,
  ]);

const bucketName = must(
  (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value.trim()),
  'debe tener de 3 a 63 letras minúsculas, números, puntos y guiones',
);

/** The rules of each variable that is not any text; the first broken one is told. */
const rules = {
  PORT: port,
  PUBLIC_URL: origin,
  CORS_ORIGINS: listed(origin),
  TRUST_PROXY: must(
    (value) =>
      ['on', 'off'].includes(value) || (listOf(value).length > 0 && listOf(value).every(isNetwork)),
    'debe ser on, off o una lista con comas de direcciones IP',
  ),
  RATE_LIMITS: onOff,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  METRICS_PORT: port,
  METRICS_TOKEN: atLeast(16),
  DATABASE_URL: /** @type {Rule[]} */ ([
    [(value) => /^postgres(ql)?:\/\//.test(value), 'debe empezar con postgres:// o postgresql://'],
    [
      (value) => URL.canParse(value),
      'debe ser una dirección como postgres://usuario:clave@servidor/tienda',
    ],
    [
      // Such a password would be read as a port or a name, and a later error would show it.
      (value) => !/^\w+:\/\/[^/?#]*[/#][^?]*@/.test(value),
      'en la clave se escribe %2F en vez de / y %23 en vez de #',
    ],
  ]),
  FILES: oneOf(['disk', 's3']),
  S3_BUCKET: bucketName,
  S3_ENDPOINT: origin,
  BACKUP_S3_BUCKET: bucketName,
  BACKUP_S3_ENDPOINT: origin,
  BACKUP_PASSPHRASE: atLeast(12),
  PICTURE_DAYS: whole('un número de días', 1, 36_500),
  SMTP_URL: must(
    (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
    'debe ser una dirección como smtps://usuario:clave@smtp.servidor.cl:465',
  ),
  MAIL_FROM: /** @type {Rule[]} */ ([
    [(value) => isEmail(addressOf(value)), 'debe ser un remitente como Pines <hola@tienda.cl>'],
    ...line('un remitente', 330),
    [(value) => value.split('<', 1).join('').trim().length <= 62, 'debe tener un nombre más corto'],
  ]),
  SHOP_NAME: line('un nombre', 60),
  SHOP_EMAIL: must((value) => isEmail(value.trim()), 'debe ser un correo como hola@tienda.cl'),
  SHOP_WHATSAPP: [
    ...line('un número', 30),
    ...must(isChatNumber, 'debe ser un número completo, como +56 9 1234 5678'),
  ],
  SHOP_RUT: must(isRut, 'debe ser un RUT con su dígito verificador, como 76.123.456-0'),
  SHOP_ADDRESS: line('una dirección', 200),
  PIN_FACE_MM: /** @type {Rule[]} */ ([
    ...millimetres,
    [(value, env) => !(Number(value) >= cutMm(env)), 'debe ser menos que PIN_CUT_MM'],
    [
      (value, env) => env.PIN_SAFE_MM !== undefined || Number(value) > safeMm(env),
      'debe ser más que PIN_SAFE_MM (51)',
    ],
  ]),
  PIN_CUT_MM: /** @type {Rule[]} */ ([
    ...millimetres,
    [
      (value, env) => env.PIN_FACE_MM !== undefined || Number(value) > faceMm(env),
      'debe ser más que PIN_FACE_MM (58)',
    ],
  ]),
  PIN_SAFE_MM: /** @type {Rule[]} */ ([
    ...millimetres,
    [(value, env) => !(Number(value) >= faceMm(env)), 'debe ser menos que PIN_FACE_MM'],
  ]),
  PAPER: oneOf(['a4', 'letter', 'a3']),
  PROOF: oneOf(['off', 'ask', 'always']),
  AUTH_PROVIDER: oneOf(['embedded', 'firebase']),
  FIREBASE_PROJECT_ID: must(
    (value) => /^[a-z][a-z0-9-]{3,}$/.test(value.trim()),
    'debe ser el id de un proyecto, como pines-1a2b3',
  ),
  FIREBASE_AUTH_DOMAIN: host('pines.firebaseapp.com'),
  FIREBASE_AUTH_EMULATOR_HOST: host('127.0.0.1:9099'),
  AUTH_SECRET: atLeast(32),
  ADMIN_EMAILS: must((value) => listOf(value).every(isAccount), 'deben ser correos con comas'),
  ADMIN_2FA: oneOf(['off', 'required']),
  GOOGLE_ISSUER: url('https://accounts.google.com'),
  PAYMENTS: oneOf(['off', 'webpay', 'mercadopago']),
  WEBPAY_COMMERCE_CODE: onlyWith('webpay', PROVIDER_KEY),
  WEBPAY_API_KEY: onlyWith('webpay', PROVIDER_KEY),
  WEBPAY_URL: onlyWith('webpay', originLike('https://webpay3g.transbank.cl')),
  MERCADOPAGO_ACCESS_TOKEN: onlyWith('mercadopago', PROVIDER_KEY),
  MERCADOPAGO_WEBHOOK_SECRET: onlyWith('mercadopago', PROVIDER_KEY),
  MERCADOPAGO_URL: onlyWith('mercadopago', originLike('https://api.mercadopago.com')),
  FINTOC_SECRET_KEY: PROVIDER_KEY,
  FINTOC_LINK_TOKEN: PROVIDER_KEY,
  FINTOC_ACCOUNT_ID: must(
    (value) => /^\w{1,100}$/.test(value.trim()),
    'debe ser el id de una cuenta, como acc_qNDRKQeTpbAKvpnW',
  ),
  FINTOC_WEBHOOK_SECRET: PROVIDER_KEY,
  FINTOC_URL: originLike('https://api.fintoc.com'),
  MAP_TILES_URL: must(
    (value) =>
      ['{z}', '{x}', '{y}'].every((part) => value.includes(part)) &&
      isUrl(value.replaceAll('{s}', 'a')),
    'debe ser una plantilla como https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  ),
  GEOCODER_URL: url('https://nominatim.openstreetmap.org'),
  ALERT_URL: url('https://ntfy.sh/mi-tienda'),
  ALERT_URL_LOCAL: onOff,
  UPDATES_URL: url('https://pines.cl/version.txt'),
};

/**
 * A bucket and its keys need each other, and its other variables need the bucket.
 * @param {Env} env @param {'S3' | 'BACKUP_S3'} prefix @returns {[unknown, string][]}
 */
function bucketRelations(env, prefix) {
  const of = (/** @type {string} */ part) => env[`${prefix}_${part}`];
  const bucket = of('BUCKET');
  const orphan = ['REGION', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].find(of);
  return [
    [!bucket && orphan, `${prefix}_BUCKET: hace falta con ${prefix}_${orphan}`],
    ...['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
      (part) =>
        /** @type {[unknown, string]} */ ([
          bucket && !of(part),
          `${prefix}_${part}: hace falta con ${prefix}_BUCKET`,
        ]),
    ),
    [
      bucket && !of('REGION') && !of('ENDPOINT'),
      `${prefix}_REGION: hace falta con ${prefix}_BUCKET (o ${prefix}_ENDPOINT, si el servidor no es de Amazon)`,
    ],
  ];
}

/** What needs another variable, or excludes it. @param {Env} env @returns {[unknown, string][]} */
function relations(env) {
  const isFirebase = env.AUTH_PROVIDER === 'firebase';
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  const provider = env.PAYMENTS;
  const url = provider === 'webpay' ? env.WEBPAY_URL : env.MERCADOPAGO_URL;
  /** @type {(isUsed: unknown, by: string, names: string[]) => [unknown, string][]} */
  const needs = (isUsed, by, names) =>
    names.map((name) => [isUsed && !env[name], `${name}: hace falta con ${by}`]);
  return [
    ...bucketRelations(env, 'S3'),
    ...bucketRelations(env, 'BACKUP_S3'),
    [!env.S3_BUCKET && env.FILES === 's3', 'S3_BUCKET: hace falta con FILES=s3'],
    [
      env.BACKUP_DIR && env.BACKUP_S3_BUCKET,
      'BACKUP_DIR: elige una carpeta o BACKUP_S3_BUCKET, no ambos',
    ],
    [
      env.BACKUP_S3_BUCKET &&
        env.BACKUP_S3_BUCKET === env.S3_BUCKET &&
        env.BACKUP_S3_ENDPOINT === env.S3_ENDPOINT,
      'BACKUP_S3_BUCKET: debe ser otro que S3_BUCKET: quien pierde uno pierde las copias',
    ],
    [
      env.DATABASE_URL && !env.AUTH_SECRET,
      'AUTH_SECRET: hace falta con DATABASE_URL (32 caracteres o más, en secreto)',
    ],
    ...needs(env.GOOGLE_CLIENT_ID, 'GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET']),
    ...needs(env.GOOGLE_CLIENT_SECRET, 'GOOGLE_CLIENT_SECRET', ['GOOGLE_CLIENT_ID']),
    ...needs(isFirebase, 'AUTH_PROVIDER=firebase', [
      ...['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'],
    ]),
    [emulator && !isFirebase, 'FIREBASE_AUTH_EMULATOR_HOST: es solo para AUTH_PROVIDER=firebase'],
    [
      emulator && !isOnThisMachine(env),
      'FIREBASE_AUTH_EMULATOR_HOST: cualquiera puede hacer sus tokens, así que es para pruebas en este equipo; PUBLIC_URL (o HOST) debe ser una dirección local',
    ],
    ...needs(provider === 'webpay', 'PAYMENTS=webpay', ['WEBPAY_COMMERCE_CODE', 'WEBPAY_API_KEY']),
    ...needs(provider === 'mercadopago', 'PAYMENTS=mercadopago', [
      ...['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'],
    ]),
    [
      (provider === 'webpay' || provider === 'mercadopago') && !url && !env.PUBLIC_URL,
      `PUBLIC_URL: hace falta con PAYMENTS=${provider}, porque ahí vuelven quienes pagan`,
    ],
    ...needs(env.FINTOC_SECRET_KEY, 'FINTOC_SECRET_KEY', [
      ...['FINTOC_LINK_TOKEN', 'FINTOC_ACCOUNT_ID'],
    ]),
    ...needs(
      env.FINTOC_LINK_TOKEN || env.FINTOC_ACCOUNT_ID || env.FINTOC_WEBHOOK_SECRET,
      'FINTOC_LINK_TOKEN, FINTOC_ACCOUNT_ID o FINTOC_WEBHOOK_SECRET',
      ['FINTOC_SECRET_KEY'],
    ),
    [
      env.METRICS_PORT && env.METRICS_PORT !== '0' && env.METRICS_PORT === (env.PORT ?? '3000'),
      'METRICS_PORT: debe ser otro puerto que PORT',
    ],
    [
      env.SMTP_URL && !env.MAIL_FROM && !env.SHOP_EMAIL,
      'MAIL_FROM: hace falta con SMTP_URL (o SHOP_EMAIL)',
    ],
  ];
}

/** @param {Env} env */
function isOnThisMachine({ PUBLIC_URL, HOST = '127.0.0.1' }) {
  const name = PUBLIC_URL && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : HOST;
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name);
}

/** Stored data is encrypted by them, so they stay as they always were. */
const KEYS = ['AUTH_SECRET', 'BACKUP_PASSPHRASE'];

/**
 * Returns the variables that are set: an empty one counts as unset. Quotes around a value are not
 * part of it: `podman run --env-file` keeps them, unlike Compose and systemd.
 * @param {Env} env
 */
export function setVariables(env) {
  const bare = Object.entries(env).map(([name, value = '']) => [
    name,
    KEYS.includes(name) ? value : value.replace(/^\s*(["'])(.*)\1\s*$/s, '$2'),
  ]);
  return Object.fromEntries(bare.filter(([, value]) => value?.trim()));
}

/**
 * Returns a line for each variable that cannot be used, or is missing; no line repeats a value,
 * which may be a password.
 * @param {Env} env
 * @returns {string[]}
 */
export function listProblems(env) {
  const set = setVariables(env);
  const broken = Object.entries(rules).flatMap(([name, ofName]) => {
    const value = set[name];
    const rule = value === undefined ? undefined : ofName.find(([fits]) => !fits(value, set));
    return rule ? [`${name}: ${rule[1]}`] : [];
  });
  const lines = relations(set).flatMap(([isBroken, text]) => (isBroken ? [text] : []));
  return [...broken, ...lines];
}
