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
 * @param {{ build?: boolean, force?: boolean }} [options]
 */
export async function prepare({ build = false, force = false } = {}) {
  checkNode();
  const isReady = () => isInstalled(root) && (!build || (!force && isBuilt()));
  if (isReady()) return;
  const onWait = () => console.log('Another command is preparing this folder; waiting for it.');
  await withLock(join(root, '.cache', 'prepare.lock'), { onWait }, async (guard) => {
    if (!isInstalled(root)) await install(guard);
    if (build && (force || !isBuilt())) {
      await warmServer(guard);
      await buildWeb(guard);
    }
  });
}

/** @param {(pid: number | undefined) => void} guard */
async function install(guard) {
  console.log('Installing packages…');
  // npm writes this record at the very end: without it, the next start installs again.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await must('The packages could not be installed (see above).', 'npm', [...args, ...quiet], {
    env: { ...process.env, PATH: outerPath },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
    onStart: guard,
  });
}
