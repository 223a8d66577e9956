import { join } from 'node:path';
import { formatPesos } from '#domain/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { BadBackup } from '#server/features/backup/read/open-backup.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { openStorage } from '#server/ports/storage/open-storage.ts';

const USAGE = `npm run restore -- copia-2026-03-10.zip
  fills an empty shop, which must not be running, with the copy from the panel's 'Ajustes'
`;

const [path, ...rest] = process.argv.slice(2);
if (!path || rest.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
// As with the running shop: other users of the machine may not read what it keeps.
process.umask(0o077);
try {
  const config = loadConfig();
  const db = await openDatabase(config);
  try {
    const scratchDir = join(config.dataDir, 'arriving');
    const storage = await openStorage(config, scratchDir);
    const { sums, files, madeAt } = await restoreBackup({ db, storage, scratchDir }, path);
    const { orders, pins, pesos } = sums;
    process.stdout.write(
      `Restored the copy of ${madeAt}: ${orders} orders, ${pins} pins, ${formatPesos(pesos)}, ${files.count} files\n`,
    );
  } finally {
    await db.close();
  }
} catch (error) {
  process.stderr.write(
    `${error instanceof BadBackup ? `${path}: ${error.message}` : explainStart(error)}\n`,
  );
  process.exitCode = 1;
}
