import * as z from 'zod';

/** The file is not a backup that this shop can restore; the message says why. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

export const DATABASE = 'shop.sqlite';
export const MANIFEST = 'manifest.json';

const count = z.int().nonnegative();
/** Hexadecimal, as `sha256sum` prints it. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A backup is a data folder in a zip: `shop.sqlite`, `files/` and this list of hashes. */
export const manifestSchema = z.object({
  /** Version of the program that made it. */
  version: z.string().max(40),
  /** Name of its last migration. */
  schema: z.string().max(100),
  /** ISO 8601 in UTC. */
  madeAt: z.iso.datetime(),
  /** All orders, also those in the bin; in pesos. */
  sums: z.object({ orders: count, pins: count, pesos: z.int() }),
  database: sha256,
  /** Hashes of stored files by their keys: they are in the zip, or in `files/` beside it. */
  files: z.record(z.string(), sha256),
  /** Number of files that rows name and that were lost or damaged. */
  missing: count,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Valid names of the storage's files in a backup: none leads out of its folder. */
const FILE_ENTRY = /^files\/([\w-]{20,64}\.(?:document|jpg|original|receipt|webp))$/;

export function fileEntry(key: string): string {
  return `files/${key}`;
}

/** Returns the storage key of a zip entry; null when the entry is not a stored file. */
export function fileKeyOf(entry: string): string | null {
  return FILE_ENTRY.exec(entry)?.[1] ?? null;
}

/** The manifest has hashes in hexadecimal, the shop in base64url. */
export function toHex(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('hex');
}
