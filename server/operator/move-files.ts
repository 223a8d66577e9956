import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { explainStart } from '#server/config/explain-start.ts';
import { ConfigError } from '#server/config.ts';
import { type Moved, moveFiles } from '#server/ports/storage/move-files.ts';
import { openPlaces } from '#server/ports/storage/open-storage.ts';
import { refuseUse, runOperation } from './run-operation.ts';

const USAGE = `npm run move-files
  moves all files between DATA_DIR and the bucket of the shop's environment, to where FILES says
  that new ones go; the shop may run meanwhile, and a run that broke off is continued by the next
`;
/** Number of files between two lines of progress. */
const REPORT_EVERY = 1000;

if (process.argv.length > 2) refuseUse(USAGE);
await runOperation(async (config) => {
  const { dataDir, files } = config;
  const scratchDir = join(dataDir, 'arriving');
  const { place, earlier } = await openPlaces(config, scratchDir);
  if (earlier === null || files.bucket === null) {
    throw new ConfigError(['S3_BUCKET: there is nothing to move to or from without a bucket']);
  }
  const held = lock(dataDir);
  const onProgress = (so: Moved) => {
    if (so.moved > 0 && so.moved % REPORT_EVERY === 0) process.stdout.write(`${tell(so)} so far\n`);
  };
  const all = await moveFiles({ from: earlier, to: place, scratchDir, onProgress });
  held.close();
  if (all.differ.length > 0) {
    process.stderr.write(
      `Left alone, for another file has that name there: ${all.differ.join(' ')}\n`,
    );
    process.exitCode = 1;
  }
  const to = files.newIn === 's3' ? `the bucket ${files.bucket.name}` : join(dataDir, 'files');
  return `${tell(all)} to ${to}; each was read there and compared\n`;
}, explainMove);

/** Locks the folder: two moves of the same file would each mistake the other's for a removal. */
function lock(dataDir: string): BetterSqlite.Database {
  mkdirSync(dataDir, { recursive: true });
  const file = new BetterSqlite(join(dataDir, 'moving.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch {
    throw new ConfigError(['DATA_DIR: its files are being moved already']);
  }
}

function tell({ moved, bytes, gone }: Moved): string {
  const removed = gone > 0 ? `, ${gone} were removed meanwhile` : '';
  return `Moved ${moved} files, ${(bytes / 1_000_000).toFixed(1)} MB${removed}`;
}

/** Returns the cause of an outage, because the error's own text is for the browser. */
function explainMove(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null;
  return cause && !(error instanceof ConfigError)
    ? `${cause.message}; run it again to continue`
    : explainStart(error);
}
