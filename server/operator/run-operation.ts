import { explainStart } from '#server/config/explain-start.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';

/** Prints the usage and ends the program. */
export function refuseUse(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}

/**
 * Runs an operator's program and prints its result; an error is one line and exit code 1. Other
 * users of the machine cannot read the files that it writes, as with the running shop.
 */
export async function runOperation(
  work: (config: Config) => Promise<string>,
  explain: (error: unknown) => string = explainStart,
): Promise<void> {
  process.umask(0o077);
  try {
    process.stdout.write(await work(loadConfig()));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Opens the configured database for `work`, and closes it afterwards. */
export async function withDatabase<T>(
  config: Pick<Config, 'database' | 'dataDir'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(config);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
