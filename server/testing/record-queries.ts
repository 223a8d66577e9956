import type { KyselyPlugin } from 'kysely';
import type { Context } from '#server/context.ts';

/**
 * Starts to record the queries that a shop sends outside of transactions.
 * @returns the statements with their values, as JSON, one after the other
 */
export function recordQueries({ db }: Pick<Context, 'db'>): string[] {
  const queries: string[] = [];
  const records: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  db.queries = db.queries.withPlugin(records);
  return queries;
}
