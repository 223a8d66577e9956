import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

/**
 * Keeps files in a local folder, spread over subfolders by the first two characters of their key.
 * @param root folder for the files
 * @param scratch folder on the same disk for files that are not whole yet
 */
export function diskStorage(root: string, scratch: string): Storage {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);

  async function moveIntoPlace(from: string, key: string): Promise<void> {
    const to = pathOf(key);
    await makeFolder(dirname(to));
    await rename(from, to);
    await syncFolder(dirname(to));
  }

  return {
    async put(key, bytes) {
      await mkdir(scratch, { recursive: true });
      const path = join(scratch, key);
      const file = await open(path, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await moveIntoPlace(path, key);
    },

    async putFile(key, path) {
      const file = await open(path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await moveIntoPlace(path, key);
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

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first) await syncFolder(dirname(first));
}

/** A new name is only durable once its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
