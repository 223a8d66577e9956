import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean }} Package
 */

/**
 * Whether node_modules holds what package-lock.json names. npm writes its own record of what it
 * installed last of all, so an interrupted install has none.
 * @param {string} root
 * @param {{ dev: boolean }} wanted whether packages that only build and test count
 */
export function isInstalled(root, { dev }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const record = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !record) return false;
  return Object.entries(wanted).every(([path, pack]) => {
    if (path === '') return true;
    const found = record[path];
    if (!found) return pack.optional === true || (!dev && pack.dev === true);
    const same = found.version === pack.version && found.integrity === pack.integrity;
    return same && existsSync(join(root, path, 'package.json'));
  });
}

/**
 * @param {string} path
 * @returns {Record<string, Package> | null}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
