import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { findBackupWriter, takeBackup, unzip } from '#server/testing/backups.ts';
import { commandOf } from '#server/testing/children.ts';
import { readJobs, startTestWorker, until } from '#server/testing/jobs.ts';
import { openKnownPerson } from '#server/testing/known-person.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { backupHandlers, MAKE_BACKUP, sweepBackups } from './make-backup.ts';

const MINUTE_MS = 60_000;

describe.each(anyDatabase)('copies of a shop on %s', (kind) => {
  let adminShop: AdminShop;
  let stopJobs: () => Promise<void>;
  let copy: Buffer;
  let ahead = 0;
  beforeAll(async () => {
    adminShop = await openAdminShop(kind, { context: { clock: () => Date.now() + ahead } });
    const { context } = adminShop.shop;
    stopJobs = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
    await openKnownPerson(adminShop);
    await enrol(adminShop.admin, Date.now());
    copy = await takeBackup(adminShop, { pictures: true });
  });
  afterAll(async () => {
    await stopJobs();
    await adminShop.shop.close();
  });
  beforeEach(() => {
    ahead = 0;
  });

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
    expect(first).toMatchObject({ status: 202, body: { backup: { pictures: true } } });
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
