import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { openBucket } from './open-bucket.ts';
import { s3Storage } from './s3.ts';

/** A server that answers as a real one cannot be made to. */
async function serving<T>(answer: RequestListener, work: (endpoint: string) => Promise<T>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    return await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const open = (endpoint: string) =>
  s3Storage(
    new S3Client({ endpoint, credentials, region: 'x', forcePathStyle: true, maxAttempts: 1 }),
    'shop',
  );
const refuse =
  (status: number, code: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code></Error>`);
  };

test.each([
  [503, 'SlowDown'],
  [500, 'InternalError'],
  [403, 'AccessDenied'],
  [403, 'RequestTimeTooSkewed'],
  [404, 'NoSuchBucket'],
])(
  'a server that says %i %s is away, and a file is never told as missing',
  async (status, code) => {
    await serving(refuse(status, code), async (endpoint) => {
      const storage = open(endpoint);
      const away = { code: 'unavailable' };
      await expect(storage.open('a.webp')).rejects.toMatchObject(away);
      await expect(storage.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(away);
      await expect(storage.remove('a.webp')).rejects.toMatchObject(away);
      await expect(collect(storage.keys())).rejects.toMatchObject(away);
    });
  },
);

test('a file that is not there is missing', async () => {
  await serving(refuse(404, 'NoSuchKey'), async (endpoint) => {
    expect(await open(endpoint).open('a.webp')).toBeNull();
  });
});

test('a file that breaks off is away, never a short file', async () => {
  const breakOff: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half of it');
    setTimeout(() => response.destroy(), 20);
  };
  await serving(breakOff, async (endpoint) => {
    const file = await open(endpoint).open('a.webp');
    expect(file?.bytes).toBe(1000);
    if (file) await expect(buffer(file.stream)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test.each([
  ['InvalidAccessKeyId', /^S3_ACCESS_KEY_ID: /],
  ['SignatureDoesNotMatch', /^S3_SECRET_ACCESS_KEY: /],
  ['NoSuchBucket', /^S3_BUCKET: /],
  ['AuthorizationHeaderMalformed', /^S3_REGION: /],
  ['TeaPot', /^S3_ENDPOINT: /],
])('at the start %s is told in one line, by its variable', async (code, line) => {
  await serving(refuse(400, code), async (endpoint) => {
    const bucket = { name: 'shop', region: 'x', endpoint, ...credentials };
    const said = await openBucket(bucket).catch((error) => String(error.message));
    expect(said).toMatch(line);
    expect(said).not.toMatch(/\n|secret$/);
  });
});
