import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from './document.ts';
import type { JsonSchema } from './from-schema.ts';

/** A header line of its own; the same name may come twice. */
export type HeaderLine = readonly [name: string, value: string];

const BIG = 'a'.repeat(20_000);

/** Lines that are strange but belong to one request. */
const oddLine: Arbitrary<HeaderLine> = fc.constantFrom<HeaderLine[]>(
  ['if-match', '*'],
  ['if-match', '"99999999999999999999"'],
  ['if-match', 'W/"1"'],
  ['if-match', '"1", "2"'],
  ['if-match', '\\"'],
  ['if-match', '-1'],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', 'ñ\u00ff'],
  ['idempotency-key', 'twice'],
  ['idempotency-key', 'twice'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic eDp5'],
  ['authorization', `Bearer ${BIG.slice(0, 7000)}.b.c`],
  ['authorization', 'Bearer e30.e30.e30'],
  ['cookie', 'pines.session_token=%; pines_session=1'],
  ['cookie', ';;;=;a;=b'],
  ['cookie', `pines.session_token=${'%41'.repeat(500)}`],
  ['host', 'evil.example'],
  ['host', 'a b'],
  ['host', ''],
  ['host', '[::1'],
  ['x-forwarded-for', '1.2.3.4, ::ffff:0:0, banana'],
  ['x-forwarded-proto', 'gopher'],
  ['x-shop-address', '1.1.1.1'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['origin', 'not a url'],
  ['accept', '*/*;q=banana'],
  ['accept-encoding', 'br;q=1, gzip;q=0, zz'],
  ['range', 'bytes=5-1,,-'],
  ['if-none-match', '"'],
  ['if-modified-since', 'yesterday'],
  ['expect', '100-continue'],
  ['upgrade', 'websocket'],
  ['x-http-method-override', 'DELETE'],
  ['x-huge', BIG],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/json'],
  ['content-length', '5'],
  ['transfer-encoding', 'chunked'],
);

export const oddLines: Arbitrary<HeaderLine[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<HeaderLine[]>([]) },
  { weight: 4, arbitrary: fc.array(oddLine, { minLength: 1, maxLength: 3 }) },
);

export const contentType: Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=xx',
      'application/json; charset=utf-16',
      'application/json, text/html',
      'application/',
      '/',
      `application/json; a=${'b'.repeat(3000)}`,
    ),
  },
);

const oddText = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%',
    '%zz',
    '..%2f..%2fetc',
    '%2e%2e',
    '__proto__',
    "'",
    '🎈',
    '-1',
    '1e9',
    '0x10',
    'NaN',
    '%C3%B1',
    'a+b',
    '"',
    '\\',
  ),
  fc.constantFrom('x'.repeat(399), 'x'.repeat(401), 'x'.repeat(6000)),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
);

/** Path and query of a call: parameters that are known, or odd; questions it does not understand. */
export function targetOf(
  { path, query }: Operation,
  known: Record<string, string[]>,
): Arbitrary<string> {
  const parts = path.split(/(\{\w+\}|\*)/).map((piece) => {
    if (piece === '*') return oddText;
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (!name) return fc.constant(piece);
    const values = known[name] ?? ['X'];
    return fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: oddText },
    );
  });
  const names = fc.constantFrom(...Object.keys(query), 'q', 'limit', 'callbackURL', 'a[b]');
  const pair = fc.tuple(names, oddValue(query)).map(([name, value]) => `${name}=${value}`);
  const search = fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length ? `?${pairs.join('&')}` : ''));
  return fc.tuple(fc.tuple(...parts), search).map(([pieces, end]) => pieces.join('') + end);
}

function oddValue(query: Record<string, JsonSchema>): Arbitrary<string> {
  const known = Object.values(query)
    .flatMap((schema) => schema.enum ?? [])
    .map(String);
  return fc.oneof(
    oddText,
    fc.integer({ min: -5, max: 400 }).map(String),
    fc.constantFrom('', '2026-01-01', '2026-13-45', 'eyJhIjoxfQ', 'WzEsMl0', ...known),
  );
}
