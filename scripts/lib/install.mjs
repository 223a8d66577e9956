import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The installed lockfile: `postinstall` copies it after a manual install. */
const RECORD = 'node_modules/.installed.json';

/**
 * Installs the packages of the lockfile, unless they are installed. An interrupted install leaves
 * no record, so the next start installs again.
 * @param {string} folder
 * @param {{ dev: boolean }} wanted whether to include packages for build and tests
 */
export function installPackages(folder, { dev }) {
  if (isInstalled(folder, { dev })) return;
  console.log('Instalando los paquetes…');
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
