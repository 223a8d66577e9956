import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type BucketDouble, openBucketDouble } from '#server/testing/bucket-double.ts';
import { collect } from '#server/testing/collect.ts';
import { listen } from '#server/testing/listen.ts';
import { openBucket } from './open-bucket.ts';
import { diskStorage, openPlaces, openStorage } from './open-storage.ts';
import { PART_BYTES, s3Storage } from './s3.ts';
import { describePlace } from './storage.suite.ts';

/** Runs `work` with a fake server, for responses that cannot be provoked from a real one. */
async function serving<T>(answer: RequestListener, work: (endpoint: string) => Promise<T>) {
  const { url, close } = await listen(createServer(answer));
  return work(url).finally(close);
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
])('a server that answers %i %s is unavailable, and no file is missing', async (status, code) => {
  await serving(refuse(status, code), async (endpoint) => {
    const storage = open(endpoint);
    const away = { code: 'unavailable' };
    await expect(storage.open('a.webp')).rejects.toMatchObject(away);
    await expect(storage.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(away);
    await expect(storage.remove('a.webp')).rejects.toMatchObject(away);
    await expect(collect(storage.keys())).rejects.toMatchObject(away);
  });
});

test('a file that does not exist is missing', async () => {
  await serving(refuse(404, 'NoSuchKey'), async (endpoint) => {
    expect(await open(endpoint).open('a.webp')).toBeNull();
  });
});

/** The default page of a proxy in front of a bucket. */
const page: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(request.method === 'HEAD' ? '' : '<html>Welcome</html>');
};

test('a page of a proxy with the status 200 is no file, and no proof that a file is stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-page-'));
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await writeFile(small, 'x');
  await writeFile(large, Buffer.alloc(PART_BYTES + 1));
  await serving(page, async (endpoint) => {
    const storage = open(endpoint);
    const away = { code: 'unavailable' };
    await expect(storage.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(away);
    await expect(storage.putFile('a.webp', small)).rejects.toMatchObject(away);
    await expect(storage.putFile('a.zip', large)).rejects.toMatchObject(away);
    await expect(storage.open('a.webp')).rejects.toMatchObject(away);
    expect((await readdir(folder)).sort()).toEqual(['large', 'small']);
    const bucket = { name: 'shop', region: 'x', endpoint, ...credentials };
    await expect(openBucket(bucket)).rejects.toThrow('S3_ENDPOINT: ');
  });
  await rm(folder, { recursive: true });
});

const MD5_OF_X = createHash('md5').update('x').digest('hex');

test.each([
  ['the MD5 of the bytes', MD5_OF_X, [], 'stored'],
  ['another text, as with a key of its own', 'f'.repeat(32), ['1', 'f'.repeat(32)], 'stored'],
  ['another text, and the size differs', 'f'.repeat(32), ['17', 'f'.repeat(32)], 'unavailable'],
  ['another text, and is not there later', 'f'.repeat(32), ['1', 'e'.repeat(32)], 'unavailable'],
])('a file whose ETag is %s: %s, %j, %s', async (_name, etag, [size = '0', later], outcome) => {
  const answer: RequestListener = (request, response) => {
    request.resume();
    const seen = { etag: `"${later}"`, 'content-length': size };
    response.writeHead(200, request.method === 'HEAD' ? seen : { etag: `"${etag}"` });
    response.end();
  };
  await serving(answer, async (endpoint) => {
    const stored = open(endpoint).put('a.webp', Buffer.from('x'));
    expect(await stored.then(() => 'stored').catch(({ code }) => code)).toBe(outcome);
  });
});

test('of a bucket only plain names are listed', async () => {
  const names = ['a.webp', '../a.webp', 'b/a.webp', '.start-check', 'b.receipt'];
  const contents = names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('');
  const list: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult>${contents}</ListBucketResult>`);
  };
  await serving(list, async (endpoint) => {
    expect(await collect(open(endpoint).keys())).toEqual(['a.webp', 'b.receipt']);
  });
});

test('an interrupted download is an error, never a short file', async () => {
  const breakOff: RequestListener = (_request, response) => {
    response.writeHead(200, { etag: '"x"', 'content-length': 1000 });
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
])('at the start %s is reported in one line, with its variable', async (code, line) => {
  await serving(refuse(400, code), async (endpoint) => {
    const bucket = { name: 'shop', region: 'x', endpoint, ...credentials };
    const reason = await openBucket(bucket).catch((error) => String(error.message));
    expect(reason).toMatch(line);
    expect(reason).not.toMatch(/\n|secret$/);
  });
});

describePlace('a fake bucket', async () => {
  const { bucket, close } = await openBucketDouble();
  return { storage: await openBucket(bucket), close };
});

describe('a shop with a fake bucket', () => {
  let double: BucketDouble;
  let folder: string;
  beforeEach(async () => {
    double = await openBucketDouble();
    folder = await mkdtemp(join(tmpdir(), 'pines-bucket-'));
    onTestFinished(async () => {
      await double.close();
      await rm(folder, { recursive: true });
    });
  });

  async function makeFile(bytes: Buffer): Promise<string> {
    const path = join(folder, 'large');
    await writeFile(path, bytes);
    return path;
  }

  test('a file of several parts comes back byte for byte, and leaves none of them', async () => {
    const storage = await openBucket(double.bucket);
    const bytes = randomBytes(2 * PART_BYTES + 5);
    await storage.putFile('large.zip', await makeFile(bytes));
    const file = await storage.open('large.zip');
    expect(file && bytes.equals(await buffer(file.stream))).toBe(true);
    expect([double.uploads.size, await readdir(folder)]).toEqual([0, []]);
  });

  test.each([
    ['whose parts are refused', 'PUT'],
    ['that is not there afterwards', 'HEAD'],
  ])('of a large file %s no part stays, and the file does', async (_name, method) => {
    const storage = await openBucket(double.bucket);
    const path = await makeFile(Buffer.alloc(PART_BYTES + 1));
    double.refused = method;
    await expect(storage.putFile('large.zip', path)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no están disponibles'),
      cause: expect.any(Error),
    });
    expect([double.uploads.size, await readdir(folder)]).toEqual([0, ['large']]);
  });

  test('sweeps the parts of interrupted uploads once they are old', async () => {
    const storage = await openBucket(double.bucket);
    const begun = new Date('2026-03-09T12:00:00Z');
    double.uploads.set('half', { key: 'half.zip', begun, parts: new Map() });
    await storage.sweep(begun.getTime());
    expect([...double.uploads.keys()]).toEqual(['half']);
    await storage.sweep(begun.getTime() + 1);
    expect(double.uploads.size).toBe(0);
  });

  test.each(['read', 'list'] as const)('one that anyone may %s is refused', async (anyoneMay) => {
    double.anyoneMay = anyoneMay;
    await expect(openBucket(double.bucket)).rejects.toThrow('S3_BUCKET: cualquiera lo puede leer');
  });

  test('the check at the start leaves nothing in it', async () => {
    await openBucket(double.bucket);
    expect(double.objects.size).toBe(0);
  });

  test.each(['s3', 'disk'] as const)('new files go to %s, and are found in both', async (newIn) => {
    const { bucket } = double;
    const config = { dataDir: folder, files: { newIn, bucket } };
    const scratch = join(folder, 'scratch');
    const places = await openPlaces(config, scratch);
    await places.earlier?.put('earlier.webp', Buffer.from('x'));
    const storage = await openStorage(config, scratch);
    await storage.put('new.webp', Buffer.from('x'));
    const onDisk = await collect(diskStorage(join(folder, 'files'), scratch).keys());
    const [inBucket, isBucketNew] = [[...double.objects.keys()], newIn === 's3'];
    expect(isBucketNew ? [inBucket, onDisk] : [onDisk, inBucket]).toEqual([
      ['new.webp'],
      ['earlier.webp'],
    ]);
    const file = await storage.open('earlier.webp');
    expect(file && String(await buffer(file.stream))).toBe('x');
    double.uploads.set('half', { key: 'half.zip', begun: new Date(0), parts: new Map() });
    await storage.sweep(1);
    expect(double.uploads.size).toBe(0);
  });
});

test('without a bucket all files are on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-disk-'));
  const config = { dataDir: folder, files: { newIn: 'disk', bucket: null } } as const;
  await (await openStorage(config, join(folder, 'scratch'))).put('ab.webp', Buffer.from('x'));
  expect(await readdir(join(folder, 'files', 'ab'))).toEqual(['ab.webp']);
  await rm(folder, { recursive: true });
});
