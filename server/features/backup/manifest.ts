import * as z from 'zod';

/** Changes when a copy is laid out in another way. */
export const FORMAT = 'pines-backup-1';
export const MANIFEST = 'manifest.json';
/** As `sha256sum --check` reads it. */
export const HASHES = 'SHA256SUMS';

const count = z.int().nonnegative();

/** What the books must come to: all orders, those in the bin too; pesos. */
const sums = z.object({ orders: count, pins: count, pesos: count });

export const manifestSchema = z.object({
  format: z.string(),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  /** Rows and columns of each table: only a shop with the same columns takes them. */
  tables: z.record(z.string(), z.object({ rows: count, columns: z.array(z.string()) })),
  sums,
  /** Pictures and proofs of transfer; `missing` were not there any more. */
  files: z.object({ count, missing: count }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function tableEntry(table: string): string {
  return `tables/${table}.jsonl`;
}

export function fileEntry(key: string): string {
  return `files/${key}`;
}

/** Names of the storage's files as a copy may have them: none leads out of its folder. */
const FILE_ENTRY = /^files\/([\w-]{20,64}\.(?:jpg|original|receipt|webp))$/;

/** @returns the storage's key of an entry; null when it is no file of a copy */
export function fileKeyOf(entry: string): string | null {
  return FILE_ENTRY.exec(entry)?.[1] ?? null;
}
