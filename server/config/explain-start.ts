import { ConfigError } from '#server/config.ts';
import { DataFolderInUse } from '#server/db/sqlite.ts';

const UNUSABLE_FOLDER = new Set(['EACCES', 'EEXIST', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']);

/** Returns one line for an error that the operator can fix, the whole stack for any other. */
export function explainStart(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (code === 'EADDRINUSE') return 'PORT: otro programa ya usa ese puerto';
  if (code === 'EADDRNOTAVAIL') return 'HOST: este equipo no tiene esa dirección';
  if (syscall === 'getaddrinfo') return `HOST: no se encuentra esa dirección (${error.message})`;
  if (syscall === 'listen') return `PORT: no se puede usar ese puerto (${error.message})`;
  // On a read-only disk Node reports ENOENT for the folder that cannot be created.
  const cannotCreate = code === 'ENOENT' && syscall === 'mkdir';
  if (cannotCreate || (code !== undefined && UNUSABLE_FOLDER.has(code))) {
    return `DATA_DIR: esa carpeta no se puede usar (${error.message})`;
  }
  return error.stack ?? error.message;
}
