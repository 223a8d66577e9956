import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasProgram } from './has-program.ts';

const DEBIAN_HOME = '/usr/lib/postgresql';

/**
 * Finds PostgreSQL's server programs.
 * @returns the folder with `initdb` and `postgres` (the newest version under Debian's folder,
 * else the first on the PATH), or null when there is none.
 */
export function findPostgres(): string | null {
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  return (
    folders.find((folder) => hasProgram(folder, 'initdb') && hasProgram(folder, 'postgres')) ?? null
  );
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_HOME).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_HOME, version, 'bin'));
  } catch {
    return [];
  }
}
