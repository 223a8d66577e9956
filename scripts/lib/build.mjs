import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findNode } from './node.mjs';
import { bin, root } from './paths.mjs';
import { innerPath, must } from './run.mjs';

const INPUTS = [
  'web',
  'domain',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
];
const dist = join(root, 'dist');
const STAMP = '.inputs';

/** Whether dist/ was built from the sources as they are. */
export function isBuilt() {
  try {
    return readFileSync(join(dist, STAMP), 'utf8') === hashInputs();
  } catch {
    return false;
  }
}

/**
 * Builds the web beside dist/ and swaps it in when it is whole.
 * @param {(pid: number | undefined) => void} guard
 */
export async function buildWeb(guard) {
  console.log('Building the web…');
  const cache = join(root, '.cache');
  const leftovers = readdirSync(cache).filter((name) => name.startsWith('build-'));
  for (const name of leftovers) rmSync(join(cache, name), { recursive: true });

  const stamp = hashInputs();
  const out = join(cache, `build-${process.pid}`);
  const args = [bin('vite'), 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'];
  await must('The web could not be built (see above).', findNode(), args, {
    env: { ...process.env, PATH: innerPath, NODE_ENV: 'production' },
    onStart: guard,
  });
  writeFileSync(join(out, STAMP), stamp);

  const old = join(cache, 'build-old');
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(out, dist);
  rmSync(old, { recursive: true, force: true });
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
