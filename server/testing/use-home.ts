import type { Database } from '#server/db/database.ts';
import { createClient } from './client.ts';
import type { DatabaseKind, Home } from './database.ts';
import { createHome } from './home.ts';
import { openAgain } from './jobs.ts';
import { spawnShop } from './process.ts';
import { TEST, useOpened } from './use-shop.ts';

/** Returns a home that is a new one in each test of the enclosing `describe`. */
export const useFreshHome = (...given: Parameters<typeof createHome>): Home =>
  useOpened(
    () => createHome(...given),
    (home) => home.remove(),
    TEST,
  );

/** Returns a database with its tables that is a new one in each test of the enclosing `describe`. */
export function useFreshDatabase(kind: DatabaseKind): Database {
  const home = useFreshHome(kind, { hasSchema: true });
  return useOpened(
    () => openAgain(home),
    (db) => db.close(),
    TEST,
  );
}

/** Returns a shop in its own process that runs during the tests of the enclosing `describe`. */
export const useShopProcess = (kind: DatabaseKind, env: Record<string, string>) =>
  useOpened(
    async () => {
      const home = await createHome(kind, { hasSchema: true });
      const shop = spawnShop({ ...home.env, ...env });
      const url = await shop.ready();
      return { ...createClient(() => url), ...shop, home, url };
    },
    async ({ kill, home }) => {
      await kill();
      await home.remove();
    },
  );
