import {
  CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  sql,
} from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Queries } from '#server/db/types.ts';

/** Returns the database's query plans of all statements that `read` sends, as texts. */
export async function plansOf(
  { kind, queries }: Database,
  read: (queries: Queries) => Promise<unknown>,
): Promise<string[]> {
  const built = new Map<QueryId, RootOperationNode>();
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ queryId, node }) => {
      built.set(queryId, node);
      return node;
    },
    // A query that is only a part of another one has no result.
    transformResult: async ({ queryId, result }) => {
      const node = built.get(queryId);
      if (node) nodes.push(node);
      return result;
    },
  };
  // In production autovacuum does this; SQLite needs none.
  if (kind === 'postgres') await sql`analyze`.execute(queries);
  await read(queries.withPlugin(recorder));
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  const plans = nodes.map(async (node) => {
    const made = queries.getExecutor().compileQuery(node, createQueryId());
    const { rows } = await queries.executeQuery(
      CompiledQuery.raw(`${explain} ${made.sql}`, [...made.parameters]),
    );
    return JSON.stringify(rows);
  });
  return Promise.all(plans);
}
