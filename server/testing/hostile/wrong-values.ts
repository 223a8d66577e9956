import fc, { type Arbitrary } from 'fast-check';

const LONG_TEXT = 'x'.repeat(100_000);
const DEEP = 3000;

/** What stands where a schema expects something decent. */
const wrongValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    0,
    -1,
    -0,
    0.1,
    1e308,
    2 ** 53,
    -(2 ** 63),
    '',
    ' ',
    '0',
    'null',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202e\u200b',
    'e\u0301'.repeat(300),
    "' or 1=1; --",
    '%',
    '%_\\',
    '"*" AND NEAR(',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    '/files/../secret',
    'a\r\nBcc: x@y.cl',
    '__proto__',
    '2026-02-30',
    '9999999-01-01T00:00:00Z',
    'x@y',
    'ñ@ñ.cl',
    LONG_TEXT,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    Array(5000).fill(0),
  ),
  fc.constant(null).map(() => deep(DEEP)),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue(),
);

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < levels; at += 1) value = at % 2 ? [value] : { a: value };
  return value;
}

/** Puts wrong values into a right one, somewhere; sometimes it stays right. */
export function spoil(right: Arbitrary<unknown>): Arbitrary<unknown> {
  const places = fc.array(fc.tuple(fc.nat(), wrongValue), { maxLength: 2 });
  return fc.oneof(
    { weight: 1, arbitrary: wrongValue },
    {
      weight: 6,
      arbitrary: fc.tuple(right, places).map(([value, wrong]) => wrong.reduce(put, value)),
    },
  );
}

/** Replaces one of the value's inner values, or adds one. */
function put(value: unknown, [at, wrong]: [number, unknown]): unknown {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((each, index) =>
      index === at % value.length ? put(each, [at >> 3, wrong]) : each,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  const entries = Object.entries(value);
  if (entries.length === 0 || at % 7 === 0) return { ...value, extra: wrong };
  return Object.fromEntries(
    entries.map(([name, each], index) => [
      name,
      index === at % entries.length ? put(each, [at >> 3, wrong]) : each,
    ]),
  );
}
