import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import {
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
  sql,
} from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Schema } from '#server/db/types.ts';
import { isOutage } from '#server/lib/outages.ts';
import { diskStorage } from '#server/ports/storage/open-storage.ts';
import { openAdminShop } from '#server/testing/admin-shop.ts';
import { type Entries, editDatabase, rezip, takeBackup, unzip } from '#server/testing/backups.ts';
import { collect } from '#server/testing/collect.ts';
import { startTestWorker } from '#server/testing/jobs.ts';
import { openKnownPerson } from '#server/testing/known-person.ts';
import { someOf } from '#server/testing/seed.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { useFreshHome } from '#server/testing/use-home.ts';
import { backupHandlers } from './make-backup.ts';
import { BadBackup, DATABASE, fileKeyOf, MANIFEST, type Manifest } from './manifest.ts';
import type { OpenOptions } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** Changes one row of a table. */
function setOne(database: BetterSqlite.Database, table: string, values: object): void {
  const columns = Object.keys(values).map((column) => `${column} = ?`);
  const where = `rowid = (select rowid from ${table} limit 1)`;
  const { changes } = database
    .prepare(`update ${table} set ${columns.join()} where ${where}`)
    .run(...Object.values(values));
  if (changes !== 1) throw new Error(`no row of ${table} was changed`);
}

describe.each(anyDatabase)('copies of a shop on %s', (kind) => {
  let copy: Buffer;
  const home = useFreshHome(kind, { hasSchema: true });
  let db: Database;
  beforeAll(async () => {
    const adminShop = await openAdminShop(kind);
    const { context } = adminShop.shop;
    const stopJobs = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
    await openKnownPerson(adminShop);
    await adminShop.shop.uploadMany(1);
    copy = await takeBackup(adminShop, { pictures: true });
    await stopJobs();
    await adminShop.shop.close();
  });
  beforeEach(async () => {
    db = await openDatabase(loadConfig(home.env));
  });
  afterEach(() => db.close());

  const path = () => join(home.dataDir, 'copia.zip');
  const scratchDir = () => join(home.dataDir, 'arriving');
  const openStorage = () => diskStorage(join(home.dataDir, 'files'), scratchDir());
  const restore = (options?: Parameters<typeof restoreBackup>[2]) =>
    restoreBackup({ db, storage: openStorage(), scratchDir: scratchDir() }, path(), options);
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
  /** Edits the copied database without the checks of its tables, and renews its hash. */
  const edit = async (change: (database: BetterSqlite.Database) => void) => {
    const entries = await unzip(copy);
    entries.set(DATABASE, await editDatabase(entries.get(DATABASE), change));
    await rezip(entries, path());
  };
  const editManifest = (change: (manifest: Manifest) => void) =>
    spoil((entries) => {
      const manifest: Manifest = JSON.parse(String(entries.get(MANIFEST)));
      change(manifest);
      entries.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    });

  test('are not restored when the file is truncated, or a byte of it is changed', async () => {
    await writeFile(path(), copy.subarray(0, copy.length - 200));
    await expectRefusal(/no se puede leer como copia/);
    await writeFile(path(), Buffer.from('no zip at all'));
    await expectRefusal(/no se puede leer como copia/);
    await spoil((entries) => entries.set(DATABASE, Buffer.from('no database at all')));
    await expectRefusal(/no se puede leer como copia/);
    const flipped = Buffer.from(copy);
    const at = flipped.indexOf('files/') + 60;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await writeFile(path(), flipped);
    await expectRefusal(/no es lo que se guardó|no se puede leer como copia/);
  });

  test.each(
    someOf(
      [
        ['a name that leads out of the folder', '../../etc/cron.d/evil'],
        ['an absolute name', '/etc/passwd'],
        ['a hidden file', 'files/.htaccess'],
        ['a file in a folder', 'files/ab/abcdefghijklmnopqrstuvwx.webp'],
        ['a database of its own', 'files/shop.sqlite'],
        ['a second database', 'shop.sqlite'],
        ['a second list', 'manifest.json'],
        ['a twin in capitals', 'SHOP.sqlite'],
      ],
      4,
    ),
  )('are not restored with %s', async (_what, name) => {
    // yazl rejects such names, so another name of the same length is overwritten in its output.
    const plain = 'x'.repeat(name.length);
    await spoil((entries) => entries.set(plain, Buffer.from('x')));
    const bytes = await readFile(path());
    await writeFile(
      path(),
      Buffer.from(bytes.toString('latin1').replaceAll(plain, name), 'latin1'),
    );
    await expectRefusal(/ninguna copia de una tienda contiene|no se puede leer como copia/);
  });

  test('are not restored without one of their parts, or with one too many', async () => {
    await spoil((entries) => entries.delete(DATABASE));
    await expectRefusal(/le falta una parte/);
    await spoil((entries) => {
      const file = [...entries.keys()].find((name) => fileKeyOf(name) !== null) ?? '';
      entries.delete(file);
    });
    await expectRefusal(/falta files\/.*: deja la carpeta files junto/);
    await spoil((entries) => entries.set(`files/${'x'.repeat(24)}.webp`, Buffer.from('x')));
    await expectRefusal(/no está en su lista/);
    await editManifest(({ files }) => Object.assign(files, { '../x.webp': 'a'.repeat(64) }));
    await expectRefusal(/ninguna copia de una tienda contiene/);
  });

  test('are not restored when a row was changed without its hash', async () => {
    const entries = await unzip(copy);
    const change = (database: BetterSqlite.Database) =>
      database.exec("update orders set internal_notes = 'x'");
    entries.set(DATABASE, await editDatabase(entries.get(DATABASE), change));
    await rezip(entries, path(), { withHashes: false });
    await expectRefusal(/"shop.sqlite" no es lo que se guardó/);
  });

  test('are not restored when orders were left out, or their money changed', async () => {
    await edit((database) => {
      database.pragma('foreign_keys = OFF');
      const id = database.prepare('select id from orders').pluck().get();
      database.prepare('delete from orders where id = ?').run(id);
    });
    await expectRefusal(/está dañada|sus pedidos suman/);
    await edit((database) => {
      database.exec('update orders set shipping_cost = shipping_cost + 9000');
    });
    await expectRefusal(/está dañada/);
    await editManifest(({ sums }) => {
      sums.pesos += 1;
    });
    await expectRefusal(/sus pedidos suman/);
  });

  test.each(
    someOf(
      [
        ['a trigger', 'create trigger evil after insert on orders begin delete from people; end'],
        ['a view', 'create view evil as select * from people'],
        ['a table', 'create table evil (x)'],
        ['an index', 'create index evil on orders (email)'],
        ['a column', 'alter table orders add column evil text'],
        [
          'a view instead of a table',
          'drop table printers; create view printers as select 1 as name',
        ],
        ['a table without its checks', 'drop table printers; create table printers (name text)'],
        ['a migration of its own', "insert into kysely_migration values ('998-evil', 'x')"],
      ],
      4,
    ),
  )('are not restored with %s of their own making', async (_what, statements) => {
    await edit((database) => database.exec(statements));
    await expectRefusal(/las tablas de su base de datos no son las de la tienda/);
  });

  test('lose what a hand put into tables that no copy fills', async () => {
    await edit((database) =>
      database.exec(
        "insert into order_links select 'evil', id, 'evil', 1, 9, '' from orders limit 1",
      ),
    );
    await restore();
    const links = await db.queries.selectFrom('order_links').select('hash').execute();
    expect(links).toEqual([]);
  });

  test('that are refused remove none of the files that existed before', async () => {
    const entries = await unzip(copy);
    const keys = [...entries.keys()].flatMap((name) => fileKeyOf(name) ?? []);
    const last = keys.findLast((key) => key !== keys[0]);
    entries.set(`files/${last}`, Buffer.from('edited'));
    await rezip(entries, path(), { withHashes: false });
    const [existing = '', other] = keys;
    expect(other).toBeDefined();
    const storage = openStorage();
    await storage.put(existing, Buffer.from('there before'));
    await expectRefusal(/no es lo que se guardó/);
    expect(await collect(storage.keys())).toEqual([existing]);
  });

  test('of a later version are refused in one line, those of an earlier one restored', async () => {
    await editManifest((manifest) => {
      Object.assign(manifest, { schema: '999-next', version: '9.1.0' });
    });
    await expectRefusal(/^la hizo una versión posterior de la tienda \(9\.1\.0\): actualiza/);
    await writeFile(path(), copy);
    await db.close();
    const next: OpenOptions['further'] = {
      '999-next': {
        up: async (later) => {
          await sql`alter table orders add column test_weight bigint`.execute(later);
          await sql`update orders set test_weight = pins * 10`.execute(later);
        },
      },
    };
    db = await openDatabase(loadConfig(home.env), next);
    const shop = { db, storage: openStorage(), scratchDir: scratchDir() };
    expect(await restoreBackup(shop, path(), { further: next })).toMatchObject({
      sums: { orders: 3 },
    });
    const { rows } = await sql`select id from orders
      where test_weight is distinct from pins * 10`.execute(db.queries);
    expect(rows).toEqual([]);
  });

  test.each(
    someOf(
      [
        ['a picture instead of a photo', 'file_hashes', 'file', `../${'x'.repeat(24)}.original`],
        ['a path', 'uploads', 'id', '../../../../../../../../../tmp/victim'],
        ['a path', 'order_items', 'upload_id', 'x/../../../../../../../../tmp/victim'],
      ],
      3,
    ),
  )(
    'whose rows name %s in %s.%s are not restored, and nothing is written',
    async (_what, table, column, value) => {
      await edit((database) => {
        database.pragma('foreign_keys = OFF');
        setOne(database, table, { [column]: value });
      });
      await expectRefusal(/nombra un archivo que ninguna tienda tiene|está dañada/);
      expect(await collect(openStorage().keys())).toEqual([]);
    },
  );

  test.each(
    someOf<[what: string, table: keyof Schema, column: string, values: object]>(
      [
        ['JSON that is none', 'audit_log', 'changes', { changes: 'x' }],
        ['two lines', 'production_rounds', 'tracking_number', { tracking_number: '1\r\n2' }],
        ['an unknown state', 'proofs', 'state', { state: 'constructor' }],
      ],
      3,
    ),
  )('with %s in %s.%s are refused in one line', async (_what, table, column, values) => {
    await edit((database) => setOne(database, table, values));
    await expectRefusal(
      new RegExp(
        `^(una fila de "${table}" tiene un valor que la tienda no escribe, en "${column}"|su base de datos está dañada: .*)$`,
      ),
    );
  });

  test.each(
    someOf(
      [
        ['a manifest', MANIFEST, 64_000_001, /"manifest.json" es más grande/],
        ['a picture', `files/${'x'.repeat(24)}.webp`, 64_000_001, /"files\/x+.webp" es más grande/],
        ['a database', DATABASE, 60_000_000, /sus partes juntas son más grandes/],
      ],
      3,
    ),
  )(
    'with %s that is a bomb are refused before it is inflated',
    async (_what, name, size, reason) => {
      const entries = await unzip(copy);
      entries.set(name, Buffer.alloc(size, ' '));
      await rezip(entries, path(), { withHashes: false });
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

  test('are restored once, after a killed attempt, too; each stored file is told, or a trial would seem to hang', async () => {
    await writeFile(path(), copy);
    // What a restore that was killed leaves behind, as large as the whole copy.
    await mkdir(join(scratchDir(), 'restoring'), { recursive: true });
    await writeFile(join(scratchDir(), 'restoring', 'copy.zip'), copy);
    const onFile = vi.fn();
    const { files, sums } = await restore({ onFile });
    expect(sums.orders).toBe(3);
    expect(await readdir(scratchDir())).toEqual([]);
    expect(onFile).toHaveBeenCalledTimes(2 * Object.keys(files).length);
    // Without a look at the copy, whose files could fill the disk of a shop that is running.
    await writeFile(path(), 'no zip at all');
    await expect(restore()).rejects.toThrow(/esta tienda no está vacía/);
  });
});
