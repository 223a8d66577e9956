import type { Database } from '#server/db/database.ts';

/** The SHA-256 hashes of stored files, by file name. */
export type FileHashes = {
  /** Adds a hash: if two callers store one name at once, either may be the last. */
  add(file: string, sha256: string): Promise<void>;
  /** Returns the hashes of a name; none for a file that was stored without one. */
  of(file: string): Promise<string[]>;
  forget(file: string): Promise<void>;
};

/** Stores the hashes in the database: separate from the files, and shared by all processes. */
export function fileHashes({ queries }: Pick<Database, 'queries'>): FileHashes {
  return {
    async add(file, sha256) {
      await queries
        .insertInto('file_hashes')
        .values({ file, sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async of(file) {
      const rows = await queries
        .selectFrom('file_hashes')
        .select('sha256')
        .where('file', '=', file)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    },
    async forget(file) {
      await queries.deleteFrom('file_hashes').where('file', '=', file).execute();
    },
  };
}
