import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, fromLocalTime } from '#domain/base/dates.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import { type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import { openBucketDouble } from '#server/testing/bucket-double.ts';
import type { DatabaseKind } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { startTestWorker, until } from '#server/testing/jobs.ts';
import { findRows, setRows } from '#server/testing/rows.ts';
import { runProgram } from '#server/testing/run-program.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { beginNightlyCopy, NIGHTLY_COPY, nightlyCopyHandlers, readCopies } from './copies.ts';
import { tryRestore, writeNight } from './night.ts';
import { withBackup } from './open-backup.ts';
import type { BackupListeners, BackupRequest } from './write-backup.ts';

const RESTORE = join(import.meta.dirname, '../../operator/restore.ts');
const PHRASE = 'tres tristes tigres';
const DAY = '2026-03-10';
const PATIENCE_MS = 85_000;

let adminShop: AdminShop;
let folder: string;
let now: number;

async function open(kind: DatabaseKind, env: Record<string, string>): Promise<void> {
  now = fromLocalTime(`${DAY}T04:31`);
  adminShop = await openAdminShop(kind, { env, context: { clock: () => now } });
}

/** Runs the task at a time, and the copy and its trial to their end. */
async function night(time: string): Promise<void> {
  now = fromLocalTime(time);
  const { context } = adminShop.shop;
  await beginNightlyCopy(context);
  const stopJobs = startTestWorker({ ...context, handlers: nightlyCopyHandlers(context) });
  await until(async () => {
    const waiting = await findRows(context, 'jobs', { kind: NIGHTLY_COPY, state: 'waiting' });
    return waiting.length === 0;
  }, PATIENCE_MS);
  await stopJobs();
}

/** Does the work of a night in this process, as its child does. */
async function inProcess(
  work: (request: BackupRequest, listeners: BackupListeners) => Promise<number>,
): Promise<number> {
  const { config, scratchDir } = adminShop.shop.context;
  const request = { config, folder: await mkdtemp(join(scratchDir, 'copying-')) };
  const done = await work(request, { onProgress: () => undefined, onDamage: () => undefined });
  await rm(request.folder, { recursive: true });
  return done;
}
/** Writes the copy of a day, without trying it. */
const copyOn = (day: string) =>
  inProcess((request, listeners) => writeNight(request, day, listeners));
/** Opens a copy as far as its list. */
const openCopy = (path: string, passphrase: string | null) =>
  withBackup(path, folder, { passphrase }, async ({ manifest }) => manifest);

const readNight = (day: string) =>
  adminShop.shop.context.db.queries
    .selectFrom('nightly_copies')
    .selectAll()
    .where('day', '=', day)
    .executeTakeFirst();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pines-copies-'));
});
afterEach(async () => {
  await adminShop.shop.close();
  await rm(folder, { recursive: true });
});

const names = async (path = folder) => (await readdir(path)).sort();
const filesThere = async () =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.includes('.'));

describe.each(anyDatabase)('every night a shop on %s', (kind) => {
  test('copies itself encrypted to another folder, tries it, and is restored from there', async () => {
    await open(kind, { BACKUP_DIR: folder, BACKUP_PASSPHRASE: PHRASE });
    const { context } = adminShop.shop;
    await adminShop.place({ pictures: 2 });
    await night(`${DAY}T04:29`);
    expect(await names()).toEqual([]);
    await night(`${DAY}T04:31`);
    expect(await names()).toEqual([`${DAY}.zip`, 'files']);
    expect(await readNight(DAY)).toMatchObject({
      ...{ ended_at: now, failure: null, bytes: expect.any(Number) },
      ...{ trial_at: now, trial_failure: null, trial_orders: 1 },
    });
    expect(await readCopies(context)).toEqual({
      ...{ lastCopy: now, lastTrial: now, isTrialFailed: false },
      place: expect.stringMatching(/^(apart|lost)$/),
    });
    const [first = ''] = await filesThere();
    const before = await stat(join(folder, 'files', first));
    const count = (await filesThere()).length;
    expect(count).toBeGreaterThan(2);

    await adminShop.place({ pictures: 1 });
    const next = addDays(DAY, 1);
    await copyOn(next);
    expect(await names()).toEqual([`${DAY}.zip`, `${next}.zip`, 'files']);
    expect((await filesThere()).length).toBeGreaterThan(count);
    expect((await stat(join(folder, 'files', first))).mtimeMs).toBe(before.mtimeMs);

    const other = await createHome(kind);
    const phrase = join(other.dataDir, 'frase.txt');
    const zip = join(folder, `${next}.zip`);
    await expect(openCopy(zip, null)).rejects.toThrow(
      /^está cifrada: di su frase con --passphrase-file$/,
    );
    const passphrase = 'otra frase de prueba';
    await expect(openCopy(zip, passphrase)).rejects.toThrow(/^la frase no es la de esta copia$/);
    await writeFile(phrase, `${PHRASE}\n`);
    const restored = await runProgram(RESTORE, [zip, '--passphrase-file', phrase], other.env);
    expect(restored).toMatchObject({
      code: 0,
      says: expect.stringMatching(/^Se restauró la copia del .*: 2 pedidos, 3 pines/),
    });
    const files = await readdir(join(other.dataDir, 'files'), { recursive: true });
    expect(files.filter((name) => name.includes('.')).sort()).toEqual((await filesThere()).sort());
    await other.remove();
  });
});

test('a file that was drawn again is copied again, and goes when no kept copy names it', async () => {
  await open('sqlite', { BACKUP_DIR: folder });
  const { context } = adminShop.shop;
  const { id } = await adminShop.place({ pictures: 1 });
  const [item] = await findRows(context, 'order_items', { order_id: id });
  // Drawn again by another version of its program.
  const { thumbnail } = fileKeys(item?.upload_id ?? '');
  await context.storage.put(thumbnail, Buffer.from('drawn'));
  await copyOn(DAY);
  await context.storage.put(thumbnail, Buffer.from('drawn again'));
  await copyOn(DAY);
  expect(await inProcess(tryRestore)).toBe(1);
  await setRows(context, 'uploads', { id: item?.upload_id ?? '' }, { removed_at: now });
  const zip = (day: string) => join(folder, `${day}.zip`);
  // Of these days the last seven are kept, then Sunday the 8th and no other.
  for (let day = 1; day <= 9; day += 1) {
    await copyFile(zip(DAY), zip(addDays('2026-02-28', day)));
  }
  await copyOn('2026-03-11');
  expect((await filesThere()).length).toBeGreaterThan(0);
  expect(await names()).not.toContain('2026-03-02.zip');
  for (const name of await names()) {
    if (name.endsWith('.zip') && name !== '2026-03-11.zip') await rm(join(folder, name));
  }
  await copyFile(zip('2026-03-11'), zip('2026-03-09'));
  await copyFile(zip('2026-03-11'), zip('2026-03-10'));
  for (let day = 12; day <= 17; day += 1) await copyFile(zip('2026-03-11'), zip(`2026-03-${day}`));
  await copyOn('2026-03-18');
  expect(await filesThere()).toEqual([]);
});

test('without another place seven copies of the database stay in the data folder', async () => {
  await open('sqlite', {});
  const { context, dataDir } = adminShop.shop;
  await adminShop.place({ pictures: 1 });
  await copyOn(DAY);
  const copies = join(dataDir, 'copias');
  for (let back = 1; back <= 8; back += 1) {
    await copyFile(join(copies, `${DAY}.zip`), join(copies, `${addDays(DAY, -back)}.zip`));
  }
  // A machine that was off all night catches up.
  const later = addDays(DAY, 2);
  now = fromLocalTime(`${later}T15:00`);
  await beginNightlyCopy(context);
  expect(await readNight(later)).toMatchObject({ begun_at: now });
  await copyOn(later);
  expect(await names(copies)).toEqual(
    [2, 0, -1, -2, -3, -4, -5].map((days) => `${addDays(DAY, days)}.zip`).sort(),
  );
  expect(await readCopies(context)).toMatchObject({ place: 'same' });
  expect(await inProcess(tryRestore)).toBe(1);
});

test('a bucket has copies and files, which are restored once they are in a folder', async () => {
  const double = await openBucketDouble();
  const { bucket } = double;
  await open('sqlite', {
    ...{ BACKUP_S3_BUCKET: bucket.name, BACKUP_S3_REGION: bucket.region },
    ...{ BACKUP_S3_ENDPOINT: bucket.endpoint, BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId },
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  });
  await adminShop.place({ pictures: 2 });
  await copyOn(DAY);
  expect(await inProcess(tryRestore)).toBe(1);
  expect(await readCopies(adminShop.shop.context)).toMatchObject({ place: 'apart' });
  const stored = [...double.objects];
  expect(stored.map(([key]) => key).filter((key) => !key.startsWith('files/'))).toEqual([
    `${DAY}.zip`,
  ]);
  expect(stored.length).toBeGreaterThan(3);
  await mkdir(join(folder, 'files'));
  for (const [key, bytes] of stored) await writeFile(join(folder, key), bytes);
  const other = await createHome('sqlite');
  expect(await runProgram(RESTORE, [join(folder, `${DAY}.zip`)], other.env)).toMatchObject({
    code: 0,
  });
  await other.remove();
  await double.close();
});

test.runIf(LONG)('10,000 orders are copied, tried and restored', async () => {
  await open('sqlite', { BACKUP_DIR: folder });
  const { context } = adminShop.shop;
  await storeOrders(context, { count: 10_000, at: (n) => now - n * 1000 });
  const started = performance.now();
  await night(`${DAY}T04:31`);
  report(`10,000 orders: copied and tried in ${Math.round(performance.now() - started)} ms`);
  expect(await readNight(DAY)).toMatchObject({ trial_failure: null, trial_orders: 10_000 });
});

test('a copy whose disk is missing, or that cannot be restored, is told', async () => {
  await open('sqlite', { BACKUP_DIR: join(folder, 'not-mounted') });
  await adminShop.place({ pictures: 1 });
  await night(`${DAY}T04:31`);
  expect(await readNight(DAY)).toMatchObject({ ended_at: now, failure: 'error', bytes: null });
  expect(await readCopies(adminShop.shop.context)).toMatchObject({
    lastCopy: null,
    lastTrial: null,
    place: 'missing',
  });
  expect(await names()).toEqual([]);
});
