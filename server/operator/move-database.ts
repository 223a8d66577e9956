import { formatPesos } from '#domain/base/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { moveTables } from '#server/features/backup/move-tables.ts';
import { BadBackup } from '#server/features/backup/read/open-backup.ts';
import { refuseUse, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run move-database -- postgres://user:password@host/shop
npm run move-database -- sqlite
  moves the shop, which must not be running, from the database of its environment to an empty
  PostgreSQL, or to shop.sqlite in its DATA_DIR; pictures stay where they are
`;

const [target = '', ...rest] = process.argv.slice(2);
if (!/^(sqlite|postgres(ql)?:\/\/.+)$/.test(target) || rest.length > 0) refuseUse(USAGE);
await runOperation(
  async (config) => {
    const { dataDir } = config;
    const database: Config['database'] =
      target === 'sqlite' ? { kind: 'sqlite' } : { kind: 'postgres', url: target };
    if (database.kind === 'sqlite' && config.database.kind === 'sqlite') {
      throw new ConfigError(['the shop is on SQLite already']);
    }
    const { rows, pins, pesos } = await withDatabase(config, (from) =>
      withDatabase({ dataDir, database }, (to) => moveTables(from, to)),
    );
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const facts = `${rows.orders} orders, ${pins} pins, ${formatPesos(pesos)}`;
    return `Moved ${all} rows: ${facts}\n${nextStep(database.kind)}\n`;
  },
  (error) => (error instanceof BadBackup ? error.message : explainStart(error)),
);

function nextStep(kind: 'sqlite' | 'postgres'): string {
  return kind === 'postgres'
    ? 'Start the shop with that DATABASE_URL and the AUTH_SECRET it had (or what DATA_DIR/secret says).'
    : 'Start the shop without DATABASE_URL, with the AUTH_SECRET it had.';
}
