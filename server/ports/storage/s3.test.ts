import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bucket, type Config, loadConfig } from '#server/config.ts';
import { collect } from '#server/testing/collect.ts';
import { type ObjectServer, startRadosgw } from '#server/testing/radosgw.ts';
import { LONG } from '#server/testing/seed.ts';
import { openBucket } from './open-bucket.ts';
import { openStorage } from './open-storage.ts';
import { describePlace, describeStorage } from './storage.suite.ts';
import type { FilePlace } from './storage.ts';

describe.runIf(LONG)('files in the bucket of a real server', () => {
  let server: ObjectServer;
  let folder: string;
  beforeAll(async () => {
    server = await startRadosgw();
    folder = await mkdtemp(join(tmpdir(), 'pines-bucket-'));
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  const bucketOf = ({ files }: Config): Bucket => {
    if (files.bucket === null) throw new Error('no bucket');
    return files.bucket;
  };
  async function open(name: string): Promise<FilePlace> {
    return openBucket(bucketOf(loadConfig(await server.addBucket(name))));
  }

  describePlace('a bucket', async () => ({
    storage: await open('contract'),
    close: async () => undefined,
  }));

  for (const newIn of ['s3', 'disk']) {
    describeStorage(`both, new ones in ${newIn}`, async () => {
      const env = await server.addBucket(`both-${newIn}`);
      const config = loadConfig({ ...env, FILES: newIn, DATA_DIR: join(folder, newIn) });
      return {
        storage: await openStorage(config, join(folder, 'scratch')),
        close: async () => undefined,
      };
    });
  }

  test('a file of several parts comes back byte for byte', async () => {
    const storage = await open('parts');
    const path = join(folder, 'large');
    const bytes = randomBytes(50_000_000);
    await writeFile(path, bytes);
    await storage.putFile('large.zip', path);
    const file = await storage.open('large.zip');
    expect(file?.bytes).toBe(bytes.length);
    expect(file && bytes.equals(await buffer(file.stream))).toBe(true);
  });

  test('parts of an interrupted upload are swept once they are old', async () => {
    const storage = await open('broken');
    const object = { Bucket: 'broken', Key: 'half.zip' };
    const { UploadId } = await server.client.send(new CreateMultipartUploadCommand(object));
    const part = { ...object, UploadId, PartNumber: 1, Body: 'x' };
    await server.client.send(new UploadPartCommand(part));
    const list = new ListMultipartUploadsCommand({ Bucket: 'broken' });
    await storage.sweep(Date.now() - 60_000);
    expect((await server.client.send(list)).Uploads).toHaveLength(1);
    await storage.sweep(Date.now() + 60_000);
    expect((await server.client.send(list)).Uploads ?? []).toEqual([]);
    expect(await storage.open('half.zip')).toBeNull();
  });

  test('lists more files than fit on a page', async () => {
    const storage = await open('many');
    const keys = Array.from({ length: 1005 }, (_, at) => `key-${at}.webp`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('x'))));
    expect((await collect(storage.keys())).sort()).toEqual(keys.sort());
  });

  test.each<[string, Record<string, string>, string]>([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY: no es el secreto'],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'NOBODY' }, 'S3_ACCESS_KEY_ID: el servidor no conoce'],
    ['a bucket that is not there', { S3_BUCKET: 'nowhere' }, 'S3_BUCKET: no hay un depósito'],
    ['no server', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'S3_ENDPOINT: '],
    ['no such host', { S3_ENDPOINT: 'http://nobody.invalid' }, 'S3_ENDPOINT: '],
  ])('%s is refused in one line', async (name, wrong, line) => {
    const env = await server.addBucket(name.replaceAll(' ', '-'));
    const opening = openBucket(bucketOf(loadConfig({ ...env, ...wrong })));
    await expect(opening).rejects.toMatchObject({ name: 'ConfigError' });
    const reason = await opening.catch(({ message }) => message);
    expect(reason).toContain(line);
    expect(reason).not.toContain('\n');
    if (wrong.S3_SECRET_ACCESS_KEY === undefined) {
      expect(reason).not.toContain(env.S3_SECRET_ACCESS_KEY);
    }
  });

  test('a publicly readable bucket is refused', async () => {
    const env = await server.addBucket('public', { isPublic: true });
    await expect(openBucket(bucketOf(loadConfig(env)))).rejects.toThrow(
      'S3_BUCKET: cualquiera lo puede leer sin clave; hazlo privado',
    );
  });
});
