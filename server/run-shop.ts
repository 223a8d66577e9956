import { type Config, ConfigError } from './config.ts';
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
  try {
    const shop = await startShop(readConfig());
    const { address, config, stop } = shop;
    const lines = [`${config.shop.name}: ${address}`, `Data: ${config.dataDir}`, mailLine(config)];
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

/** One clear line for what the operator can mend; the whole error only for what is ours. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'PORT: another program already listens there';
  if (code === 'EADDRNOTAVAIL') return 'HOST: this machine has no such address';
  if (code === 'EACCES' || code === 'EROFS') return `DATA_DIR or PORT: ${error.message}`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `DATABASE_URL: ${error.message || 'the database does not answer'}`;
  }
  return error.stack ?? error.message;
}
