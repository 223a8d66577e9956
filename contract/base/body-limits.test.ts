import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '#contract/routes.ts';
import { CHARACTER_BYTES, MAX_BODY_VALUES, USUAL_BODY_BYTES } from './route.ts';

/** Maximum length of dates and colours, which a body's rules keep short. */
const WORD_LENGTH = 40;
const NUMBER_BYTES = 25;

type Json = z.core.JSONSchema._JSONSchema;

/** Returns the bytes of the largest body that a schema accepts, in UTF-8 without whitespace. */
function largest(schema: Json | undefined): number {
  if (typeof schema !== 'object') throw new Error('a body may hold anything');
  const { type, anyOf, properties, items, maxItems, maxLength = WORD_LENGTH } = schema;
  if (anyOf) return Math.max(...anyOf.map(largest));
  if (schema.enum) return Math.max(...schema.enum.map((each) => JSON.stringify(each).length));
  if (Array.isArray(type)) {
    return Math.max(...type.map((each) => largest({ ...schema, type: each })));
  }
  if (type === 'string') return maxLength * CHARACTER_BYTES + 2;
  if (type === 'number' || type === 'integer') return NUMBER_BYTES;
  if (type === 'boolean' || type === 'null') return 'false'.length;
  if (type === 'array') {
    if (maxItems === undefined || Array.isArray(items)) throw new Error('a list has no end');
    return 2 + maxItems * (1 + largest(items));
  }
  if (type !== 'object') throw new Error(`a body may hold ${JSON.stringify(schema)}`);
  const sizes = Object.entries(properties ?? {}).map(
    ([name, value]) => `"${name}":,`.length + largest(value),
  );
  return 2 + sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the number of values in the largest body that a schema accepts, itself included. */
function countValues(schema: Json | undefined): number {
  if (typeof schema !== 'object') return 1;
  const { anyOf = [], properties = {}, items, maxItems = 0 } = schema;
  if (anyOf.length > 0) return Math.max(...anyOf.map(countValues));
  const entries = Array.isArray(items) ? 0 : maxItems * countValues(items);
  return Object.values(properties).reduce(
    (sum: number, each) => sum + countValues(each),
    1 + entries,
  );
}

const withBody = routes.flatMap(({ body, maxBodyBytes = USUAL_BODY_BYTES, ...route }) => {
  if (!body) return [];
  const schema = typeof body === 'function' ? body({ isGuest: true, now: 0 }) : body;
  return [[route.method, route.path, maxBodyBytes, schema] as const];
});

test.each(withBody)('the largest body of %s %s has room in its %i bytes', (...call) => {
  const [, , maxBodyBytes, schema] = call;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  expect(largest(json)).toBeLessThanOrEqual(maxBodyBytes);
});

test.each(withBody)('the largest body of %s %s has fewer values than are parsed', (...call) => {
  const json = z.toJSONSchema(call[3], { io: 'input', unrepresentable: 'any' });
  expect(countValues(json)).toBeLessThanOrEqual(MAX_BODY_VALUES);
});

test('a route needs a reason to take large bodies', () => {
  const large = withBody.filter(([, , maxBodyBytes]) => maxBodyBytes > 2 * USUAL_BODY_BYTES);
  expect(large.map(([method, path]) => `${method} ${path}`).sort()).toEqual([
    'POST /admin/orders',
    'POST /admin/orders/parcels',
    'POST /admin/orders/{id}/reprints',
    'POST /admin/statements/{id}/confirm',
    'POST /discount-codes/apply',
    'POST /discount-codes/validate',
    'POST /orders',
    'POST /orders/change',
    'POST /orders/pictures',
    'POST /orders/quote/accept',
    'POST /proofs/answer',
    'PUT /admin/orders/{id}/items',
    'PUT /admin/settings/products',
  ]);
});
