import { join } from 'node:path';
import { formatPesos } from '#domain/base/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { BadBackup } from '#server/features/backup/manifest.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { isOutage } from '#server/lib/outages.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';
import { readArguments, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run restore -- copia-2026-03-10.zip
  llena una tienda vacía, que debe estar detenida, con una copia de esta versión o de una anterior
`;

const [path = ''] = readArguments(USAGE, (file, ...rest) => Boolean(file) && rest.length === 0);
await runOperation(
  (config) =>
    withDatabase(config, async (db) => {
      const scratchDir = join(config.dataDir, 'arriving');
      const storage = await openStorage(config, scratchDir);
      const { sums, files, madeAt } = await restoreBackup({ db, storage, scratchDir }, path);
      const { orders, pins, pesos } = sums;
      const count = Object.keys(files).length;
      return `Se restauró la copia del ${madeAt}: ${orders} pedidos, ${pins} pines, ${formatPesos(pesos)}, ${count} archivos\n`;
    }),
  (error) => {
    if (error instanceof BadBackup) return `${path}: ${error.message}`;
    if (!(isOutage(error) && error instanceof Error)) return explainStart(error);
    return `La base de datos o el disco no contestan (${error.message}): no se restauró nada, intenta de nuevo`;
  },
);
