import fc, { type Arbitrary } from 'fast-check';

/** A header line; the same name may occur twice. */
export type HeaderLine = readonly [name: string, value: string];

const BIG = 'a'.repeat(20_000);

/** Unusual header lines that are still part of one request. */
const oddLine: Arbitrary<HeaderLine> = fc.constantFrom<HeaderLine[]>(
  ['if-match', '*'],
  ['if-match', '"99999999999999999999"'],
  ['if-match', 'W/"1"'],
  ['if-match', '"1", "2"'],
  ['if-match', '\\"'],
  ['if-match', '-1'],
  ['if-match', ''],
  ['if-match', '"2147483648"'],
  ['if-match', `"${'9'.repeat(5000)}"`],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', 'ñ\u00ff'],
  ['idempotency-key', 'k'.repeat(255)],
  ['idempotency-key', '__proto__'],
  ['idempotency-key', '\t'],
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
