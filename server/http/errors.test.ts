import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import Fastify, { LogController } from 'fastify';
import { describe, expect, test } from 'vitest';
import { errorMessages } from '#contract/base/messages.ts';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { routes } from '#contract/routes.ts';
import { openConnection } from '#server/testing/raw-http.ts';
import { someOf } from '#server/testing/seed.ts';
import { openShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';
import { answerErrors } from './errors.ts';

describe('an answer of the API', () => {
  const shop = useShop('sqlite', { isInjected: false });

  const JSON_TYPE = 'application/json; charset=utf-8';
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  test.each(METHODS)('to %s of an unknown path is a JSON 404', async (method) => {
    for (const path of ['/api/nope', '/api/', '/api', '/api/orders/x/y', '/api/../api/nope']) {
      const { status, body, headers } = await shop.call(path, { method });
      expect([status, headers.get('content-type')]).toEqual([404, JSON_TYPE]);
      expect(body).toEqual({ success: false, code: 'not_found', message: 'Recurso no encontrado' });
    }
  });

  test.each(['{"broken', '', 'x'])(
    'to an unknown path does not care for its body %j',
    async (raw) => {
      for (const type of ['application/json', 'text/plain', 'application/xml']) {
        const answer = await shop.call('/api/nope', {
          method: 'POST',
          raw,
          headers: { 'content-type': type },
        });
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
    },
  );

  test.each(['HEAD', 'GET'])('to %s /api/verify is 200', async (method) => {
    const response = await shop.fetch('/api/verify', { method });
    expect(response.status).toBe(200);
    expect((await response.text()) === '').toBe(method === 'HEAD');
  });

  test('to HEAD of an unknown path is 404', async () => {
    expect((await shop.fetch('/api/nope', { method: 'HEAD' })).status).toBe(404);
  });

  test('to a wrong method is 404', async () => {
    expect((await shop.call('/api/verify', { method: 'DELETE' })).status).toBe(404);
    expect((await shop.call('/api/upload')).status).toBe(404);
  });

  test.each(['/api/%', '/api/%E0%A4%A', '/%', '/files/%ff.webp', '/api/orders/%00'])(
    'to the badly written %s is a JSON refusal',
    async (path) => {
      const { status, body } = await shop.call(path);
      expect([400, 401, 404]).toContain(status);
      expect(body.success).toBe(false);
    },
  );

  test.each([
    [
      'a header of 20 kB',
      `GET /api/verify HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['an address of 20 kB', `GET /api/verify?q=${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
    ['a letter that no address has', 'GET /api/ñ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['what is no request', 'hola\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
    ['two lengths', `POST / HTTP/1.1\r\nhost: x\r\n${'content-length: 1\r\n'.repeat(2)}\r\n`, 400],
  ])('to %s is a refusal in Spanish', async (_name, bytes, status) => {
    const connection = await openConnection(shop.url);
    await connection.send(bytes);
    const [head = '', body = ''] = (await connection.answer()).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain(JSON_TYPE);
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      message: expect.stringMatching(/^(No pudimos leer los|Los) datos enviados/),
    });
    expect((await shop.call('/health')).status).toBe(200);
  });

  test.each([
    ['/api/geocode', [], 'body', 'Debe ser un objeto'],
    [
      '/api/discount-codes/validate',
      { code: 'A', orderTotal: 1, images: ['x'] },
      'images.0',
      'Debe ser un objeto',
    ],
    [
      '/api/browser-errors',
      { name: 'a', message: 'b', at: ['x'] },
      'at.0',
      'Debe ser un lugar de un archivo',
    ],
  ])('to %s with a wrong type in it names it in Spanish', async (path, json, field, said) => {
    const { status, body } = await shop.call(path, { json });
    expect([status, body.fields, body.message]).toEqual([400, { [field]: said }, said]);
  });

  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'images=1'],
    ['application/xml', '<order/>'],
  ])('to an order as %s is 415', async (type, raw) => {
    const { status, body } = await shop.call('/api/orders', {
      raw,
      headers: { 'content-type': type },
    });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'sin comprimir'],
    [{ 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'br' }, 'comprimir'],
    [{ 'content-type': 'application/json; charset=latin1' }, 'en UTF-8'],
    [{ 'content-type': 'application/json; charset="utf-16"' }, 'en UTF-8'],
  ])('to a body with %j is 415 and says how to send it', async (headers, said) => {
    for (const path of ['/api/orders', '/api/upload', '/api/identity/sign-in/email']) {
      const { status, body } = await shop.call(path, { raw: '{}', headers });
      if (path === '/api/upload' && said === 'en UTF-8') continue;
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
      expect(body.message).toContain(said);
    }
    const plain = {
      'content-type': 'application/json; charset=UTF-8',
      'content-encoding': 'identity',
    };
    expect((await shop.call('/api/orders', { raw: '{}', headers: plain })).status).toBe(400);
  });

  const openRoutes = routes.flatMap(({ auth, body, method, path, maxBodyBytes }) =>
    body && (auth === 'none' || auth === 'optional')
      ? [[method, `/api${path}`, maxBodyBytes ?? USUAL_BODY_BYTES] as const]
      : [],
  );
  test.each([
    ...someOf(openRoutes, 3),
    ['POST', '/api/identity/sign-up/email', USUAL_BODY_BYTES] as const,
    ['POST', '/api/identity/sign-in/email', USUAL_BODY_BYTES] as const,
  ])('to %s %s with one byte more than its %i is 413, to the last byte not', async (...call) => {
    const [method, path, bytes] = call;
    const send = async (length: number, isChunked: boolean) => {
      const raw = `{"a":"${'x'.repeat(length - '{"a":""}'.length)}"}`;
      const body = isChunked ? new Blob([raw]).stream() : raw;
      const headers = { 'content-type': 'application/json' };
      const response = await shop.fetch(path, { method, headers, body, duplex: 'half' });
      const answer: { message?: string } = JSON.parse(await response.text());
      return [response.status, answer.message];
    };
    for (const isChunked of [false, true]) {
      expect((await send(bytes, isChunked))[0]).toBe(400);
      expect(await send(bytes + 1, isChunked)).toEqual([413, errorMessages.body_too_large]);
    }
  });

  test("carries a request id, a new one each time, never the caller's", async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const ids = new Set<string | null>();
    for (const path of [
      '/api/verify',
      '/api/verify',
      '/api/nope',
      '/health',
      '/',
      '/files/x.webp',
    ]) {
      const response = await shop.fetch(path, { headers });
      await response.text();
      ids.add(response.headers.get('x-request-id'));
    }
    expect(ids.size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
  });
});

test('an unexpected error is a 500 with only its request id', async () => {
  const clock = () => {
    throw new Error('secret of the inside at /srv/shop.ts');
  };
  const shop = await openShop('sqlite', { context: { clock } });
  const { status, body, headers } = await shop.call('/api/discount-codes/validate', {
    json: { code: 'A', orderTotal: 1 },
  });
  await shop.close();
  expect([status, body]).toEqual([
    500,
    {
      success: false,
      code: 'internal_error',
      message: 'Error interno del servidor',
      requestId: headers.get('x-request-id'),
    },
  ]);
});

test.each(['content-length: 100', 'transfer-encoding: chunked'])(
  'a client that leaves before the end of its body (%s) is refused, not an outage',
  async (length) => {
    const logged = new PassThrough({ encoding: 'utf8' });
    const app = Fastify({
      logger: { level: 'info', stream: logged },
      logController: new LogController({ disableRequestLogging: true }),
    });
    answerErrors(app);
    app.post('/', async () => ({}));
    const client = await openConnection(await app.listen({ port: 0, host: '127.0.0.1' }));
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}`;
    logged.read();
    await client.send(`${head}\r\n\r\n5\r\n{"a":`);
    client.abort();
    const [line] = await once(logged, 'data');
    await app.close();
    expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'refused', code: 'invalid_json' });
  },
);
