import { askPostgres } from './database.ts';
import type { TestShop } from './shop.ts';

/** Returns the number of deadlocks: PostgreSQL counts them once their connections have ended. */
export async function countDeadlocks(shop: TestShop): Promise<number> {
  const url = shop.env.DATABASE_URL;
  if (!url) return 0;
  await shop.restart();
  const [[deadlocks] = []] = await askPostgres(
    url,
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return Number(deadlocks);
}
