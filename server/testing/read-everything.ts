import type { Database } from '#server/db/database.ts';
import { readRows } from '#server/features/backup/move-tables.ts';

type Table = Parameters<typeof readRows>[1];

/** Returns every row of the tables as text, by table, in a fixed order. */
export async function readEverything(
  db: Database,
  tables: readonly Table[],
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  await db.readSnapshot(async (tx) => {
    for (const table of tables) {
      const rows: string[] = [];
      for await (const page of readRows(tx, table)) {
        rows.push(...page.map((row) => JSON.stringify(Object.entries(row).sort())));
      }
      all[table.name] = rows.sort();
    }
  });
  return all;
}
