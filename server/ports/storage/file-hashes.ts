import type { Database } from '#server/db/database.ts';

export type FileHashes = ReturnType<typeof fileHashes>;

/**
 * Stores the SHA-256 hashes of stored files, by file name, in the database: separate from the files,
 * and shared by all processes.
 */
export function fileHashes({ queries }: Pick<Database, 'queries'>) {
  return {
    /** Adds a hash: if two callers store one name at once, either may be the last. */
    async add(file: string, sha256: string): Promise<void> {
      await queries
        .insertInto('file_hashes')
        .values({ file, sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** Returns the hashes of a name; none for a file that was stored without one. */
    async of(file: string): Promise<string[]> {
      const rows = await queries
        .selectFrom('file_hashes')
        .select('sha256')
        .where('file', '=', file)
        .execute();
      return rows.map(({ sha256 }) => sha256);
    },
    async forget(file: string): Promise<void> {
      await queries.deleteFrom('file_hashes').where('file', '=', file).execute();
    },
  };
}
