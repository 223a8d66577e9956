import { type Config, ConfigError } from './config.ts';
import { configWarnings } from './config-warnings.ts';
import { DataFolderInUse } from './db/sqlite.ts';
import { type RunningShop, startShop } from './start-shop.ts';

/**
 * Runs the shop as this process until a signal ends it.
 * @param readConfig reads the settings; its complaints are told like any other
 * @param whenUp done once it listens
 */
export async function runShop(
  readConfig: () => Config,
  whenUp: (shop: RunningShop) => Promise<void> = async () => undefined,
): Promise<void> {
  // Orders hold people's addresses: other users of the machine may not read the data folder.
  process.umask(0o077);
  try {
    const shop = await startShop(readConfig());
    const { address, config, stop } = shop;
    const lines = [`${config.shop.name}: ${address}`, `Data: ${config.dataDir}`, mailLine(config)];
    for (const line of configWarnings(config)) process.stderr.write(`Warning: ${line}\n`);
    process.stdout.write(`${lines.join('\n')}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop().finally(() => process.exit()));
    }
    await whenUp(shop);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Where mail goes; of a server its name alone, for its address may hold a password. */
function mailLine({ mail }: Config): string {
  return `Mail: ${mail.kind === 'files' ? mail.folder : new URL(mail.url).host}`;
}

const UNUSABLE_FOLDER = new Set(['EACCES', 'EEXIST', 'ENOSPC', 'ENOTDIR', 'EROFS']);

/** One clear line for what the operator can mend; the whole error only for what is ours. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (code === 'EADDRINUSE') return 'PORT: another program already listens there';
  if (code === 'EADDRNOTAVAIL') return 'HOST: this machine has no such address';
  if (syscall === 'getaddrinfo') return `HOST: ${error.message}`;
  if (syscall === 'listen') return `PORT: ${error.message}`;
  // Node says of a write-protected disk that the folder to be made is not there.
  const isNowhere = code === 'ENOENT' && syscall === 'mkdir';
  if (isNowhere || (code !== undefined && UNUSABLE_FOLDER.has(code)))
    return `DATA_DIR: ${error.message}`;
  return error.stack ?? error.message;
}
