import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { uploaded } from '#server/testing/client.ts';
import { until } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makeJpeg, padJpeg } from '#server/testing/pictures.ts';
import { chunk, formPart, openConnection, uploadHead } from '#server/testing/raw-http.ts';
import { LONG } from '#server/testing/seed.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const MB = 1024 ** 2;
/** Bytes that the system buffers at both ends of a connection although they are not read. */
const SYSTEM_BUFFERS = 24 * MB;
const IN_A_ROW = LONG ? 40 : 5;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

type Slow = Awaited<ReturnType<typeof openConnection>>;

describe.each(anyDatabase)('many and large uploads on %s', (kind) => {
  let space = { total: 100e9, free: 50e9 };
  const slow: Slow[] = [];
  const shop = useShop(kind, {
    isInjected: false,
    env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' },
    context: { diskSpace: async () => space },
  });
  afterEach(async () => {
    vi.useRealTimers();
    space = { total: 100e9, free: 50e9 };
    for (const connection of slow.splice(0)) connection.abort();
    await vi.waitFor(async () => expect(await shop.arrivingFiles()).toEqual([]), 10_000);
  });

  const upload = (from: string, picture: Buffer) =>
    shop.upload(picture, { headers: { 'x-forwarded-for': from } });

  /** Starts a picture and sends no more of it. */
  async function trickle(from: string): Promise<Slow> {
    const connection = await openConnection(shop.url);
    slow.push(connection);
    await connection.send(uploadHead({ 'content-length': '900000', 'x-forwarded-for': from }));
    await connection.send(formPart(JPEG, { end: false }));
    return connection;
  }

  async function trickleMany(count: number, from: (at: number) => string): Promise<Slow[]> {
    const all: Slow[] = [];
    for (let at = 0; at < count; at += 1) all.push(await trickle(from(at)));
    return all;
  }

  /** Sends 100 MB of a form without an end. @returns how much was accepted, and the answer */
  async function flood(head: string, start: Buffer): Promise<{ taken: number; answer: string }> {
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await once(socket, 'connect');
    socket.write(head);
    socket.write(chunk(start));
    const piece = chunk(Buffer.alloc(MB, 1));
    for (let sent = 0; sent < 100 && socket.writable; sent += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.write(piece, () => resolve());
      await Promise.race([promise, closed]);
    }
    const taken = socket.bytesWritten - socket.writableLength;
    socket.destroy();
    return { taken, answer };
  }

  test('a form without a length is read to 5 MB at most, and its connection closed', async () => {
    const behindPicture = [
      formPart(await makeJpeg(), { end: false }),
      Buffer.from('\r\n'),
      formPart(JPEG, { field: 'other', end: false }),
    ];
    const begin = (field: string) => formPart(JPEG, { field, end: false });
    const floods: [what: string, path: string, start: Buffer, status: RegExp][] = [
      ['a picture', '/api/upload', begin('image'), /413/],
      ['a file behind a picture', '/api/upload', Buffer.concat(behindPicture), /201|413/],
      ['a receipt', '/api/orders/receipt', begin('receipt'), /413/],
      ['a receipt behind a field without an end', '/api/orders/receipt', begin('other'), /413/],
      ['a form that no route takes', '/api/orders', begin('image'), /400/],
      ['a form to nowhere', '/api/nowhere', begin('image'), /404/],
    ];
    await Promise.all(
      floods.map(async ([what, path, start, status]) => {
        const head = uploadHead({ 'transfer-encoding': 'chunked' }, path);
        const { taken, answer } = await flood(head, start);
        expect(answer.slice(0, 'HTTP/1.1 200'.length), what).toMatch(status);
        expect(taken, what).toBeLessThan(6 * MB + SYSTEM_BUFFERS);
      }),
    );
  });

  test('5,242,880 bytes without a length are accepted, and one more is a 413', async () => {
    const photo = await makeJpeg();
    for (const [size, status] of [
      [MAX_IMAGE_BYTES, 201],
      [MAX_IMAGE_BYTES + 1, 413],
    ] as const) {
      const connection = await openConnection(shop.url);
      await connection.send(uploadHead({ 'transfer-encoding': 'chunked' }));
      await connection.send(chunk(formPart(padJpeg(photo, size))));
      await connection.send('0\r\n\r\n');
      expect(await connection.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      connection.abort();
    }
  });

  test('276 that start and stop leave the space of a disk of 3 GB to others', async () => {
    space = { total: 3e9, free: 2.5e9 };
    await trickleMany(276, (at) => `203.0.113.${at % 2}`);
    const picture = await makeJpeg();
    uploaded(await upload('198.51.100.1', picture));
  });

  test.each([
    ['an IPv4 address', () => '203.0.113.5', '203.0.113.6'],
    ['a /64 of IPv6', (at: number) => `2001:db8:1:1::${at + 1}`, '2001:db8:1:2::1'],
  ])('100 at once come from %s, and others pass', async (_what, from, other) => {
    await trickleMany(100, from);
    // Before all have arrived, another upload would take a slot of theirs.
    await until(async () => (await shop.arrivingFiles()).length === 100);
    const picture = await makeJpeg();
    const refused = await upload(from(200), picture);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    uploaded(await upload(other, picture));
    for (const connection of slow.splice(0)) connection.abort();
    await vi.waitFor(async () => uploaded(await upload(from(200), picture)), 5000);
  });

  test(`40 pictures at once and ${IN_A_ROW} in a row from one address all pass, and their order`, async () => {
    const picture = await makeJpeg();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => upload('198.51.100.2', picture)),
    );
    const images = answers.map((answer) => uploaded(answer).imageUrl);
    for (let at = 0; at < IN_A_ROW; at += 1) uploaded(await upload('198.51.100.2', picture));
    placed(await shop.placeOrder(makeOrder({ images })));
  });

  test('a picture that arrives at less than 1 kB a second is aborted in Spanish: 408', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const moving = await trickle('203.0.113.21');
    for (let window = 1; window <= 3; window += 1) {
      await moving.send(Buffer.alloc(31_000, 1));
      await until(async () => (await bytesArrived()) >= window * 30_000);
      vi.advanceTimersByTime(30_000);
    }
    await moving.send(Buffer.alloc(10_000, 1));
    await until(async () => (await bytesArrived()) >= 100_000);
    vi.advanceTimersByTime(30_000);
    const answer = await moving.answer();
    expect(answer).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"upload_too_slow"/);
    expect(answer).toContain('El archivo llegaba demasiado lento');
    await until(async () => (await shop.arrivingFiles()).length === 0);
  });

  async function bytesArrived(): Promise<number> {
    const { scratchDir } = shop.context;
    const names = await readdir(scratchDir, { recursive: true });
    const sizes = names.map(async (name) => (await stat(join(scratchDir, name))).size);
    return Math.max(0, ...(await Promise.all(sizes)));
  }
});
