import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { createRandom } from '#server/demo/invent-order.ts';
import { roof } from '#server/start-shop.ts';
import { databases } from '#server/testing/database.ts';
import { nextMigration } from '#server/testing/next-migration.ts';
import { processEnv } from '#server/testing/process.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { useFreshHome } from '#server/testing/use-home.ts';
import { migrate, openEngine } from './database.ts';

const DOOMED = join(import.meta.dirname, '../testing/doomed-upgrade.ts');
const ORDERS = 1000;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 18);
const random = createRandom(SEED);
/** Number of migrated orders when the upgrade is killed: none, all, and random numbers. */
const MOMENTS = [0, ORDERS, ...Array.from({ length: ROUNDS }, () => random.whole(1, ORDERS - 1))];

describe.runIf(LONG).each(databases)('a shop on %s that is killed during an upgrade', (kind) => {
  const home = useFreshHome(kind, { hasSchema: true });
  beforeAll(() => report(`${kind}: TEST_SEED=${SEED}`));
  beforeEach(async () => {
    const context = await createContext(loadConfig(home.env), roof);
    await storeOrders(context, { count: ORDERS });
    await context.close();
  });

  async function upgradeUntilKilled(orders: number): Promise<void> {
    const child = spawn(process.execPath, [DOOMED, String(orders)], {
      env: { ...processEnv, ...home.env },
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }

  test.each(MOMENTS)(
    `after %d of ${ORDERS} orders has the old schema, then the new one`,
    async (orders) => {
      await upgradeUntilKilled(orders);
      const { raw } = await openEngine(loadConfig(home.env));
      const read = async () => {
        const statuses = await raw.selectFrom('order_statuses').select('status').execute();
        const all = await sql<Record<string, unknown>>`select * from orders`.execute(raw);
        const promised = all.rows.filter((order) => order.test_promise === '2026-12-24');
        const hasColumn = all.rows.some((order) => 'test_promise' in order);
        return [statuses.length, all.rows.length, hasColumn, promised.length];
      };
      expect(await read()).toEqual([ORDER_STATUSES.length, ORDERS, false, 0]);
      await migrate(raw, nextMigration());
      expect(await read()).toEqual([ORDER_STATUSES.length + 1, ORDERS, true, ORDERS]);
      await raw.destroy();
    },
  );
});
