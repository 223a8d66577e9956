import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, type ShopClient, uploaded } from './testing/client.ts';
import { type DatabaseKind, databases, type Home } from './testing/database.ts';
import { findPostgres } from './testing/find-postgres.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import { createHome } from './testing/home.ts';
import { openAgain, until } from './testing/jobs.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { spawnShop } from './testing/process.ts';
import { LONG } from './testing/seed.ts';

const run = promisify(execFile);

/** The commands of docs/operations.md: `$1` is the data folder, `$2` the folder of the backup. */
const commands: Record<DatabaseKind, { backUp: string; restore: string }> = {
  sqlite: {
    backUp: 'sqlite3 "$1/shop.sqlite" ".backup $2/shop.sqlite"',
    restore: 'cp "$2/shop.sqlite" "$1/shop.sqlite"',
  },
  postgres: {
    backUp: 'pg_dump --format=custom "$DATABASE_URL" > "$2/shop.dump"',
    restore: 'pg_restore --clean --if-exists -d "$DATABASE_URL" "$2/shop.dump"',
  },
};

describe.runIf(LONG).each(databases)('the nightly copy of a shop on %s', (kind) => {
  let home: Home;
  let other: Home;
  let copy: string;
  beforeEach(async () => {
    [home, other] = [await createHome(kind), await createHome(kind)];
    copy = await mkdtemp(join(tmpdir(), 'pines-nightly-'));
  });
  afterEach(async () => {
    await home.remove();
    await other.remove();
    await rm(copy, { recursive: true });
  });

  const shell = (command: string, { env, dataDir }: Home) =>
    run('sh', ['-euc', command, 'sh', dataDir, copy], {
      env: { PATH: `${findPostgres()}:${process.env.PATH}`, ...env },
    });

  /** Buyers who continue to order during the backup. */
  function startBuyers(client: ShopClient, picture: Buffer) {
    const done = new AbortController();
    const orders: { id: string; imageUrl: string }[] = [];
    const buyers = Array.from({ length: 3 }, async () => {
      while (!done.signal.aborted) {
        const { imageUrl } = uploaded(await client.upload(picture));
        const { id } = placed(await client.placeOrder(makeOrder({ images: [imageUrl] })));
        orders.push({ id, imageUrl });
      }
    });
    const end = async () => {
      done.abort();
      await Promise.all(buyers);
    };
    return { orders, end };
  }

  test('made while buyers order is complete, and a shop restored from it serves every picture', async () => {
    const shop = spawnShop(home.env);
    const url = await shop.ready();
    const buyers = startBuyers(
      createClient(() => url),
      await makePng(),
    );
    await until(() => buyers.orders.length > 20, 60_000);
    const before = [...buyers.orders];
    await shell(commands[kind].backUp, home);
    await shell('rsync -a "$1/files/" "$2/files/"', home);
    const atEnd = buyers.orders.length;
    await until(() => buyers.orders.length > atEnd + 5, 60_000);
    await buyers.end();
    await shop.kill();

    await shell(commands[kind].restore, other);
    await shell('rsync -a "$2/files/" "$1/files/"', other);
    const db = await openAgain(other);
    const rows = await db.queries.selectFrom('orders').select('id').execute();
    expect(await findWrongSums(db)).toEqual([]);
    await db.close();

    const ids = new Set(rows.map(({ id }) => id));
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(buyers.orders.length).toBeGreaterThan(ids.size);
    const restored = spawnShop(other.env);
    const at = await restored.ready();
    for (const { id, imageUrl } of buyers.orders.filter(({ id }) => ids.has(id))) {
      expect([id, (await fetch(`${at}${imageUrl}`)).status]).toEqual([id, 200]);
    }
    placed(await createClient(() => at).placeOrder(makeOrder({ images: [await uploadTo(at)] })));
    await restored.kill('SIGTERM');
  });

  async function uploadTo(url: string): Promise<string> {
    return uploaded(await createClient(() => url).upload(await makePng())).imageUrl;
  }
});
