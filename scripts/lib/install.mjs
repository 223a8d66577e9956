import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkFolder, swapIn } from './work-folder.mjs';

const FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** The lockfile that was installed; `postinstall` leaves it after installs by hand, too. */
const RECORD = 'node_modules/.installed.json';

/**
 * Makes node_modules hold what the lockfile names, when it does not already. Installs beside it
 * and swaps the whole in: two at a time, or one that is killed, leave nothing half done.
 * @param {string} folder
 * @param {{ dev: boolean }} wanted whether what only builds and tests is needed, too
 */
export function installPackages(folder, { dev }) {
  if (isInstalled(folder, { dev })) return;
  console.log('Installing packages…');
  const work = openWorkFolder(folder, 'install');
  try {
    for (const name of FILES.filter((file) => existsSync(join(folder, file))))
      copyFileSync(join(folder, name), join(work, name));
    const kinds = ['--include=optional', dev ? '--include=dev' : '--omit=dev'];
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    const npm = (/** @type {string[]} */ ...args) =>
      execFileSync('npm', args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    npm('ci', '--ignore-scripts', ...kinds, ...quiet);
    npm('run', '--silent', '--if-present', 'postinstall');
    copyFileSync(join(work, 'package-lock.json'), join(work, RECORD));
    if (!isInstalled(folder, { dev }))
      swapIn(join(work, 'node_modules'), join(folder, 'node_modules'), work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {{ dev: boolean }} wanted */
export function isInstalled(folder, { dev }) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  if (!existsSync(join(folder, RECORD)) || read(RECORD) !== read('package-lock.json')) return false;
  const [tool] = Object.keys(JSON.parse(read('package.json')).devDependencies ?? {});
  return !dev || !tool || existsSync(join(folder, 'node_modules', tool));
}
