import { firebaseRules } from './firebase.ts';
import { isLocalUrl, localLine, WATCH_URLS } from './local-urls.ts';
import { paymentRules } from './payments.ts';
import type { Values } from './variables.ts';

/** Returns a line for each variable that needs another one, or excludes it. */
export function listContradictions(values: Values): string[] {
  const { DATABASE_URL, AUTH_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = values;
  const { SMTP_URL, MAIL_FROM, SHOP_EMAIL } = values;
  const rules: [isBroken: unknown, line: string][] = [
    ...bucketRules(values, 'S3'),
    ...bucketRules(values, 'BACKUP_S3'),
    ...copyRules(values),
    [
      DATABASE_URL && !AUTH_SECRET,
      'AUTH_SECRET: is required with DATABASE_URL (32 characters or more, kept secret)',
    ],
    [
      GOOGLE_CLIENT_ID && !GOOGLE_CLIENT_SECRET,
      'GOOGLE_CLIENT_SECRET: is required with GOOGLE_CLIENT_ID',
    ],
    [
      GOOGLE_CLIENT_SECRET && !GOOGLE_CLIENT_ID,
      'GOOGLE_CLIENT_ID: is required with GOOGLE_CLIENT_SECRET',
    ],
    ...firebaseRules(values),
    ...paymentRules(values),
    ...localRules(values),
    [SMTP_URL && !MAIL_FROM && !SHOP_EMAIL, 'MAIL_FROM: must be set with SMTP_URL (or SHOP_EMAIL)'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, line]) => line);
}

/** Whoever may set these could otherwise send requests into the machine's own network. */
function localRules(values: Values): [isBroken: boolean, line: string][] {
  return WATCH_URLS.map((name) => [
    isLocalUrl(values[name]) && !values.ALERT_URL_LOCAL,
    localLine(name),
  ]);
}

const BUCKET_PARTS = ['REGION', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** A bucket and its keys need each other, and its other variables need the bucket. */
function bucketRules(
  values: Values,
  prefix: 'S3' | 'BACKUP_S3',
): [isBroken: unknown, line: string][] {
  const bucket = values[`${prefix}_BUCKET`];
  const orphan = BUCKET_PARTS.find((name) => values[`${prefix}_${name}`] !== undefined);
  const missing = (['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const).filter(
    (name) => bucket && values[`${prefix}_${name}`] === undefined,
  );
  const isSomewhere = values[`${prefix}_REGION`] || values[`${prefix}_ENDPOINT`];
  return [
    [!bucket && orphan, `${prefix}_BUCKET: is required with ${prefix}_${orphan}`],
    [prefix === 'S3' && !bucket && values.FILES === 's3', 'S3_BUCKET: is required with FILES=s3'],
    ...missing.map((name): [true, string] => [
      true,
      `${prefix}_${name}: is required with ${prefix}_BUCKET`,
    ]),
    [
      bucket && !isSomewhere,
      `${prefix}_REGION: is required with ${prefix}_BUCKET (or ${prefix}_ENDPOINT, for a server that is not Amazon's)`,
    ],
  ];
}

/** Copies in the bucket of the files would be lost with it. */
function copyRules(values: Values): [isBroken: unknown, line: string][] {
  const { BACKUP_DIR, BACKUP_S3_BUCKET: bucket, BACKUP_S3_ENDPOINT, S3_ENDPOINT } = values;
  return [
    [BACKUP_DIR && bucket, 'BACKUP_DIR: elige una carpeta o BACKUP_S3_BUCKET, no ambos'],
    [
      bucket && bucket === values.S3_BUCKET && BACKUP_S3_ENDPOINT === S3_ENDPOINT,
      'BACKUP_S3_BUCKET: debe ser otro que S3_BUCKET: quien pierde uno pierde las copias',
    ],
  ];
}
