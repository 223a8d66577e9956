import { createHash, type Hash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import * as yauzl from 'yauzl';
import {
  backupTables,
  FORMAT,
  fileKeyOf,
  HASHES,
  MANIFEST,
  type Manifest,
  manifestSchema,
  tableEntry,
} from '#server/features/backup/tables.ts';
import { isOutage } from '#server/lib/outages.ts';
import { parseJson } from '#server/lib/parse-json.ts';

/** The file is not a backup that this shop can restore; the message says why. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

export type OpenBackup = {
  manifest: Manifest;
  /** The storage's keys of its files. */
  fileKeys: string[];
  /** Streams an entry. @throws BadBackup at its end when its hash is wrong */
  read(name: string): AsyncGenerator<Uint8Array>;
  close(): void;
};

/** Maximum bytes of a line in the list of hashes: the hash and the longest name. */
const MAX_HASH_LINE = 200;
const MAX_MANIFEST = 1_000_000;
/** Maximum bytes of a file: originals and proofs of transfer have up to 5 MB, others a bit more. */
const MAX_FILE = 64_000_000;
const MAX_TABLE = 16_000_000_000;
/**
 * Maximum ratio of the uncompressed to the compressed size. Rows compress to a tenth, with their
 * random ids never to a hundredth; pictures hardly at all.
 */
const MAX_GROWTH = 100;
const HASH_LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

/** Opens a backup. @throws BadBackup when it is damaged, invalid, or of another format */
export async function openBackup(path: string): Promise<OpenBackup> {
  const zip = await yauzl
    .openPromise(path, { autoClose: false, strictFileNames: true })
    .catch((error) => refuse(error));
  try {
    const entries = await listEntries(zip);
    refuseBombs(zip, entries);
    const hashes = parseHashes(await readHashes(zip, entries.get(HASHES)));
    const names = [...entries.keys()].filter((name) => name !== HASHES);
    const isListed = names.length === hashes.size && names.every((name) => hashes.has(name));
    if (!isListed) throw new BadBackup('the file does not contain what its list of hashes names');

    const read = (name: string) => readEntry(zip, entries.get(name), hashes.get(name));
    const manifest = parseManifest(await text(read(MANIFEST)));
    const fileKeys = names.flatMap((name) => fileKeyOf(name) ?? []);
    if (fileKeys.length !== manifest.files.count) throw new BadBackup('pictures are missing in it');
    return { manifest, fileKeys, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @throws BadBackup, or the error of an outage as it is */
function refuse(error: unknown): never {
  if (isOutage(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new BadBackup(`it cannot be read as a copy of a shop: ${reason}`, { cause: error });
}

/** Rejects invalid and repeated names before anything is read. */
async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const known = new Set([MANIFEST, HASHES, ...backupTables.map(({ name }) => tableEntry(name))]);
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if ((!known.has(fileName) && fileKeyOf(fileName) === null) || entries.has(fileName)) {
        throw new BadBackup(`no copy of a shop contains "${fileName}"`);
      }
      entries.set(fileName, entry);
    }
  } catch (error) {
    if (error instanceof BadBackup) throw error;
    refuse(error);
  }
  return entries;
}

/**
 * Checks the declared sizes of the entries: the reader rejects an entry that is longer than
 * declared.
 */
function refuseBombs(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>): void {
  let total = 0;
  for (const [name, { uncompressedSize }] of entries) {
    total += uncompressedSize;
    if (uncompressedSize > maxSize(name, entries.size)) {
      throw new BadBackup(`"${name}" is larger than in any copy of a shop`);
    }
  }
  if (total > MAX_GROWTH * zip.fileSize) {
    throw new BadBackup('its parts together are larger than in any copy of a shop');
  }
}

function maxSize(name: string, entries: number): number {
  if (name === MANIFEST) return MAX_MANIFEST;
  if (name === HASHES) return MAX_HASH_LINE * entries;
  return fileKeyOf(name) === null ? MAX_TABLE : MAX_FILE;
}

async function readHashes(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<string> {
  if (!entry) throw new BadBackup('the list of hashes is missing: the file is no copy of a shop');
  return text(await zip.openReadStreamPromise(entry)).catch((error) => refuse(error));
}

async function* readEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  expected: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (!entry) throw new BadBackup('a part of the copy is missing');
  const hash: Hash = createHash('sha256');
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) {
      hash.update(part);
      yield part;
    }
  } catch (error) {
    refuse(error);
  }
  if (hash.digest('hex') !== expected) {
    throw new BadBackup(`"${entry.fileName}" is not what was written`);
  }
}

function parseHashes(list: string): Map<string, string> {
  const lines = list.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, hash, name] = HASH_LINE.exec(line) ?? [];
      if (!hash || !name) throw new BadBackup('its list of hashes cannot be read');
      return [name, hash];
    }),
  );
}

function parseManifest(json: string): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(json));
  if (!parsed.success) throw new BadBackup('its manifest cannot be read');
  if (parsed.data.format !== FORMAT) {
    throw new BadBackup(`it is a copy of the kind "${parsed.data.format}", not "${FORMAT}"`);
  }
  return parsed.data;
}
