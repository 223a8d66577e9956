import { formatPesos } from '#domain/base/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { BadBackup } from '#server/features/backup/manifest.ts';
import { moveTables } from '#server/features/backup/move-tables.ts';
import { readArguments, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run move-database -- postgres://user:password@host/shop
npm run move-database -- sqlite
  lleva la tienda, que debe estar detenida, de la base de datos de sus variables a un PostgreSQL
  vacío, o a shop.sqlite en su DATA_DIR; las imágenes se quedan donde están
`;

const [target = ''] = readArguments(
  USAGE,
  (to = '', ...rest) => /^(sqlite|postgres(ql)?:\/\/.+)$/.test(to) && rest.length === 0,
);
await runOperation(
  async (config) => {
    const { dataDir } = config;
    const database: Config['database'] =
      target === 'sqlite' ? { kind: 'sqlite' } : { kind: 'postgres', url: target };
    if (database.kind === 'sqlite' && config.database.kind === 'sqlite') {
      throw new ConfigError(['DATABASE_URL: la tienda ya está en SQLite']);
    }
    const { rows, sums } = await withDatabase(config, (from) =>
      withDatabase({ dataDir, database }, (to) => moveTables(from, to)),
    );
    const facts = `${sums.orders} pedidos, ${sums.pins} pines, ${formatPesos(sums.pesos)}`;
    return `Se movieron ${rows} filas: ${facts}\n${nextStep(database.kind)}\n`;
  },
  (error) => (error instanceof BadBackup ? error.message : explainStart(error)),
);

function nextStep(kind: 'sqlite' | 'postgres'): string {
  return kind === 'postgres'
    ? 'Inicia la tienda con esa DATABASE_URL y el AUTH_SECRET que tenía (o lo que dice DATA_DIR/secret).'
    : 'Inicia la tienda sin DATABASE_URL, con el AUTH_SECRET que tenía.';
}
