import { beforeAll, describe, expect, test } from 'vitest';
import { sendComplaint } from '#contract/aftersales/complaints.ts';
import type { Route } from '#contract/base/route.ts';
import { noteDocument } from '#contract/payments/documents.ts';
import { readStatement } from '#contract/payments/statements.ts';
import { files, routes } from '#contract/routes.ts';
import { useShop } from '#server/testing/use-shop.ts';
import { writeDocument } from './write-document.ts';

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isJson(found) || Array.isArray(found) ? Reflect.get(found, name) : undefined),
    value,
  );
}

/** Every object of the document, with its path. */
function* walk(value: unknown, path = '#'): Generator<[string, Json]> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* walk(inner, `${path}/${index}`);
  } else if (isJson(value)) {
    yield [path, value];
    for (const [name, inner] of Object.entries(value)) yield* walk(inner, `${path}/${name}`);
  }
}

/** They take a form with a file, or JSON without one. */
const FORMS_OR_JSON: readonly Route[] = [sendComplaint, noteDocument, readStatement];

describe("the API's document", () => {
  let document: unknown;
  const shop = useShop('sqlite', { isInjected: false, env: { CORS_ORIGINS: 'https://otra.cl' } });
  beforeAll(async () => {
    document = (await shop.call('/api/openapi.json')).body;
  });

  test.each(['br', 'gzip', 'identity'])('is sent as %s, and only once', async (coding) => {
    const ask = (known = {}) =>
      shop.fetch('/api/openapi.json', { headers: { 'accept-encoding': coding, ...known } });
    const first = await ask();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(first.headers.get('vary')).toBe('Origin, accept-encoding');
    expect(JSON.parse(await first.text())).toEqual(document);
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('lets other requests in while its routes are described', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await writeDocument(
      routes.map(({ method, path }) => ({ method, url: `/api${path}`, handler: () => undefined })),
    );
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(routes.length);
  });

  test('is OpenAPI 3.1 of this shop', () => {
    expect(at(document, 'openapi')).toMatch(/^3\.1\.\d$/);
    expect(at(document, 'info')).toMatchObject({ title: 'Pines', version: expect.any(String) });
  });

  test.each(routes.map((route) => [route.method, route.path, route] as const))(
    'lists %s %s as in the contract',
    (method, path, route) => {
      const operation = at(document, 'paths', `/api${path}`, method.toLowerCase());
      expect(at(operation, 'summary')).toBe(route.summary);
      const schema = ['content', 'application/json', 'schema'];
      expect(at(operation, 'responses', String(route.status ?? 200), ...schema)).toBeTypeOf(
        'object',
      );
      expect(at(operation, 'responses', '4XX', ...schema)).toBeTypeOf('object');
      const takesJson = Boolean(route.body) || FORMS_OR_JSON.includes(route);
      expect(isJson(at(operation, 'requestBody', ...schema))).toBe(takesJson);
      const security = at(operation, 'security');
      if (route.auth === 'none') expect(security).toEqual([]);
      else expect(security).toContainEqual({ bearer: [] });
      if (route.auth === 'optional') expect(security).toContainEqual({});
    },
  );

  test.each(files.map((file) => [file.path, file] as const))(
    'describes the file that %s answers with, and its errors',
    (path, { file, method }) => {
      const operation = at(document, 'paths', `/api${path}`, method.toLowerCase());
      const responses = at(operation, 'responses');
      expect(Object.keys(Object(at(responses, '200', 'content')))).toEqual([file]);
      const kind = file.startsWith('application/json') ? 'object' : 'string';
      expect(at(responses, '200', 'content', file, 'schema', 'type')).toBe(kind);
      expect(Object.keys(Object(at(responses, '4XX', 'content')))).toEqual(['application/json']);
    },
  );

  test('contains every call once, with its access and its answers', () => {
    const operations = [...walk(at(document, 'paths'))].filter(([, value]) => 'responses' in value);
    const names = operations.map(([, { operationId }]) => operationId);
    expect(names).toEqual(names.map(() => expect.stringMatching(/^[a-z]\w+$/i)));
    expect(new Set(names).size).toBe(routes.length + files.length);
    for (const [where, { security, responses }] of operations) {
      expect(security, where).toBeInstanceOf(Array);
      const statuses = Object.keys(Object(responses));
      expect(statuses.slice(-2), where).toEqual(['4XX', '5XX']);
      const successes = statuses.slice(0, -2);
      expect(successes.length, where).toBeGreaterThan(0);
      for (const status of successes) expect(status, where).toMatch(/^2\d\d$/);
    }
    expect(at(document, 'servers', 0, 'url')).toBe('/');
  });

  test('contains only the contract', () => {
    const paths = at(document, 'paths');
    expect(isJson(paths) && Object.keys(paths).sort()).toEqual(
      [...new Set([...routes, ...files].map(({ path }) => `/api${path}`))].sort(),
    );
  });

  test('has a target for every reference and a description of every path parameter', () => {
    for (const [where, { $ref }] of walk(document)) {
      if (typeof $ref !== 'string') continue;
      const target = at(document, ...$ref.replace('#/', '').split('/'));
      expect(target, `${where} -> ${$ref}`).toBeTypeOf('object');
    }
    for (const [where, operation] of walk(at(document, 'paths'))) {
      if (!('responses' in operation)) continue;
      const named = [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = at(operation, 'parameters');
      const listed = Array.isArray(parameters) ? parameters : [];
      for (const name of named) {
        expect(listed).toContainEqual(expect.objectContaining({ name, in: 'path' }));
      }
    }
  });

  test('describes how a picture is uploaded', () => {
    const operation = at(document, 'paths', '/api/upload', 'post');
    expect(at(operation, 'requestBody', 'content', 'multipart/form-data', 'schema')).toMatchObject({
      type: 'object',
      properties: { image: { type: 'string' } },
      required: ['image'],
    });
  });

  test('describes the Idempotency-Key of an order', () => {
    const parameters = at(document, 'paths', '/api/orders', 'post', 'parameters');
    expect(parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: expect.stringMatching(/^idempotency-key$/i) }),
    );
  });
});
