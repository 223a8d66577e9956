import type { KyselyPlugin } from 'kysely';
import type { Context } from '#server/context.ts';

/**
 * Makes a shop's statements fail on demand, as if the database were unreachable.
 * @returns functions that start and end the outage
 */
export function breakDatabase({ db }: Pick<Context, 'db'>): { away: () => void; back: () => void } {
  let isAway = false;
  const fails: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { transaction } = db;
  db.queries = db.queries.withPlugin(fails);
  db.transaction = (work) => transaction((tx) => work(tx.withPlugin(fails)));
  return {
    away: () => {
      isAway = true;
    },
    back: () => {
      isAway = false;
    },
  };
}
