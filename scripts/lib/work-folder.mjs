import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * An empty folder in `.cache` that is this process's own. Those that dead processes left are removed.
 * @param {string} folder where `.cache` lies
 * @param {string} name
 */
export function openWorkFolder(folder, name) {
  const cache = join(folder, '.cache');
  mkdirSync(cache, { recursive: true });
  for (const entry of readdirSync(cache)) {
    const [owner, pid] = entry.split('-');
    if (owner === name && !isAlive(Number(pid))) rmSync(join(cache, entry), { recursive: true });
  }
  const work = join(cache, `${name}-${process.pid}`);
  mkdirSync(work, { recursive: true });
  return work;
}

/**
 * Puts a finished folder in place of another, whole and at once. Who is second in the same moment
 * leaves what is there: it is made of the same sources.
 * @param {string} made
 * @param {string} place
 * @param {string} work for what was there before
 */
export function swapIn(made, place, work) {
  mkdirSync(dirname(place), { recursive: true });
  tolerate('ENOENT', () => renameSync(place, join(work, 'previous')));
  tolerate('ENOTEMPTY', () => renameSync(made, place));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {string} code @param {() => void} act */
function tolerate(code, act) {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  }
}
