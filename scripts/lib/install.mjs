import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The lockfile that was installed: `postinstall` copies it when an install by hand is done. */
const RECORD = 'node_modules/.installed.json';

/**
 * Installs what the lockfile names, unless it is installed already. A killed install leaves no record,
 * so the next start installs again.
 * @param {string} folder
 * @param {{ dev: boolean }} wanted whether what only builds and tests is needed, too
 */
export function installPackages(folder, { dev }) {
  if (isInstalled(folder, { dev })) return;
  console.log('Installing packages…');
  rmSync(join(folder, RECORD), { force: true });
  const kinds = ['--include=optional', dev ? '--include=dev' : '--omit=dev'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', '--ignore-scripts', ...kinds, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  copyFileSync(join(folder, 'package-lock.json'), join(folder, RECORD));
}

/** @param {string} folder @param {{ dev: boolean }} wanted */
export function isInstalled(folder, { dev }) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  if (!existsSync(join(folder, RECORD)) || read(RECORD) !== read('package-lock.json')) return false;
  const [tool] = Object.keys(JSON.parse(read('package.json')).devDependencies ?? {});
  return !dev || !tool || existsSync(join(folder, 'node_modules', tool));
}
