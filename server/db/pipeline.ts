import { type Compilable, PostgresAdapter, type RawBuilder } from 'kysely';
import type { Queries, Tx } from './types.ts';

type Statement<Row> = Compilable<Row> | RawBuilder<Row>;

/** Sends a statement and returns its rows. */
export type Run = <Row>(query: Statement<Row>) => Promise<Row[]>;

/**
 * Runs statements of a transaction in the order in which `send` passes them to `run`. PostgreSQL gets
 * them without waiting for each other's results; after a failed one all later ones fail.
 * @throws the error of the first statement that fails: those of later ones, which may arrive sooner,
 *   only say that the transaction is aborted
 */
export function pipeline<T>(tx: Queries | Tx, send: (run: Run) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor();
  const isPipelined = executor.adapter instanceof PostgresAdapter;
  return executor.provideConnection(async (connection) => {
    let last: Promise<unknown> = Promise.resolve();
    const sent: Promise<unknown>[] = [];
    const run: Run = <Row>(query: Statement<Row>) => {
      const execute = () => connection.executeQuery<Row>(query.compile(tx));
      // A full disk makes SQLite roll back by itself: later statements would run outside the transaction.
      const result = isPipelined ? execute() : last.then(execute);
      last = result;
      sent.push(result);
      return result.then(({ rows }) => rows);
    };
    const work = send(run);
    await Promise.allSettled([work]);
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return work;
  });
}

/** Runs statements in the same way, without returning their rows. */
export async function runAll(
  tx: Tx,
  queries: readonly (Compilable<unknown> | RawBuilder<unknown>)[],
): Promise<void> {
  await pipeline(tx, (run) => Promise.all(queries.map((query) => run(query))));
}
