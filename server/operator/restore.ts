import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatPesos } from '#domain/base/money.ts';
import { explainStart } from '#server/config/explain-start.ts';
import { BadBackup } from '#server/features/backup/manifest.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { isOutage } from '#server/lib/outages.ts';
import { diskStorage, openStorage, withFallback } from '#server/ports/storage/open-storage.ts';
import { readArguments, runOperation, withDatabase } from './run-operation.ts';

const FLAG = '--passphrase-file';
const USAGE = `npm run restore -- copia-2026-03-10.zip [${FLAG} frase.txt]
  llena una tienda vacía, que debe estar detenida, con una copia de esta versión o de una anterior;
  la de una noche toma sus archivos de la carpeta files que está a su lado; la frase de una copia
  cifrada se lee de ese archivo, o de BACKUP_PASSPHRASE
`;

const isAccepted = (...args: string[]) =>
  args.length === 1 || (args.length === 3 && args.slice(0, 2).includes(FLAG));
const args = [...readArguments(USAGE, isAccepted, [FLAG])];
const at = args.indexOf(FLAG);
const [, phraseFile = null] = at < 0 ? [] : args.splice(at, 2);
const [path = ''] = args;

await runOperation(
  async (config) => {
    const passphrase =
      phraseFile === null ? config.backup.passphrase : await readPassphrase(phraseFile);
    return withDatabase(config, async (db) => {
      const scratchDir = join(config.dataDir, 'arriving');
      const storage = await openStorage(config, scratchDir);
      const files = join(dirname(path), 'files');
      // From a folder of copies the files have subfolders, from a bucket they have none.
      const beside = withFallback(
        diskStorage(files, scratchDir),
        diskStorage(files, scratchDir, { isFlat: true }),
      );
      const {
        sums,
        files: restored,
        madeAt,
      } = await restoreBackup({ db, storage, scratchDir }, path, { passphrase, beside });
      const { orders, pins, pesos } = sums;
      const count = Object.keys(restored).length;
      return `Se restauró la copia del ${madeAt}: ${orders} pedidos, ${pins} pines, ${formatPesos(pesos)}, ${count} archivos\n`;
    });
  },
  (error) => {
    if (error instanceof BadBackup) return `${path}: ${error.message}`;
    if (!(isOutage(error) && error instanceof Error)) return explainStart(error);
    return `La base de datos o el disco no contestan (${error.message}): no se restauró nada, intenta de nuevo`;
  },
);

async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BadBackup(`no se puede leer la frase de ${file}`);
  });
  return text.replace(/\r?\n$/, '');
}
