import { delimiter } from 'node:path';
import { hasProgram } from './has-program.ts';

/** Returns the folder of sqlite3 and rsync, which docs/operations.md uses for backups; or null. */
export function findCopiers(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    folders.find((folder) => ['sqlite3', 'rsync'].every((name) => hasProgram(folder, name))) ?? null
  );
}
