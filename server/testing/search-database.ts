import { sql } from 'kysely';
import type { Context } from '#server/context.ts';

/**
 * Searches for words in every column of every table.
 * @returns matches such as `orders: Rosa`
 */
export async function searchDatabase(
  { db }: Pick<Context, 'db'>,
  words: readonly string[],
): Promise<string[]> {
  const tables = await db.queries.introspection.getTables();
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.queries);
    const text = JSON.stringify(rows).toLowerCase();
    const hits = words.filter((word) => text.includes(word.toLowerCase()));
    found.push(...hits.map((word) => `${name}: ${word}`));
  }
  return found;
}
