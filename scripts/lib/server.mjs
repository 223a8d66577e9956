import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode } from './node.mjs';
import { root } from './paths.mjs';
import { innerPath, must, run } from './run.mjs';

/** A small nursery for short-lived objects: less memory when idle, at the same processor time. */
const FLAGS = ['--max-semi-space-size=1'];

/** Node keeps the server's stripped and compiled sources here: it starts faster and smaller. */
const compileCache = join(root, 'node_modules', '.cache', 'server');

/**
 * For glibc: decoded pictures go back to the system instead of staying in a heap per thread.
 * After thirty large pictures the server holds half as much. Whoever sets these keeps their own.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** @param {NodeJS.ProcessEnv} [extra] */
function environment(extra = {}) {
  const own = { PATH: innerPath, NODE_COMPILE_CACHE: compileCache };
  return { ...MALLOC, ...process.env, ...extra, ...own };
}

/**
 * Runs a server program until it ends.
 * @param {string} entry below the repository
 * @param {NodeJS.ProcessEnv} [extra] further environment
 * @param {string[]} [args] of the program
 * @returns {Promise<number>} its exit code
 */
export async function runServer(entry, extra, args = []) {
  const { code } = await run(findNode(), [...FLAGS, entry, ...args], { env: environment(extra) });
  return code;
}

/**
 * Compiles the server's sources into the cache, so that even the first start is a small one. It
 * takes a whole start, on throw-away data and with no settings but its own: one file that is not
 * in the cache makes Node load its compiler, which keeps 15 MB.
 * @param {(pid: number | undefined) => void} guard
 */
export async function warmServer(guard) {
  const entries = ['./server/main.ts', './server/ports/decoder/child/main.ts'];
  const start = `${entries.map((entry) => `await import('${entry}');`).join(' ')} process.exit();`;
  const args = [...FLAGS, '--input-type=module', '--eval', start];
  const folder = mkdtempSync(join(tmpdir(), 'pines-warm-'));
  const settings = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
  try {
    await must('The server could not be loaded (see above).', findNode(), args, {
      env: { ...settings, PATH: innerPath, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'ignore', 'inherit'],
      onStart: guard,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
