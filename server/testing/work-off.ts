import { join } from 'node:path';
import { startJobs } from '#server/start-shop.ts';
import { readJobs, silent, until } from './jobs.ts';
import { type Email, readMails } from './mail.ts';
import type { TestShop } from './shop.ts';

/** Runs the jobs of a shop that are due, until none is. */
export async function workOff({ context }: Pick<TestShop, 'context'>): Promise<void> {
  const stop = startJobs(context, silent);
  await until(async () => {
    const waiting = (await readJobs(context.db)).filter(({ state }) => state === 'waiting');
    return waiting.every(({ lease, run_at }) => lease === null && run_at > context.clock());
  }, 60_000);
  await stop();
}

/** Returns the mails of a shop that stores them, once all that are due are written. */
export async function writeMails(shop: Pick<TestShop, 'context' | 'dataDir'>): Promise<Email[]> {
  await workOff(shop);
  return readMails(join(shop.dataDir, 'mail'));
}
