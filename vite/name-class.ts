import { hash } from 'node:crypto';
import { relative } from 'node:path';
import { root } from '../scripts/lib/paths.mjs';

/**
 * Returns the name of a CSS module's class in the built page, such as `title_1f0c`: shorter than
 * Vite's own, since the home page's files contain more than a hundred of them.
 * @param path of the module
 */
export function nameClass(name: string, path: string): string {
  return `${name}_${hash('sha256', relative(root, path)).slice(0, 4)}`;
}
