import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, isBuilt } from './build.mjs';
import { isInstalled } from './installed.mjs';
import { withLock } from './lock.mjs';
import { checkNode } from './node.mjs';
import { root } from './paths.mjs';
import { must, outerPath } from './run.mjs';
import { warmServer } from './server.mjs';

/**
 * Makes node_modules (and, if asked, the web build) match the sources. Does nothing when they do;
 * two at a time wait for each other.
 * @param {{ build?: boolean, force?: boolean, serve?: boolean }} [options] `serve`: nothing but
 *   the server runs afterwards, so a web that is built already needs no dev dependency
 */
export async function prepare({ build = false, force = false, serve = false } = {}) {
  checkNode();
  const look = () => {
    const isStale = build && (force || !isBuilt());
    const dev = isStale || !serve;
    return { isStale, dev, isInstalled: isInstalled(root, { dev }) };
  };
  const found = look();
  if (found.isInstalled && !found.isStale) return;
  const onWait = () => console.log('Another command is preparing this folder; waiting for it.');
  await withLock(join(root, '.cache', 'prepare.lock'), { onWait }, async (guard) => {
    const { isStale, dev, isInstalled } = look();
    if (!isInstalled) await install(guard, { dev });
    if (isStale) {
      await warmServer(guard);
      await buildWeb(guard);
    }
  });
}

/**
 * @param {(pid: number | undefined) => void} guard
 * @param {{ dev: boolean }} wanted
 */
async function install(guard, { dev }) {
  console.log('Installing packages…');
  // npm writes this record at the very end: without it, the next start installs again.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  const args = ['ci', '--ignore-scripts', '--include=optional'];
  args.push(dev ? '--include=dev' : '--omit=dev');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await must('The packages could not be installed (see above).', 'npm', [...args, ...quiet], {
    env: { ...process.env, PATH: outerPath },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
    onStart: guard,
  });
}
