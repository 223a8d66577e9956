import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { makeNoise } from '#server/testing/pictures.ts';
import { formPart, openConnection, uploadHead } from '#server/testing/raw-http.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const MB = 1024 ** 2;

describe.each(anyDatabase)('an upload over a bad connection on %s', (kind) => {
  const shop = useShop(kind, { isInjected: false });

  async function expectNothingKept(): Promise<void> {
    await vi.waitFor(async () => expect(await shop.arrivingFiles()).toEqual([]), 5000);
    expect(await shop.storedFiles()).toEqual([]);
    const rows = await shop.context.db.queries.selectFrom('uploads').select('id').execute();
    expect(rows).toEqual([]);
  }

  test('10 MB with their length are refused before they arrive: 413', async () => {
    const connection = await openConnection(shop.url);
    await connection.send(uploadHead({ 'content-length': String(10 * 1024 ** 2) }));
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"image_too_large"/);
    connection.abort();
    await expectNothingKept();
  });

  test.each([
    ['a picture', '/api/upload', 413],
    ['JSON', '/api/orders', 413],
    ['a body to nowhere', '/api/nowhere', 404],
  ])(
    '12 MB of %s are answered to a client that first sends them all',
    async (what, path, status) => {
      const body = what === 'JSON' ? Buffer.alloc(12 * MB, 'x') : formPart(Buffer.alloc(12 * MB));
      const type = what === 'JSON' ? { 'content-type': 'application/json' } : {};
      for (const connection of ['keep-alive', 'close']) {
        const length = String(body.length);
        const head = uploadHead({ ...type, connection, 'content-length': length }, path);
        const { hostname, port } = new URL(shop.url);
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        const request = Buffer.concat([Buffer.from(head), body]);
        await promisify<Buffer, void>(socket.write).call(socket, request);
        expect(String(await once(socket, 'data'))).toContain(`HTTP/1.1 ${status} `);
        if (connection === 'close') await once(socket, 'end');
        socket.destroy();
      }
      await expectNothingKept();
    },
  );

  test.each(['abort', 'finish'] as const)(
    '%s in the middle leaves no row and no file',
    async (by) => {
      const connection = await openConnection(shop.url);
      await connection.send(uploadHead({ 'content-length': '900000' }));
      await connection.send(formPart(await makeNoise(300, 300), { end: false }));
      await vi.waitFor(async () => expect(await shop.arrivingFiles()).toHaveLength(1), 5000);
      connection[by]();
      await expectNothingKept();
    },
  );

  test('a form that ends without its last line is broken: 400', async () => {
    const connection = await openConnection(shop.url);
    const part = formPart(await makeNoise(300, 300), { end: false });
    await connection.send(uploadHead({ 'content-length': String(part.length) }));
    await connection.send(part);
    const answer = await connection.answer();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"success":false');
    connection.abort();
    await expectNothingKept();
  });

  test('a form whose part has no end of its head is broken: 400', async () => {
    const connection = await openConnection(shop.url);
    const part = '--xx\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n';
    await connection.send(uploadHead({ 'content-length': String(part.length) }));
    await connection.send(part);
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 400 /);
    connection.abort();
    await expectNothingKept();
  });

  test('files under other names, however big, do not block the connection', async () => {
    const connection = await openConnection(shop.url);
    const first = formPart(Buffer.alloc(300_000), { field: 'other', end: false });
    const body = Buffer.concat([first, Buffer.from('\r\n'), formPart(Buffer.alloc(300_000))]);
    const request = Buffer.concat([
      Buffer.from(uploadHead({ 'content-length': String(body.length) })),
      body,
    ]);
    await connection.send(request);
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 400 /);
    await connection.send('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await connection.answer(/"status":"ok"/)).toContain('HTTP/1.1 200 OK');
    connection.abort();
    await expectNothingKept();
  });
});
