import type { Generated } from 'kysely';
import type { Fixed, Millis } from './column-types.ts';
import type { CropColumns } from './crop.ts';

/** Its crop is where a pin of it starts. */
export type UploadsTable = CropColumns & {
  /** Unguessable; part of the picture's address. */
  id: Fixed<string>;
  mime_type: Fixed<string>;
  /** Size of the original file. */
  bytes: Fixed<number>;
  /** Of the original file, base64url; null once its files are removed. */
  sha256: string | null;
  width: Fixed<number>;
  height: Fixed<number>;
  created_at: Fixed<Millis>;
  /** Hash of the sender's address while the picture waits for its order. */
  source: string | null;
  claimed_at: Millis | null;
  /** The account whose order claimed it; null for a guest's. */
  claimed_by: string | null;
  /** Diameter of the circle in its kept square, whose middle is the crop's; null: none is kept. */
  square_diameter: number | null;
  /** Size of its files together: the original, the shown copies and the square. */
  stored_bytes: Generated<number>;
  /** When its files were removed while its orders stay. */
  removed_at: Millis | null;
};

/** Bytes of files that were stored, ordered since or not. */
type UploadSumsTable = {
  /** Hash of the sender or of its network; `*` for all. */
  source: Fixed<string>;
  /** A day in UTC, such as `2026-03-09`. */
  day: Fixed<string>;
  bytes: number;
};

export type UploadTables = {
  uploads: UploadsTable;
  upload_sums: UploadSumsTable;
};
