import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Returns the path of an installed package's command. @param {string} name */
export const bin = (name) => join(root, 'node_modules', '.bin', name);
