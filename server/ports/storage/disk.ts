import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, writeDurably } from '../../durable-files.ts';
import type { Storage } from './storage.ts';

/**
 * Keeps files in a local folder, spread over subfolders by the first two characters of their key.
 * @param root folder for the files
 * @param scratch folder on the same disk for files that are not whole yet
 */
export function diskStorage(root: string, scratch: string): Storage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);

  return {
    put: (key, bytes) => writeDurably(pathOf(key), bytes, { scratch }),

    async putFile(key, path) {
      const file = await open(path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await moveDurably(path, pathOf(key));
    },

    async open(key) {
      try {
        const file = await open(pathOf(key), 'r');
        const { size } = await file.stat();
        return { stream: file.createReadStream(), bytes: size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
