import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './from-schema.ts';

const DEEP = 3000;
/** As many bytes as fit into the smallest body limit of any route. */
const FITTING_BYTES = 15_500;
/** As many bytes as fit into the largest body limit, that of an order. */
const HUGE_BYTES = 660_000;

/** Returns a text that repeats a part up to this many bytes in JSON. */
function repeat(part: string, bytes = FITTING_BYTES): string {
  const size = Buffer.byteLength(JSON.stringify(part)) - 2;
  return part.repeat(Math.floor(bytes / size));
}

/**
 * Returns unordered, mostly different letters: the time of Punycode grows with the square of their
 * number.
 */
function manyLetters(count: number): string {
  const letters = Array.from({ length: count }, (_, at) => 0x4e00 + ((at * 7919) % 20_000));
  return String.fromCodePoint(...letters);
}

/** Long texts, each expensive for some code that reads, normalises or matches text. */
const longTexts: readonly string[] = [
  repeat('x'),
  `a@${manyLetters(FITTING_BYTES / 3)}.cl`,
  `a@${repeat('漢.')}cl`,
  `${repeat('漢')}@x.cl`,
  `a@${repeat('xn--a.')}cl`,
  repeat('a@'),
  repeat('e\u0301'),
  repeat('\ufdfa'),
  repeat('\u{1f9d1}\u200d'),
  repeat('\ud800'),
  repeat('\u0000'),
  repeat('.'),
  `${repeat(' ')}x`,
  repeat('-'),
  repeat('9'),
  repeat('%'),
  repeat('../'),
  repeat('a\n'),
  repeat('x', HUGE_BYTES),
  `a@${repeat('漢', HUGE_BYTES)}`,
];

const shortTexts: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  'a\ud800@correo.cl',
  '\u202e\u200b',
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
];

const numbers: readonly number[] = [
  0,
  -1,
  -0,
  0.1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 63),
  1e308,
];

const others: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  Array(5000).fill(0),
  deep(DEEP),
];

/** Bodies that are expensive to parse, or invalid in every part. */
const hugeBodies: readonly unknown[] = [
  Array(HUGE_BYTES / 3).fill({}),
  Array(HUGE_BYTES / 2).fill(0),
  Object.fromEntries(Array.from({ length: HUGE_BYTES / 15 }, (_, at) => [`n${at}`, 'x'])),
];

/** Invalid values for any schema. */
const wrongValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(...longTexts, ...shortTexts, ...numbers, ...others),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue(),
);

/** Returns invalid values for one place: of every kind, and at the schema's bounds. */
export function wrongFor(schema: JsonSchema): unknown[] {
  const types = [schema.type].flat();
  const isText = types.includes('string');
  const huge = types.includes('object') || types.includes('array') ? hugeBodies : [];
  const texts = isText
    ? [...longTexts, ...shortTexts, ...aroundLength(schema)]
    : ['x', repeat('漢')];
  return [...texts, ...numbers, ...aroundRange(schema), ...others, ...huge];
}

/** Returns texts that just fit, or just do not, in UTF-16 units, bytes and characters. */
function aroundLength({ minLength = 0, maxLength }: JsonSchema): string[] {
  const short = minLength > 0 ? ['x'.repeat(minLength - 1)] : [];
  if (maxLength === undefined) return short;
  const fitting = ['x', '漢', '\u{1f388}', 'e\u0301'].map((part) =>
    part.repeat(maxLength / part.length),
  );
  const halved = `${'x'.repeat(maxLength - 1)}\ud83d`;
  return [...short, ...fitting, halved, 'x'.repeat(maxLength + 1)];
}

/** Returns numbers and lists at and just beyond their bounds. */
function aroundRange({ minimum, maximum, maxItems }: JsonSchema): unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(null)]),
  ];
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < levels; at += 1) value = at % 2 ? [value] : { a: value };
  return value;
}

/** Puts invalid values somewhere into a valid one; sometimes it stays valid. */
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
