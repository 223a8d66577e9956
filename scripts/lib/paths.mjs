import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Where an installed package's command lies. @param {string} name */
export const bin = (name) => join(root, 'node_modules', '.bin', name);
