import { formatPesos } from '#domain/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { moveTables } from '#server/features/backup/move-tables.ts';
import { BadBackup } from '#server/features/backup/read/open-backup.ts';

const USAGE = `npm run move-database -- postgres://user:password@host/shop
npm run move-database -- sqlite
  moves the shop, which must not be running, from the database of its environment to an empty
  PostgreSQL, or to shop.sqlite in its DATA_DIR; pictures stay where they are
`;

const [target = '', ...rest] = process.argv.slice(2);
if (!/^(sqlite|postgres(ql)?:\/\/.+)$/.test(target) || rest.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
process.umask(0o077);
try {
  const config = loadConfig();
  const { dataDir } = config;
  const database =
    target === 'sqlite'
      ? ({ kind: 'sqlite' } as const)
      : ({ kind: 'postgres', url: target } as const);
  if (database.kind === 'sqlite' && config.database.kind === 'sqlite') {
    throw new ConfigError(['the shop is on SQLite already']);
  }
  const from = await openDatabase(config);
  const to = await openDatabase({ dataDir, database }).catch(async (error) => {
    await from.close();
    throw error;
  });
  try {
    const { rows, pins, pesos } = await moveTables(from, to);
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `Moved ${all} rows: ${rows.orders} orders, ${pins} pins, ${formatPesos(pesos)}\n${nextStep(database.kind)}\n`,
    );
  } finally {
    await to.close();
    await from.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof BadBackup ? error.message : explainStart(error)}\n`);
  process.exitCode = 1;
}

function nextStep(kind: 'sqlite' | 'postgres'): string {
  return kind === 'postgres'
    ? 'Start the shop with that DATABASE_URL and the AUTH_SECRET it had (or what DATA_DIR/secret says).'
    : 'Start the shop without DATABASE_URL, with the AUTH_SECRET it had.';
}
