import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { explainStart } from '#server/config/explain-start.ts';
import { ConfigError } from '#server/config.ts';
import { type Moved, moveFiles } from '#server/ports/storage/move-files.ts';
import { openPlaces } from '#server/ports/storage/open-storage.ts';
import { readArguments, runOperation } from './run-operation.ts';

const USAGE = `npm run move-files
  mueve todos los archivos entre DATA_DIR y el depósito S3 de las variables, hacia donde FILES dice
  que van los nuevos; la tienda puede seguir andando, y otra ejecución continúa una interrumpida
`;
/** Number of files between two lines of progress. */
const REPORT_EVERY = 1000;

readArguments(USAGE, (...args) => args.length === 0);
await runOperation(async (config) => {
  const { dataDir, files } = config;
  const scratchDir = join(dataDir, 'arriving');
  const { place, earlier } = await openPlaces(config, scratchDir);
  if (earlier === null || files.bucket === null) {
    throw new ConfigError(['S3_BUCKET: sin un depósito S3 no hay nada que mover']);
  }
  const held = lock(dataDir);
  const onProgress = (so: Moved) => {
    if (so.moved > 0 && so.moved % REPORT_EVERY === 0)
      process.stdout.write(`${tell(so)} hasta ahora\n`);
  };
  const all = await moveFiles({ from: earlier, to: place, scratchDir, onProgress });
  held.close();
  if (all.differ.length > 0) {
    process.stderr.write(
      `Se dejaron, porque allá otro archivo tiene ese nombre: ${all.differ.join(' ')}\n`,
    );
    process.exitCode = 1;
  }
  const to = files.newIn === 's3' ? `el depósito ${files.bucket.name}` : join(dataDir, 'files');
  return `${tell(all)} a ${to}; cada uno se leyó allá y se comparó\n`;
}, explainMove);

/** Locks the folder: two moves of the same file would each mistake the other's for a removal. */
function lock(dataDir: string): BetterSqlite.Database {
  mkdirSync(dataDir, { recursive: true });
  const file = new BetterSqlite(join(dataDir, 'moving.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch {
    throw new ConfigError(['DATA_DIR: sus archivos ya se están moviendo']);
  }
}

function tell({ moved, bytes, gone }: Moved): string {
  const removed = gone > 0 ? `, ${gone} se borraron mientras tanto` : '';
  return `Se movieron ${moved} archivos, ${(bytes / 1_000_000).toFixed(1)} MB${removed}`;
}

/** Returns the cause of an outage, because the error's own text is for the browser. */
function explainMove(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null;
  return cause && !(error instanceof ConfigError)
    ? `${cause.message}; ejecútalo otra vez para continuar`
    : explainStart(error);
}
