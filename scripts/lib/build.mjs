import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from './node.mjs';
import { bin, root } from './paths.mjs';
import { innerPath, must } from './run.mjs';

const INPUTS = [
  'web',
  'domain',
  'contract',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
  'scripts/vite',
];
const dist = join(root, 'dist');
const page = join(dist, 'web', 'index.html');
const stamp = join(dist, '.inputs');

/** Whether dist/web was built from the sources as they are. */
export function isBuilt() {
  try {
    return existsSync(page) && readFileSync(stamp, 'utf8') === hashInputs();
  } catch {
    return false;
  }
}

/**
 * Builds the web. Vite builds beside dist/web and swaps the whole in; the stamp comes last.
 * @param {(pid: number | undefined) => void} guard
 */
export async function buildWeb(guard) {
  console.log('Building the web…');
  clearLeftovers();
  const inputs = hashInputs();
  const args = [bin('vite'), 'build', '--logLevel', 'warn'];
  await must('The web could not be built (see above).', findNode(), args, {
    env: { ...process.env, PATH: innerPath, NODE_ENV: 'production' },
    onStart: guard,
  });
  writeFileSync(stamp, inputs);
}

/** Removes the stamp and what an interrupted build left. */
function clearLeftovers() {
  if (!existsSync(dist)) return;
  const leftovers = readdirSync(dist).filter((name) => name.startsWith('.'));
  for (const name of leftovers) rmSync(join(dist, name), { recursive: true });
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(listFiles))
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/**
 * @param {string} path below the repository
 * @returns {string[]} the file itself or the files under the folder, tests left out, sorted
 */
function listFiles(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
