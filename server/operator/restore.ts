import { join } from 'node:path';
import { formatPesos } from '#domain/base/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { BadBackup } from '#server/features/backup/read/open-backup.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { isOutage } from '#server/lib/outages.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';
import { refuseUse, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run restore -- copia-2026-03-10.zip
  fills an empty shop, which must not be running, with the copy from the panel's 'Ajustes'
`;

const [path, ...rest] = process.argv.slice(2);
if (!path || rest.length > 0) refuseUse(USAGE);
await runOperation(
  (config) =>
    withDatabase(config, async (db) => {
      const scratchDir = join(config.dataDir, 'arriving');
      const storage = await openStorage(config, scratchDir);
      const { sums, files, madeAt } = await restoreBackup({ db, storage, scratchDir }, path);
      const { orders, pins, pesos } = sums;
      return `Restored the copy of ${madeAt}: ${orders} orders, ${pins} pins, ${formatPesos(pesos)}, ${files.count} files\n`;
    }),
  (error) => {
    if (error instanceof BadBackup) return `${path}: ${error.message}`;
    if (!(isOutage(error) && error instanceof Error)) return explainStart(error);
    return `database or disk did not answer (${error.message}): nothing was restored, try again`;
  },
);
