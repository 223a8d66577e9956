import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const DEAD_AFTER_MS = 120_000;

/**
 * Runs `work` while no other process on this machine holds the lock file.
 * A lock whose processes are all dead, or that nobody refreshed for two minutes, is taken over.
 * @template T
 * @param {string} path
 * @param {{ onWait?: () => void }} options `onWait` is called once when somebody else is busy
 * @param {(guard: (pid: number | undefined) => void) => Promise<T>} work
 *   `guard` adds a child to the lock, so that a child outliving us still holds it
 * @returns {Promise<T>}
 */
export async function withLock(path, { onWait }, work) {
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  while (!take(path)) {
    if (!waited) onWait?.();
    waited = true;
    await sleep(200);
  }
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS);
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work((pid) => writeFileSync(path, `${process.pid} ${pid ?? ''}`));
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

/** @param {string} path */
function take(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    removeDead(path);
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} path */
function removeDead(path) {
  const seen = read(path);
  if (seen === null || !isDead(path, seen)) return;
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
    // Somebody was faster and took over already: that lock is alive, give it back.
    if (read(aside) !== seen) linkSync(aside, path);
  } catch {
    // Gone or taken meanwhile: the next round sees the new state.
  }
  rmSync(aside, { force: true });
}

/**
 * @param {string} path
 * @param {string} pids
 */
function isDead(path, pids) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return (
    age > DEAD_AFTER_MS ||
    !pids
      .split(' ')
      .filter(Boolean)
      .some((pid) => isAlive(Number(pid)))
  );
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
const isCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;
