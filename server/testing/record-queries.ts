import type { KyselyPlugin } from 'kysely';
import type { Context } from '#server/context.ts';

/**
 * Writes down what a shop asks its database from now on by single statements.
 * @returns the statements with their values, as JSON, one after the other
 */
export function recordQueries({ db }: Pick<Context, 'db'>): string[] {
  const asked: string[] = [];
  const records: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  db.queries = db.queries.withPlugin(records);
  return asked;
}
