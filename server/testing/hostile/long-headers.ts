import type { HostileRequest } from './request.ts';
import type { HeaderLine } from './wrong-heads.ts';

/** Node's limit for the whole head is 16 kB. */
const BYTES = 15_000;

/** Headers that the shop, its packages or Node read. */
const NAMES = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'cache-control',
  'connection',
  'content-disposition',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
  'x-signature',
];

/** What a value begins with, where a reader goes on only after such a beginning. */
const STARTS: Readonly<Record<string, string>> = {
  authorization: 'Bearer ',
  'content-type': 'application/json',
  cookie: 'pines_session=1; pines.session_token=',
  host: 'localhost',
  range: 'bytes=',
  'accept-encoding': 'gzip',
};

/** Repeated between the start and a last letter, so that an expression may try each place. */
const FILLS = [
  '\t',
  'a',
  '1',
  ',',
  '; ',
  ';q=',
  '"',
  '=',
  '-',
  '.',
  '/a',
  '%41',
  ', \t',
  'a@',
  '[1]:',
];

const TARGETS = [
  ['GET', '/'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/config'],
  ['POST', '/api/discount-codes/validate'],
] as const;

/** Returns requests with one header of 15 kB each, for the page, the document and the API. */
export function longHeaders(): HostileRequest[] {
  const lines = NAMES.flatMap((name) =>
    FILLS.map((fill): HeaderLine => {
      const fills = fill.repeat(Math.floor(BYTES / fill.length));
      return [name, `${STARTS[name] ?? ''}${fills}x`];
    }),
  );
  return TARGETS.flatMap(([method, target]) =>
    lines.map((line) => ({
      caller: 'anonymous',
      method,
      target,
      lines: [line],
      body: Buffer.from(method === 'POST' ? '{}' : ''),
      length: 'true',
      mustFail: false,
    })),
  );
}
