import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, RawNode } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Schema } from '#server/db/types.ts';
import { isOutage } from '#server/lib/outages.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { findBackupWriter, takeBackup, unzip } from '#server/testing/backups.ts';
import { commandOf } from '#server/testing/children.ts';
import { collect } from '#server/testing/collect.ts';
import type { Home } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { readJobs, startTestWorker, until } from '#server/testing/jobs.ts';
import { openKnownPerson } from '#server/testing/known-person.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { backupHandlers, MAKE_BACKUP, sweepBackups } from './make-backup.ts';
import { BadBackup } from './read/open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { fileKeyOf, HASHES, MANIFEST, tableEntry } from './tables.ts';

const MINUTE_MS = 60_000;
const ORDERS = tableEntry('orders');
type Entries = Map<string, Buffer>;

/** Builds a backup with valid hashes from the given entries. */
async function rezip(entries: Entries, path: string, list?: Buffer): Promise<void> {
  const zip = new ZipFile();
  const hashes: string[] = [];
  for (const [name, bytes] of entries) {
    if (name === HASHES) continue;
    zip.addBuffer(bytes, name);
    hashes.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  }
  zip.addBuffer(list ?? Buffer.from(hashes.join('')), HASHES);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

describe.each(anyDatabase)('copies of a shop on %s', (kind) => {
  let adminShop: AdminShop;
  let stopJobs: () => Promise<void>;
  let copy: Buffer;
  let ahead = 0;
  let home: Home;
  let db: Database;
  beforeAll(async () => {
    adminShop = await openAdminShop(kind, { context: { clock: () => Date.now() + ahead } });
    const { context } = adminShop.shop;
    stopJobs = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
    await openKnownPerson(adminShop);
    await adminShop.shop.uploadMany(1);
    await enrol(adminShop.admin, Date.now());
    copy = await takeBackup(adminShop, { pictures: true });
  });
  afterAll(async () => {
    await stopJobs();
    await adminShop.shop.close();
  });
  beforeEach(async () => {
    ahead = 0;
    home = await createHome(kind);
    db = await openDatabase(loadConfig(home.env));
  });
  afterEach(async () => {
    await db.close();
    await home.remove();
  });

  const path = () => join(home.dataDir, 'copia.zip');
  const scratchDir = () => join(home.dataDir, 'arriving');
  const openStorage = () => diskStorage(join(home.dataDir, 'files'), scratchDir());
  const restore = () =>
    restoreBackup({ db, storage: openStorage(), scratchDir: scratchDir() }, path());
  async function expectRefusal(reason: RegExp): Promise<void> {
    await expect(restore()).rejects.toThrow(reason);
    const { rows } = await db.queries
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(0);
  }
  const spoil = async (change: (entries: Entries) => void) => {
    const entries = await unzip(copy);
    change(entries);
    await rezip(entries, path());
  };

  test('contain no session, key or other credential', async () => {
    const { queries } = adminShop.shop.context.db;
    const [sessions, keys, links, factors, codes, mails] = await Promise.all([
      queries.selectFrom('identity_sessions').select('token').execute(),
      queries.selectFrom('identity_keys').select('private_key').execute(),
      queries.selectFrom('identity_reset_links').select('token_hash').execute(),
      queries.selectFrom('second_factors').select('sealed_secret').execute(),
      queries.selectFrom('second_factor_codes').select('code_hash').execute(),
      queries.selectFrom('jobs').select('payload').where('payload', '<>', '').execute(),
    ]);
    const secrets = [sessions, keys, links, factors, codes, mails]
      .flat()
      .flatMap((row) => Object.values(row));
    const parts = [...(await unzip(copy)).values()].map((bytes) => bytes.toString('latin1'));
    const all = parts.join('\n');
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(all).not.toContain(adminShop.shop.env.AUTH_SECRET);
  });

  test('are not restored when the file is truncated, or a byte of it is changed', async () => {
    await writeFile(path(), copy.subarray(0, copy.length - 200));
    await expectRefusal(/cannot be read as a copy/);
    await writeFile(path(), Buffer.from('no zip at all'));
    await expectRefusal(/cannot be read as a copy/);
    const flipped = Buffer.from(copy);
    const at = flipped.indexOf('files/') + 60;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await writeFile(path(), flipped);
    await expectRefusal(/is not what was written|cannot be read as a copy/);
  });

  test.each([
    ['a name that leads out of the folder', '../../etc/cron.d/evil'],
    ['an absolute name', '/etc/passwd'],
    ['a hidden file', 'files/.htaccess'],
    ['a file in a folder', 'files/ab/abcdefghijklmnopqrstuvwx.webp'],
    ['a table that no copy has', 'tables/identity_sessions.jsonl'],
  ])('are not restored with %s', async (_what, name) => {
    // yazl rejects such names, so another name of the same length is overwritten in its output.
    const plain = 'x'.repeat(name.length);
    await spoil((entries) => entries.set(plain, Buffer.from('x')));
    const bytes = await readFile(path());
    await writeFile(
      path(),
      Buffer.from(bytes.toString('latin1').replaceAll(plain, name), 'latin1'),
    );
    await expectRefusal(/no copy of a shop contains|cannot be read as a copy/);
  });

  test('are not restored without one of their parts, or with one too many', async () => {
    await spoil((entries) => entries.delete(ORDERS));
    await expectRefusal(/a part of the copy is missing/);
    await spoil((entries) => {
      const [file = ''] = [...entries.keys()].filter((name) => name.startsWith('files/'));
      entries.delete(file);
    });
    await expectRefusal(/pictures are missing/);
  });

  test('are not restored when orders were left out, or their money changed', async () => {
    await spoil((entries) => {
      const [, ...rest] = String(entries.get(ORDERS)).split('\n');
      entries.set(ORDERS, Buffer.from(rest.join('\n')));
    });
    await expectRefusal(/rows are in "orders"/);
    await spoil((entries) => {
      const text = String(entries.get(ORDERS));
      const dearer = text.replace(/"shipping_cost":(\d+)/, '"shipping_cost":9$1');
      entries.set(ORDERS, Buffer.from(dearer));
    });
    await expectRefusal(/rows of "orders" are refused/);
    await spoil((entries) => {
      const manifest = JSON.parse(String(entries.get(MANIFEST)));
      manifest.sums.pesos += 1;
      entries.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    });
    await expectRefusal(/the orders come to/);
  });

  test('that are refused remove none of the files that existed before', async () => {
    let keys: string[] = [];
    await spoil((entries) => {
      keys = [...entries.keys()].flatMap((name) => fileKeyOf(name) ?? []);
      const [, ...rest] = String(entries.get(ORDERS)).split('\n');
      entries.set(ORDERS, Buffer.from(rest.join('\n')));
    });
    const [existing = '', other] = keys;
    expect(other).toBeDefined();
    const storage = openStorage();
    await storage.put(existing, Buffer.from('there before'));
    await expectRefusal(/rows are in "orders"/);
    expect(await collect(storage.keys())).toEqual([existing]);
  });

  test('are not restored by another version of the shop', async () => {
    await spoil((entries) => {
      const manifest = JSON.parse(String(entries.get(MANIFEST)));
      manifest.tables.orders.columns.push('zodiac');
      entries.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    });
    await expectRefusal(/another version of the shop/);
    await spoil((entries) => {
      const manifest = String(entries.get(MANIFEST));
      entries.set(MANIFEST, Buffer.from(manifest.replace('pines-backup-1', 'pines-backup-9')));
    });
    await expectRefusal(/pines-backup-9/);
  });

  test.each([
    ['a folder above', 'order_complaints', 'file', '../victim.txt'],
    ['a picture instead of a photo', 'order_complaints', 'file', `${'x'.repeat(24)}.original`],
    ['a name without letters', 'order_complaints', 'file', ''],
    ['a path', 'uploads', 'id', '../../../../../../../../../tmp/victim'],
    ['a path', 'order_items', 'upload_id', 'x/../../../../../../../../tmp/victim'],
  ])(
    'whose rows name %s in %s.%s are not restored, and nothing is written',
    async (_what, table, column, value) => {
      await spoil((entries) => {
        const [first = '', ...rest] = String(entries.get(tableEntry(table))).split('\n');
        const row = JSON.stringify({ ...JSON.parse(first), [column]: value });
        entries.set(tableEntry(table), Buffer.from([row, ...rest].join('\n')));
      });
      const storage = openStorage();
      const stored: string[] = [];
      const watched = {
        ...storage,
        putFile: async (key: string, from: string) => {
          stored.push(key);
          await storage.putFile(key, from);
        },
      };
      const restoring = restoreBackup({ db, storage: watched, scratchDir: scratchDir() }, path());
      await expect(restoring).rejects.toThrow(
        `a row of "${table}" names a file that no shop has, in "${column}"`,
      );
      expect(stored).toEqual([]);
      await expectRefusal(/names a file that no shop has/);
    },
  );

  const text = { text_value: 'Ana', text_path: 'circle', text_colour: '#ffffff' };
  test.each<[what: string, table: keyof Schema, column: string, values: object]>([
    ['an unknown font', 'order_items', 'text_font', { ...text, text_font: 'Comic Sans' }],
    [
      'a colour with markup',
      'order_items',
      'text_colour',
      { ...text, text_font: 'fredoka', text_colour: '"><script>' },
    ],
    ['a sign without letters', 'order_items', 'text_value', { text_value: '漢' }],
    ['a colour with markup', 'uploads', 'crop_background', { crop_background: '"/><a>' }],
    ['JSON that is none', 'audit_log', 'changes', { changes: 'x' }],
    ['an unknown action', 'audit_log', 'action', { action: '<b>' }],
    ['a page as the type of a proof', 'order_receipts', 'type', { type: 'text/html' }],
    ['a drawing as the type of a picture', 'uploads', 'mime_type', { mime_type: 'image/svg+xml' }],
    ['a script as a page', 'payments', 'redirect_url', { redirect_url: 'javascript:alert(1)' }],
    ['a path instead of a token', 'payments', 'token', { token: '../a b' }],
    ['an unknown way', 'order_refunds', 'how', { how: 'bitcoin' }],
    ['an unknown reason', 'order_refunds', 'reason', { reason: '' }],
    ['an unknown state', 'payments', 'state', { state: 'PAID' }],
    ['an unknown state', 'proofs', 'state', { state: 'constructor' }],
    ['pins without a hash', 'proofs', 'pins', { pins: '[{"quantity":1}]' }],
    ['no day', 'order_payments', 'paid_on', { paid_on: '2026-02-30' }],
    ['no day', 'order_documents', 'issued_on', { issued_on: 'hoy' }],
    ['no day', 'payment_reminders', 'reminded_on', { reminded_on: 'x' }],
    ['two lines', 'order_documents', 'number', { number: '1\nBcc: x@y.cl' }],
    ['two lines', 'production_rounds', 'tracking_number', { tracking_number: '1\r\n2' }],
    ['two addresses', 'orders', 'guest_email', { guest_email: 'a@x.cl\r\nBcc: b@y.cl' }],
    ['no address', 'orders', 'email', { email: 'a@x.cl, b@y.cl' }],
    ['an unknown region', 'orders', 'region', { region: '<img>' }],
    ['an unknown stage', 'orders', 'waits_for', { waits_for: 'toString' }],
    ['endless days', 'orders', 'promise_max_days', { promise_max_days: 1e12 }],
    ['a text as its time', 'orders', 'created_at', { created_at: 'ayer' }],
    ['a time that is none', 'order_complaints', 'made_at', { made_at: 9e15 }],
    ['half a millisecond', 'order_cancel_requests', 'requested_at', { requested_at: 0.5 }],
    ['a place before the first', 'production_round_items', 'position', { position: -1 }],
    ['a path as an id', 'order_sheets', 'sheet_id', { sheet_id: '../x' }],
    ['a text as an amount', 'order_charges', 'amount', { amount: '5' }],
    ['a role that is none', 'people', 'role', { role: 'owner' }],
    ['an unknown group', 'settings', 'group_name', { group_name: 'secrets' }],
  ])('with %s in %s.%s are refused in one line', async (_what, table, column, values) => {
    await spoil((entries) => {
      const manifest = JSON.parse(String(entries.get(MANIFEST)));
      const columns: string[] = manifest.tables[table].columns;
      const none = Object.fromEntries(columns.map((name) => [name, null]));
      const [first, ...rest] = String(entries.get(tableEntry(table))).split('\n');
      const row = JSON.stringify({ ...none, ...JSON.parse(first || '{}'), ...values });
      entries.set(tableEntry(table), Buffer.from(`${[row, ...rest].join('\n').trim()}\n`));
    });
    const line = `^a row of "${table}" has a value that no shop writes, in "${column}"$`;
    await expectRefusal(new RegExp(line));
  });

  test.each([
    ['a manifest', MANIFEST, 1_000_001, /"manifest.json" is larger than in any copy/],
    ['a list of hashes', HASHES, 5_000_000, /"SHA256SUMS" is larger than in any copy/],
    ['a picture', `files/${'x'.repeat(24)}.webp`, 64_000_001, /"files\/x+.webp" is larger/],
    ['a table', ORDERS, 40_000_000, /its parts together are larger/],
  ])(
    'with %s that is a bomb are refused before it is inflated',
    async (_what, name, size, reason) => {
      const entries = await unzip(copy);
      entries.set(name, Buffer.alloc(size, ' '));
      await rezip(entries, path(), entries.get(HASHES));
      const { size: packed } = await stat(path());
      expect(packed).toBeLessThan(400_000);
      await expectRefusal(reason);
    },
  );

  test('meet an outage of the database: it is reported as one, and they can be restored afterwards', async () => {
    await writeFile(path(), copy);
    const breaks = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        if (RawNode.is(node) && node.sqlFragments[0]?.startsWith('insert into')) {
          throw Object.assign(new Error('Connection lost'), { code: 'ECONNRESET' });
        }
        return node;
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    };
    const away: Database = {
      ...db,
      transaction: (work) => db.transaction((tx) => work(tx.withPlugin(breaks))),
    };
    const restoring = restoreBackup(
      { db: away, storage: openStorage(), scratchDir: scratchDir() },
      path(),
    );
    const error = await restoring.catch((thrown) => thrown);
    expect(error).not.toBeInstanceOf(BadBackup);
    expect(isOutage(error)).toBe(true);
    expect(await collect(openStorage().keys())).toEqual([]);
    expect(await restore()).toMatchObject({ sums: { orders: 3 } });
  });

  test('are not restored twice', async () => {
    await writeFile(path(), copy);
    expect(await restore()).toMatchObject({ sums: { orders: 3 } });
    await expect(restore()).rejects.toThrow(/this shop is not empty/);
  });

  test('are requested and downloaded within ten minutes of signing in, and both are logged', async () => {
    const { ask, fetchFile } = adminShop;
    ahead = 11 * MINUTE_MS;
    expect(refused(await ask('/backup', { method: 'POST', json: {} }))).toBe(
      '403 fresh_sign_in_required',
    );
    const { body } = await ask('/backup');
    const { id } = JSON.parse(JSON.stringify(body.backup));
    expect((await fetchFile(`/backup/${id}/file`)).status).toBe(403);
    const trail = JSON.stringify((await ask('/dashboard/activity?entity=export')).body);
    expect(trail).toContain('backup_requested');
    expect(trail).toContain('backup_downloaded');
  });

  test('are made one at a time, are no public file, and are removed after an hour', async () => {
    const { ask, shop } = adminShop;
    await stopJobs();
    const first = await ask('/backup', { method: 'POST', json: {} });
    expect(first).toMatchObject({ status: 202, body: { backup: { pictures: false } } });
    const { id } = JSON.parse(JSON.stringify(first.body.backup));
    expect(refused(await ask('/backup', { method: 'POST', json: {} }))).toBe(
      '409 backup_under_way',
    );
    expect((await adminShop.fetchFile(`/backup/${id}/file`)).status).toBe(404);
    const { context } = shop;
    stopJobs = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
    const state = async () => JSON.stringify((await ask(`/backup/${id}`)).body);
    await until(async () => (await state()).includes('"done"'), 60_000);
    expect((await shop.storedFiles()).filter((name) => name.endsWith('.zip'))).toEqual([
      `${id}.zip`,
    ]);
    expect((await shop.fetch(`/files/${id}.zip`)).status).toBe(404);
    expect(await sweepBackups(context)).toBe(0);
    ahead = 61 * MINUTE_MS;
    expect(await sweepBackups(context)).toBe(1);
    ahead = 0;
    expect(refused(await ask(`/backup/${id}`))).toBe('404 not_found');
    expect((await shop.storedFiles()).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('say that the disk is full, and leave nothing behind', async () => {
    const { ask, shop } = adminShop;
    const { diskSpace } = shop.context;
    shop.context.diskSpace = async () => ({ total: 10_000_000_000, free: 1000 });
    const answer = await ask('/backup', { method: 'POST', json: { pictures: true } });
    const { id } = JSON.parse(JSON.stringify(answer.body.backup));
    const state = async () => JSON.stringify((await ask(`/backup/${id}`)).body);
    await until(async () => (await state()).includes('"failed"'), 60_000);
    expect(await state()).toContain('"failure":"disk_full"');
    shop.context.diskSpace = diskSpace;
    expect((await shop.arrivingFiles()).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('have a process of their own without a secret among its arguments, and say when it is killed', async () => {
    const { ask, shop } = adminShop;
    const answer = await ask('/backup', { method: 'POST', json: { pictures: true } });
    const { id } = JSON.parse(JSON.stringify(answer.body.backup));
    const writer = await findBackupWriter();
    expect(commandOf(writer).split('\0')).toEqual([
      process.execPath,
      expect.stringMatching(/child\/main\.ts$/),
      '',
    ]);
    process.kill(writer, 'SIGKILL');
    const state = async () => JSON.stringify((await ask(`/backup/${id}`)).body);
    await until(async () => (await state()).includes('"failed"'), 60_000);
    expect(await state()).toContain('"failure":"error"');
    const job = (await readJobs(shop.context.db)).findLast(({ kind }) => kind === MAKE_BACKUP);
    expect(job).toMatchObject({
      state: 'dead',
      last_error: `backup ${id}: the process that writes it ended (SIGKILL)`,
    });
    expect((await shop.arrivingFiles()).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });
});
