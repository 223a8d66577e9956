import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';
import { sweepUploads } from './features/uploads/index.ts';
import { startChores } from './jobs/periodic.ts';

const QUARTER_HOUR_MS = 900_000;

export type RunningShop = {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  config: Config;
  context: Context;
  /** Ends it once the requests under way are answered. */
  stop: () => Promise<void>;
};

/** Opens the database, serves the shop and starts its chores. */
export async function startShop(config: Config): Promise<RunningShop> {
  const context = await createContext(config);
  try {
    const app = await createApp(context);
    const address = await app.listen({ host: config.host, port: config.port });
    const stopChores = startChores(
      [{ name: 'sweep uploads', everyMs: QUARTER_HOUR_MS, run: () => sweepUploads(context) }],
      app.log,
    );
    const stop = async () => {
      await app.close();
      await stopChores();
      await context.close();
    };
    return { address, config, context, stop };
  } catch (error) {
    await context.close();
    throw error;
  }
}
