import type { Config, StartConfig } from './config.ts';
import { configWarnings } from './config-warnings.ts';
import { explainStart } from './explain-start.ts';
import { type RunningShop, startShop } from './start-shop.ts';

/**
 * Runs the shop as this process until a signal ends it.
 * @param readConfig reads the environment; its complaints are told like any other
 * @param whenUp done once it listens
 */
export async function runShop(
  readConfig: () => StartConfig,
  whenUp: (shop: RunningShop) => Promise<void> = async () => undefined,
): Promise<void> {
  // Orders hold people's addresses: other users of the machine may not read the data folder.
  process.umask(0o077);
  try {
    const shop = await startShop(readConfig());
    const { address, config, context, stop } = shop;
    const { seller } = (await context.settings.current()).settings;
    const lines = [
      `${seller.name}: ${address}`,
      `Data: ${config.dataDir}`,
      ...filesLine(config),
      mailLine(config),
    ];
    // Before its address is told: whoever reads it may stop the shop in the same moment.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop().finally(() => process.exit()));
    }
    for (const line of configWarnings(config)) process.stderr.write(`Warning: ${line}\n`);
    process.stdout.write(`${lines.join('\n')}\n`);
    await whenUp(shop);
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exit(1);
  }
}

/** Where new files go, when that is not the data folder. */
function filesLine({ files }: Config): string[] {
  if (files.newIn === 'disk') return [];
  const { name, endpoint, region } = files.bucket;
  return [`Files: bucket ${name} at ${endpoint ?? `Amazon, ${region}`}`];
}

/** Where mail goes; of a server its name alone, for its address may hold a password. */
function mailLine({ mail }: Config): string {
  return `Mail: ${mail.kind === 'files' ? mail.folder : new URL(mail.url).host}`;
}
