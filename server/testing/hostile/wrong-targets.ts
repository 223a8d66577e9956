import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from './document.ts';
import type { JsonSchema } from './from-schema.ts';
import type { Known } from './known.ts';

const cursor = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');

/** Parts of a URL that no page links to, escaped where needed. */
export const oddParts: readonly string[] = [
  '%00',
  '%ff',
  '%',
  '%zz',
  '..%2f..%2fetc',
  '%2e%2e',
  '__proto__',
  'constructor',
  "'",
  '🎈',
  '%ED%A0%80',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  '2147483648',
  '9007199254740993',
  '9'.repeat(300),
  '%C3%B1',
  'a+b',
  '"',
  '\\',
  'x'.repeat(399),
  'x'.repeat(401),
  'x'.repeat(6000),
  encodeURIComponent(`a@${'漢'.repeat(1500)}`),
];

/** Query values that a route may parse as a day, a number or a page. */
export const oddValues: readonly string[] = [
  ...oddParts,
  '',
  '2026-01-01',
  '2026-13-45',
  '0000-00-00',
  'eyJhIjoxfQ',
  ...[[1, 2], [null], ['x', -1], [2 ** 53, 'x'], ['\u0000', '\u0000'], ['\ud800', 1], {}].map(
    cursor,
  ),
  ...[['2026-01-01T00:00:00.000Z', 'x'], [1e15, 'x'], ['x'], [1], [0.5, 'x']].map(cursor),
];

const oddText = fc.oneof(
  fc.constantFrom(...oddParts),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
);

/** Returns path and query of a call: known or odd parameters, and unknown query fields. */
export function targetOf({ path, query }: Operation, { values: known }: Known): Arbitrary<string> {
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
    fc.constantFrom(...oddValues, ...known),
    fc.string({ maxLength: 30 }).map(encodeURIComponent),
    fc.integer({ min: -5, max: 400 }).map(String),
  );
}

/** Returns the call's URL with one parameter of the path or query replaced. */
export function addressOf(
  { path }: Operation,
  { values }: Known,
  { name, value }: { name?: string; value?: string } = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}|\*/g, (piece, parameter: string = piece) =>
    parameter === name ? String(value) : (values[parameter]?.[0] ?? 'X'),
  );
  const isInPath = name !== undefined && parametersOf(path).includes(name);
  return name === undefined || isInPath ? filled : `${filled}?${name}=${value}`;
}

/** Returns the names of a path's parameters; `*` matches its rest. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}|\*/g)].map(([piece, name]) => name ?? piece);
}
