import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { listen } from '#server/testing/listen.ts';
import { addCode } from '#server/testing/orders.ts';
import { databases, useFreshShop } from '#server/testing/use-shop.ts';
import { migrate, openDatabase, readSnapshotOf } from './database.ts';
import { openPostgres } from './postgres.ts';
import { DataFolderInUse, openSqlite } from './sqlite.ts';
import type { Tx } from './types.ts';

describe.each(databases)('the database on %s', (kind) => {
  const shop = useFreshShop(kind);
  const codes = () => shop.context.db.queries.selectFrom('discount_codes').select('code').execute();

  test('reads one moment while others write, and writes nothing meanwhile', async () => {
    const { db } = shop.context;
    await addCode(shop.context, 'ANTES');
    await db.readSnapshot(async (tx) => {
      const count = () => tx.selectFrom('discount_codes').select('code').execute();
      expect(await count()).toEqual([{ code: 'ANTES' }]);
      await new Promise<void>((resolve) => setImmediate(resolve));
      expect(await count()).toEqual([{ code: 'ANTES' }]);
    });
    await expect(
      db.readSnapshot((tx) => tx.deleteFrom('discount_codes').execute()),
    ).rejects.toThrow(/readonly|read-only/);
    expect(await codes()).toEqual([{ code: 'ANTES' }]);
    const beside = (tx: Tx) => tx.selectFrom('discount_codes').select('code').execute();
    expect(await readSnapshotOf(loadConfig(shop.env), beside)).toEqual([{ code: 'ANTES' }]);
    await expect(db.transaction(() => db.readSnapshot(beside))).rejects.toThrow('outside');
  });

  test('is left as it was by a migration that fails', async () => {
    const { db } = shop.context;
    const up = async (tx: Kysely<unknown>) => {
      await tx.schema.alterTable('discount_codes').renameTo('left_over').execute();
      throw new Error('no further');
    };
    const failed = migrate(db.queries, { '999-next': { up } });
    await expect(failed).rejects.toThrow('no further');
    expect(await codes()).toEqual([]);
  });

  test('repeats a transaction that lost a race, and no other', async () => {
    const { db } = shop.context;
    for (const code of ['UNO', 'DOS']) await addCode(shop.context, code);
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let tries = 0;
    /** In opposite order: PostgreSQL ends one of them. */
    const rename = (order: string[], own: number) =>
      db.transaction(async (tx) => {
        tries += 1;
        for (const [at, code] of order.entries()) {
          await tx
            .updateTable('discount_codes')
            .set({ name: `${own}` })
            .where('code', '=', code)
            .execute();
          begun[own]?.resolve();
          if (at === 0 && kind === 'postgres') await begun[1 - own]?.promise;
        }
      });
    await Promise.all([rename(['UNO', 'DOS'], 0), rename(['DOS', 'UNO'], 1)]);
    expect(tries).toBe(kind === 'postgres' ? 3 : 2);
    const names = await db.queries.selectFrom('discount_codes').select('name').execute();
    expect(new Set(names.map(({ name }) => name)).size).toBe(1);

    let runs = 0;
    const broken = db.transaction(async () => {
      runs += 1;
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(runs).toBe(1);
  });

  test('announces inserted jobs once they can be seen', async () => {
    const { db } = shop.context;
    const job = { kind: 'greet', payload: 'hello' };
    let seen = 0;
    db.events.on('jobs', () => {
      seen += 1;
    });
    await enqueue(db.queries, job);
    expect(seen).toBe(1);
    await db.transaction(async (tx) => {
      await enqueue(tx, job);
      await enqueue(tx, job);
      expect(seen).toBe(1);
    });
    expect(seen).toBe(2);
    await addCode(shop.context, 'OTRA');
    await db.transaction(async (tx) => tx.selectFrom('jobs').select('id').execute());
    const undone = db.transaction(async (tx) => {
      await enqueue(tx, job);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(seen).toBe(2);
  });

  test('tells its connections, and the time that processes share', async () => {
    const { db } = shop.context;
    await db.ping();
    const [idle, busy] = [
      db.countConnections(),
      await db.transaction(async () => db.countConnections()),
    ];
    expect(idle).toEqual({ busy: 0, idle: expect.any(Number), waiting: 0 });
    expect(idle.idle).toBeGreaterThan(0);
    expect(busy.busy).toBe(kind === 'postgres' ? 1 : 0);
    const now = await db.readClock();
    if (kind === 'sqlite') expect(now).toBeNull();
    else expect(Math.abs(Number(now) - Date.now())).toBeLessThan(60_000);
    expect(await db.findDamage()).toEqual([]);
  });
});

describe('a data folder of SQLite', () => {
  function openFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'pines-engine-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  }

  test('is one process’s, until it closes; commits are synced, foreign keys hold', async () => {
    const folder = openFolder();
    const engine = openSqlite(folder);
    const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
    const values = pragmas.map(async (name) => {
      const { rows } = await sql<object>`pragma ${sql.raw(name)}`.execute(engine.raw);
      return Object.values(rows[0] ?? {})[0];
    });
    expect(await Promise.all(values)).toEqual(['wal', 2, 1, 0]);
    expect(() => openSqlite(folder)).toThrow(DataFolderInUse);
    await engine.raw.destroy();
    await openSqlite(folder).raw.destroy();
    expect(() => new BetterSqlite(join(folder, 'shop.sqlite')).exec('vacuum')).not.toThrow();
  });

  test('that cannot be read is refused in one line', () => {
    const folder = openFolder();
    writeFileSync(join(folder, 'shop.sqlite'), 'no database'.repeat(100));
    expect(() => openSqlite(folder)).toThrow(/^DATA_DIR: no se puede abrir .+shop.sqlite: /);
    const other = openFolder();
    mkdirSync(join(other, 'shop.lock'));
    expect(() => openSqlite(other)).toThrow(/^DATA_DIR: no se puede abrir .+: /);
  });
});

describe('connections to PostgreSQL', () => {
  const shop = useFreshShop('postgres');

  test('compile nothing, give up after 20 seconds but for an operator, and read numbers as numbers', async () => {
    const engine = openPostgres(String(shop.env.DATABASE_URL));
    onTestFinished(() => engine.raw.destroy());
    await engine.raw.transaction().execute(async (tx) => {
      const limits = async () =>
        (
          await sql`select current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle,
            current_setting('jit') as jit`.execute(tx)
        ).rows[0];
      expect(await limits()).toEqual({ statement: '20s', idle: '20s', jit: 'off' });
      await engine.allowMinutes(tx);
      expect(await limits()).toEqual({ statement: '0', idle: '0', jit: 'off' });
      const { rows } =
        await sql`select 3::bigint as big, 2.5::numeric as exact, 'x'::text as text`.execute(tx);
      expect(rows).toEqual([{ big: 3, exact: 2.5, text: 'x' }]);
    });
  });

  test('ask for nothing at their start that a pooler refuses', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const pooler = createServer((socket) => {
      socket.once('data', (startup) => {
        resolve(String(startup));
        socket.destroy();
      });
    });
    const { port, close } = await listen(pooler);
    onTestFinished(close);
    const engine = openPostgres(`postgres://ana@127.0.0.1:${port}/tienda`);
    onTestFinished(() => engine.raw.destroy());
    await expect(sql`select 1`.execute(engine.raw)).rejects.toThrow();
    expect(await promise).not.toContain('timeout');
  });

  test.each([
    ['28P01', 'el servidor no acepta ese usuario con esa clave'],
    ['3D000', 'en ese servidor no hay una base de datos con ese nombre'],
    ['53300', 'el servidor está partiendo o no acepta más conexiones: prueba en un minuto'],
    ['XX000', 'la base de datos no contesta: revisa'],
  ])(
    'that a server refuses by %s are told in Spanish, without the password',
    async (code, reason) => {
      const fields = `SFATAL\0C${code}\0Mrefused:\nhas%red/ has%25red%2F\0\0`;
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + fields.length);
      const server = createServer((socket) => {
        socket.once('data', () =>
          socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])),
        );
      });
      const { port, close } = await listen(server);
      onTestFinished(close);
      const DATABASE_URL = `postgres://ana:has%25red%2F@127.0.0.1:${port}/tienda`;
      const opening = openDatabase(loadConfig({ ...shop.env, DATABASE_URL }));
      const line = await opening.catch(({ message }: Error) => message);
      expect(line).toMatch(/^DATABASE_URL: .+ \(refused: … …\)$/);
      expect(line).toContain(reason);
    },
  );

  test('know a lost race by its code', () => {
    const engine = openPostgres(String(shop.env.DATABASE_URL));
    onTestFinished(() => engine.raw.destroy());
    const failure = (code: string) => {
      const error = new pg.DatabaseError('lost', 4, 'error');
      return Object.assign(error, { code });
    };
    const lost = ['40P01', '40001', '23505', '57014'].map((code) => engine.lostRace(failure(code)));
    expect(lost).toEqual([true, true, false, false]);
    expect(engine.lostRace(Object.assign(new Error('lost'), { code: '40P01' }))).toBe(false);
  });
});
