import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveDurably, sweepFolder, syncFile, writeDurably } from '#server/lib/durable-files.ts';
import { checkFileKey, type FilePlace, isFileKey } from './storage.ts';

/**
 * Keeps files in a local folder, spread over subfolders by the first two characters of their key.
 * @param root folder for the files
 * @param scratch folder for files that are not whole yet; on another volume than `root` each file is
 *   copied once more, within `root`
 */
export function diskStorage(root: string, scratch: string): FilePlace {
  const pathOf = (key: string) => join(root, checkFileKey(key).slice(0, 2), key);
  const drafts = join(root, '.arriving');

  return {
    put: async (key, bytes) => writeDurably(pathOf(key), bytes, { scratch, drafts }),

    async putFile(key, path) {
      const to = pathOf(key);
      await syncFile(path);
      await moveDurably(path, to, { drafts });
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

    remove: async (key) => rm(pathOf(key), { force: true }),
    sweep: (before) => sweepFolder(drafts, before),

    async *keys() {
      for (const part of await list(root)) {
        // What is not whole yet lies in a folder whose name begins with a dot.
        if (!part.startsWith('.')) yield* (await list(join(root, part))).filter(isFileKey);
      }
    },
  };
}

/** Names in a folder; one that is not there is empty. */
async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
