import { createApp } from './app.ts';
import type { Config, StartConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { sweepBackups } from './features/backup/sweep-backups.ts';
import { sweepMailCounts } from './features/mail/count-mail.ts';
import { emptyBin } from './features/orders/change/bin.ts';
import { refreshWaits } from './features/orders/refresh-waits.ts';
import { updateStatistics } from './features/orders/statistics.ts';
import { sweepPasses } from './features/people/second-factor/pass.ts';
import { removeOldPictures, sweepUploads } from './features/uploads/sweep-uploads.ts';
import { remindProofs } from './features/workshop/proofs/proof-news.ts';
import { sweepSheets } from './features/workshop/sheets/sweep-sheets.ts';
import { startPeriodicTasks } from './jobs/periodic.ts';
import { sweepJobs } from './jobs/sweep-jobs.ts';
import { openIdentity } from './open-identity.ts';
import { startJobs } from './start-jobs.ts';

const QUARTER_HOUR_MS = 900_000;
const DAY_MS = 86_400_000;
/**
 * Connections that may wait to be accepted, of which the system takes what it allows. Node's own 511
 * are fewer than come at once, and whoever finds no room tries again only after a second or more.
 */
const BACKLOG = 4096;
/** How long a stop waits for requests under way; a stalled upload must not hold it up. */
const PATIENCE_MS = 10_000;

export type RunningShop = {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  config: Config;
  context: Context;
  /** Ends it once the requests under way are answered. */
  stop: () => Promise<void>;
};

/** Opens the database, serves the shop, starts its tasks and the worker of its jobs. */
export async function startShop(config: StartConfig): Promise<RunningShop> {
  const context = await createContext(config, openIdentity);
  try {
    await refreshWaits(context);
    const app = await createApp(context);
    const { host, port } = config;
    const address = await app.listen({ host, port, backlog: BACKLOG });
    const stopChores = startPeriodicTasks(
      [
        { name: 'sweep uploads', everyMs: QUARTER_HOUR_MS, run: () => sweepUploads(context) },
        {
          name: 'remove old pictures',
          everyMs: QUARTER_HOUR_MS,
          run: () => removeOldPictures(context),
        },
        { name: 'empty bin', everyMs: QUARTER_HOUR_MS, run: () => emptyBin(context) },
        {
          name: 'update statistics',
          everyMs: QUARTER_HOUR_MS,
          run: () => updateStatistics(context),
        },
        { name: 'sweep sheets', everyMs: QUARTER_HOUR_MS, run: () => sweepSheets(context) },
        { name: 'sweep backups', everyMs: QUARTER_HOUR_MS, run: () => sweepBackups(context) },
        { name: 'remind of proofs', everyMs: QUARTER_HOUR_MS, run: () => remindProofs(context) },
        { name: 'sweep jobs', everyMs: DAY_MS, run: () => sweepJobs(context.db, context.clock()) },
        {
          name: 'sweep mail counts',
          everyMs: DAY_MS,
          run: () => sweepMailCounts(context.db, context.clock()),
        },
        { name: 'sweep sessions', everyMs: DAY_MS, run: () => context.identity.sweep() },
        { name: 'sweep passes', everyMs: DAY_MS, run: () => sweepPasses(context) },
      ],
      app.log,
    );
    const stopJobs = startJobs(context, app.log);
    const stop = async () => {
      const hangUp = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
      await app.close();
      clearTimeout(hangUp);
      await stopChores();
      await stopJobs();
      await context.close();
    };
    return { address, config, context, stop };
  } catch (error) {
    await context.close();
    throw error;
  }
}
