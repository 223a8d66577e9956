import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from './document.ts';
import type { JsonSchema } from './from-schema.ts';

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
