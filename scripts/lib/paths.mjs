import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * Where an installed package's command lies.
 * @param {string} name
 */
export const bin = (name) => join(root, 'node_modules', '.bin', name);
