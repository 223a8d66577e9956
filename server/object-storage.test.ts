import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { requestBackup } from '#contract/backup/backup.ts';
import { backupHandlers, MAKE_BACKUP } from './features/backup/make-backup.ts';
import { fileKeys } from './features/uploads/urls.ts';
import { type AdminShop, openAdminShop } from './testing/admin-shop.ts';
import { takeBackup } from './testing/backups.ts';
import { createClient, uploaded } from './testing/client.ts';
import { collect } from './testing/collect.ts';
import { createHome } from './testing/home.ts';
import { startTestWorker } from './testing/jobs.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makeNoise, makePng } from './testing/pictures.ts';
import { spawnShop } from './testing/process.ts';
import { type ObjectServer, startRadosgw } from './testing/radosgw.ts';
import { runProgram } from './testing/run-program.ts';
import { LONG } from './testing/seed.ts';

const MOVE_FILES = join(import.meta.dirname, 'operator/move-files.ts');
const AWAY =
  'Las imágenes y los archivos no están disponibles por ahora. Intenta de nuevo en unos minutos';

describe.runIf(LONG)('a shop whose files are in a bucket', () => {
  let server: ObjectServer;
  let adminShop: AdminShop;
  let env: Record<string, string>;
  let buckets = 0;
  beforeAll(async () => {
    server = await startRadosgw();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    buckets += 1;
    env = await server.addBucket(`shop-${buckets}`);
    adminShop = await openAdminShop('postgres', { env });
  });
  afterEach(() => adminShop.shop.close());

  test('serves and stores everything there, and the bucket is not public', async () => {
    const { shop, fetchFile } = adminShop;
    const original = await makeNoise(900, 900);
    const { imageUrl, thumbnailUrl } = uploaded(await shop.upload(original));
    const { id } = placed(await shop.placeOrder(makeOrder({ images: [imageUrl] })));
    for (const url of [imageUrl, thumbnailUrl]) {
      const picture = await shop.fetch(url, { redirect: 'manual' });
      expect([picture.status, picture.headers.get('cache-control')]).toEqual([
        200,
        'private, max-age=86400, immutable',
      ]);
      expect(Number(picture.headers.get('content-length'))).toBe(
        (await picture.arrayBuffer()).byteLength,
      );
    }
    const one = await fetchFile(`/orders/${id}/pictures/1`);
    expect(Buffer.from(await one.arrayBuffer())).toEqual(original);
    const zip = await fetchFile(`/orders/${id}/pictures.zip`);
    expect((await yauzl.fromBufferPromise(Buffer.from(await zip.arrayBuffer()))).entryCount).toBe(
      1,
    );

    const { context } = shop;
    const stop = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
    const copy = await yauzl.fromBufferPromise(await takeBackup(adminShop, { pictures: true }));
    await stop();
    const names = (await collect(copy.eachEntry())).map(({ fileName }) => fileName);
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(
      Object.keys(fileKeys('any')).length,
    );

    expect(await shop.storedFiles()).toEqual([]);
    expect(await shop.arrivingFiles()).toEqual([]);
    const key = imageUrl.slice('/files/'.length);
    const direct = await fetch(`${env.S3_ENDPOINT}/${env.S3_BUCKET}/${key}`);
    expect(direct.status).toBe(403);
  });

  test('while the server is down sells what is uploaded, says so of the rest, and goes on', async () => {
    const { shop } = adminShop;
    const { imageUrl } = uploaded(await shop.upload(await makePng()));
    await server.pause();
    const refused = await shop.upload(await makePng());
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: AWAY } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await shop.call(imageUrl)).toMatchObject({ status: 503, body: { message: AWAY } });
    placed(await shop.placeOrder(makeOrder({ images: [imageUrl] })));
    expect((await shop.call('/health')).status).toBe(200);
    expect(await shop.arrivingFiles()).toEqual([]);
    await server.resume();
    expect((await shop.fetch(imageUrl)).status).toBe(200);
    uploaded(await shop.upload(await makePng()));
  });

  test('makes a backup again that an outage interrupted', async () => {
    const { shop, ask } = adminShop;
    uploaded(await shop.upload(await makePng()));
    const { body } = await ask('/backup', { method: 'POST', json: { pictures: true } });
    const { id } = requestBackup.answer.parse(body).backup;
    const makeCopy = async () =>
      backupHandlers(shop.context)[MAKE_BACKUP]?.({ id }, { id: 'a job', deaths: 0 });
    await server.pause();
    await expect(makeCopy()).rejects.toMatchObject({ code: 'unavailable' });
    await server.resume();
    await makeCopy();
    expect((await ask(`/backup/${id}`)).body.backup).toMatchObject({ state: 'done' });
  });

  test('has several processes that share no folder', async () => {
    const { shop } = adminShop;
    const other = spawnShop({ ...shop.env, ...env, DATA_DIR: `${shop.dataDir}/other` });
    const client = createClient(() => url);
    const url = await other.ready();
    expect(other.output()).toContain(
      `Archivos: depósito S3 ${env.S3_BUCKET} en ${env.S3_ENDPOINT}\n`,
    );
    const here = uploaded(await shop.upload(await makePng()));
    const there = uploaded(await client.upload(await makePng()));
    expect((await client.fetch(here.imageUrl)).status).toBe(200);
    expect((await shop.fetch(there.imageUrl)).status).toBe(200);
    placed(await client.placeOrder(makeOrder({ images: [here.imageUrl, there.imageUrl] })));
    await other.kill('SIGTERM');
  });

  test('moves its files either way while it runs, and finds each at any moment', async () => {
    const home = await createHome('sqlite');
    const moving = { ...home.env, ...(await server.addBucket(`moving-${buckets}`)) };
    let url = '';
    const client = createClient(() => url);
    const pictures: string[] = [];
    const upload = async () =>
      pictures.push(uploaded(await client.upload(await makePng())).imageUrl);
    const expectAll = async () => {
      for (const picture of pictures) expect((await client.fetch(picture)).status).toBe(200);
    };

    async function moveTo(files: 'disk' | 's3', from: Record<string, string>): Promise<void> {
      const first = spawnShop({ ...home.env, ...from });
      url = await first.ready();
      for (let times = 0; times < 5; times += 1) await upload();
      await first.kill('SIGTERM');
      const next = spawnShop({ ...moving, FILES: files });
      url = await next.ready();
      await upload();
      await expectAll();
      let isOver = false;
      const run = runProgram(MOVE_FILES, [], { ...moving, FILES: files }).finally(() => {
        isOver = true;
      });
      while (!isOver) await expectAll();
      const { code, says } = await run;
      expect([code, says]).toEqual([
        0,
        expect.stringMatching(/^Se movieron \d+ archivos, .+ comparó\n$/),
      ]);
      await next.kill('SIGTERM');
    }

    await moveTo('s3', {});
    expect(await readdir(join(home.dataDir, 'files'), { recursive: true })).not.toContainEqual(
      expect.stringMatching(/webp|original/),
    );
    await moveTo('disk', { ...moving, FILES: 's3' });
    const last = spawnShop(home.env);
    url = await last.ready();
    await expectAll();
    expect(pictures).toHaveLength(12);
    await last.kill('SIGTERM');
    await home.remove();
  });
});
