import { beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { readSnapshotOf } from '#server/db/database.ts';
import { backupWriters, findBackupWriter } from '#server/testing/backups.ts';
import { commandOf } from '#server/testing/children.ts';
import { openAgain, until } from '#server/testing/jobs.ts';
import { spawnShop } from '#server/testing/process.ts';
import { useFreshHome } from '#server/testing/use-home.ts';
import { requestBackup } from './admin-routes.ts';

describe('a backup whose shop is killed', () => {
  let id: string;
  const home = useFreshHome('sqlite', { hasSchema: true });
  beforeEach(async () => {
    const db = await openAgain(home);
    id = await requestBackup({ db, clock: Date.now }, { by: 'x', pictures: true });
    await db.close();
  });

  const readState = () =>
    readSnapshotOf(loadConfig(home.env), (tx) =>
      tx.selectFrom('backups').select('state').where('id', '=', id).executeTakeFirst(),
    );

  test('stops with the shop, and is made by the next process', async () => {
    const first = spawnShop(home.env);
    await first.ready();
    const writer = await findBackupWriter();
    // So that it cannot finish before its shop is killed.
    process.kill(writer, 'SIGSTOP');
    await first.kill();
    process.kill(writer, 'SIGCONT');
    await until(() => commandOf(writer) === '');
    expect(await readState()).toEqual({ state: 'working' });

    const next = spawnShop(home.env);
    await next.ready();
    await until(async () => (await readState())?.state === 'done', 60_000);
    await until(() => backupWriters().length === 0);
    await next.kill('SIGTERM');
  });
});
