import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { moveDurably, sweepFolder, syncFile, writeDurably } from '#server/lib/durable-files.ts';
import { codeOf } from '#server/lib/outages.ts';
import { checkFileKey, type FilePlace, isFileKey, type Storage } from './storage.ts';

/** Files up to this size in bytes are read in one piece, larger ones in chunks. */
const ONE_PIECE_BYTES = 1024 ** 2;
const CHUNK_BYTES = 64 * 1024;

/** The storage of new files, and the one that may still have earlier files, or null. */
type FilePlaces = { place: FilePlace; earlier: FilePlace | null };

type Parts = Pick<Config, 'dataDir' | 'files'>;

/**
 * Opens the places of the shop's files; loads the bucket's client only if there is a bucket.
 * @param scratchDir for incomplete files
 * @throws ConfigError when the bucket cannot be used
 */
export async function openPlaces(
  { dataDir, files }: Parts,
  scratchDir: string,
): Promise<FilePlaces> {
  const disk = diskStorage(join(dataDir, 'files'), scratchDir);
  if (files.bucket === null) return { place: disk, earlier: null };
  const { openBucket } = await import('./open-bucket.ts');
  const bucket = await openBucket(files.bucket);
  return files.newIn === 's3' ? { place: bucket, earlier: disk } : { place: disk, earlier: bucket };
}

/** Opens the shop's storage; see `openPlaces`. */
export async function openStorage(config: Parts, scratchDir: string): Promise<Storage> {
  const { place, earlier } = await openPlaces(config, scratchDir);
  return earlier === null ? place : withFallback(place, earlier);
}

/**
 * Returns a storage that puts new files into one place and still finds those in another, so that
 * files can be moved while the shop runs.
 */
export function withFallback(place: Storage, earlier: Storage): Storage {
  return {
    put: place.put,
    putFile: place.putFile,
    // A file that is moved between the first two attempts is found by the third.
    open: async (...given) =>
      (await place.open(...given)) ??
      (await earlier.open(...given)) ??
      (await place.open(...given)),
    // In this sequence, or a file that is moved meanwhile would reappear: `moveFiles` checks last
    // whether it is still in the earlier place.
    remove: async (key) => {
      await earlier.remove(key);
      await place.remove(key);
    },
    sweep: async (before) => {
      await place.sweep(before);
      await earlier.sweep(before);
    },
  };
}

/**
 * Returns a storage in a local folder, with subfolders by the first two characters of the key.
 * @param root folder for the files
 * @param scratch folder for incomplete files; on another volume than `root` each file is
 *   copied once more, within `root`
 * @param isFlat whether the files lie directly in `root`
 */
export function diskStorage(root: string, scratch: string, { isFlat = false } = {}): FilePlace {
  const folderOf = (key: string) => (isFlat ? root : join(root, key.slice(0, 2)));
  const pathOf = (key: string) => join(folderOf(checkFileKey(key)), key);
  const drafts = join(root, '.arriving');

  return {
    put: async (key, bytes) => writeDurably(pathOf(key), bytes, { scratch, drafts }),

    async putFile(key, path) {
      const to = pathOf(key);
      await syncFile(path);
      await moveDurably(path, to, { drafts });
    },

    async open(key, isSlow) {
      try {
        const file = await open(pathOf(key), 'r');
        const { size } = await file.stat();
        // Pictures in one piece: the process never releases what the chunks of many leave behind.
        const isWhole = !isSlow && size > 0 && size <= ONE_PIECE_BYTES;
        const highWaterMark = isWhole ? size : CHUNK_BYTES;
        return { stream: file.createReadStream({ highWaterMark }), bytes: size };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },

    remove: async (key) => rm(pathOf(key), { force: true }),
    sweep: (before) => sweepFolder(drafts, before),

    async *keys() {
      if (isFlat) return yield* (await list(root)).filter(isFileKey);
      for (const part of await list(root)) {
        // Incomplete files are in a folder whose name begins with a dot.
        if (!part.startsWith('.')) yield* (await list(join(root, part))).filter(isFileKey);
      }
    },
  };
}

/** Returns the names in a folder; none for a folder that does not exist. */
async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}
