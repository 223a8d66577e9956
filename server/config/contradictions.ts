import { firebaseRules } from './firebase.ts';
import { isLocalUrl, localLine, WATCH_URLS } from './local-urls.ts';
import { paymentRules } from './payments.ts';
import type { Values } from './variables.ts';

/** Returns a line for each variable that needs another one, or excludes it. */
export function listContradictions(values: Values): string[] {
  const { DATABASE_URL, AUTH_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = values;
  const { SMTP_URL, MAIL_FROM, SHOP_EMAIL } = values;
  const rules: [isBroken: unknown, line: string][] = [
    ...bucketRules(values),
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

const BUCKET_PARTS = [
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** `S3_BUCKET` and its keys need each other, and its other variables need `S3_BUCKET`. */
function bucketRules(values: Values): [isBroken: unknown, line: string][] {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, FILES } = values;
  const orphan = BUCKET_PARTS.find((name) => values[name] !== undefined);
  const missing = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
    (name) => S3_BUCKET && values[name] === undefined,
  );
  return [
    [!S3_BUCKET && orphan, `S3_BUCKET: is required with ${orphan}`],
    [!S3_BUCKET && FILES === 's3', 'S3_BUCKET: is required with FILES=s3'],
    ...missing.map((name): [true, string] => [true, `${name}: is required with S3_BUCKET`]),
    [
      S3_BUCKET && !S3_REGION && !S3_ENDPOINT,
      "S3_REGION: is required with S3_BUCKET (or S3_ENDPOINT, for a server that is not Amazon's)",
    ],
  ];
}
