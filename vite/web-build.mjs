import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/paths.mjs';

const INPUTS = [
  'web',
  'domain',
  'contract',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'vite',
];

export const WEB = join(root, 'dist/web');
/** A file of the build with a hash of its sources. */
export const STAMP = '.inputs';

/** Returns true if the built web matches the current sources. */
export function isBuilt() {
  const stamp = join(WEB, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs();
}

/** Returns a hash of all sources of the web, without tests. */
export function hashInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(listFiles)) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** @param {string} path a file or a folder, below the repository */
function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name}`)
    .filter((name) => !/\.test\.tsx?$/.test(name) && statSync(join(root, name)).isFile())
    .sort();
}
