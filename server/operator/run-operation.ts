import { explainStart } from '#server/config/explain-start.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';

/** Prints the usage and ends the program. */
function refuseUse(usage: string): never {
  process.stderr.write(usage);
  process.exit(2);
}

/**
 * Returns the program's arguments. Ends the program after printing the usage for `--help`, or one
 * line for arguments that it does not take.
 */
export function readArguments(
  usage: string,
  isAccepted: (...args: string[]) => boolean,
  flags: readonly string[] = [],
): readonly string[] {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const flag = args.find((arg) => arg.startsWith('-') && !flags.includes(arg));
  if (flag !== undefined) refuseUse(`${flag}: no existe esa opción; --help dice cómo se usa\n`);
  if (!isAccepted(...args)) {
    const [first = ''] = usage.split('\n', 1);
    refuseUse(`Se usa así: ${first} (--help dice más)\n`);
  }
  return args;
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
