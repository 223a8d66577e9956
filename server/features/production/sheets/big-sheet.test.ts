import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Sheet, sheet as sheetSchema } from '#contract/production/sheets.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL } from '#server/testing/admin-shop.ts';
import { createClient, type Request } from '#server/testing/client.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { makeBigPictures } from '#server/testing/pictures.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { openTestSheets } from '#server/testing/sheets.ts';

// The shop runs in a process of its own, with real password hashing.
useHashing(await vi.importActual('#server/ports/identity/embedded/scrypt.ts'));

const ORDERS = 30;
const PICTURES = 10;
/** Three or four pins of each picture: 1,000 in all. */
const quantityOf = (picture: number) => (picture % 3 === 0 ? 4 : 3);
const MB = 1_000_000;
const inMb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const SETTLE_MS = 3000;
const LOOK_MS = 100;
/** The panel's interval. */
const POLL_MS = 700;
/** As `npm start` runs it. */
const AS_SERVED = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };

/** Starts a shop in a process of its own, and signs its owner in. */
async function startOwned(env: Record<string, string>) {
  const shop = spawnShop({ ...env, ...AS_SERVED, ADMIN_EMAILS: ADMIN_EMAIL });
  onTestFinished(() => shop.kill());
  const url = await shop.ready();
  const client = createClient(() => url);
  const owner = openBrowser({ ...client, url });
  await owner.signIn(ADMIN_EMAIL);
  const ask = async (path: string, request?: Request): Promise<Sheet> => {
    const { body } = await owner.call(`/api/admin/sheets${path}`, request);
    return sheetSchema.parse(body.sheet);
  };
  return { shop, client, ask };
}

/**
 * Polls a sheet until a condition holds.
 * @returns the slowest response of the shop meanwhile, in ms
 */
async function watch(
  ask: (path: string) => Promise<Sheet>,
  id: string,
  isSoFar: (sheet: Sheet) => boolean,
): Promise<number> {
  let slowest = 0;
  let progress = 0;
  for (;;) {
    const start = performance.now();
    const sheet = await ask(`/${id}`);
    slowest = Math.max(slowest, performance.now() - start);
    expect(sheet.progress).toBeGreaterThanOrEqual(progress);
    expect(sheet.state).not.toBe('failed');
    progress = sheet.progress;
    if (isSoFar(sheet)) return slowest;
    await sleep(POLL_MS);
  }
}

type Memory = { own: number; tree: number };

/** Measures memory. @returns a function that stops it and returns the maximum, in bytes */
function measure({ memory, treeMemory }: ShopProcess): () => Memory {
  const max = { own: 0, tree: 0 };
  const timer = setInterval(() => {
    max.own = Math.max(max.own, memory());
    max.tree = Math.max(max.tree, treeMemory());
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return max;
  };
}

test.runIf(LONG)(
  'a press sheet of 1,000 pins and 300 pictures of 5 MB: killed, begun anew and done within 150 MB, cancelled',
  { timeout: 1_800_000 },
  async () => {
    const sheets = await openTestSheets('sqlite');
    const { jpeg, progressive, webp, png } = await makeBigPictures();
    const files = [jpeg, png, jpeg, webp, jpeg, progressive, jpeg, png, jpeg, jpeg];
    const pictures = files.map((file, at) => ({ quantity: quantityOf(at), file }));
    const orderIds: string[] = [];
    for (let at = 0; at < ORDERS; at += 1) orderIds.push(await sheets.order(pictures));
    await sheets.shop.leave();

    const first = await startOwned(sheets.shop.env);
    await sleep(SETTLE_MS);
    const idle = { own: first.shop.memory(), tree: first.shop.treeMemory() };
    const json = { orderIds, paper: 'a3' };
    const { id } = await first.ask('', { method: 'POST', json });
    await watch(first.ask, id, ({ progress }) => progress > 0.1);
    await first.shop.kill();

    const began = performance.now();
    const again = await startOwned(sheets.shop.env);
    const stop = measure(again.shop);
    const slowest = await watch(again.ask, id, ({ state }) => state === 'done');
    const seconds = Math.round((performance.now() - began) / 1000);
    const max = stop();
    const [own, tree] = [max.own - idle.own, max.tree - idle.tree];
    const made = await again.ask(`/${id}`);
    const bytes = files.reduce((sum, file) => sum + file.length, 0) / files.length;
    report(
      `${made.pins} pins of ${ORDERS * PICTURES} pictures of ${(bytes / MB).toFixed(1)} MB: ${seconds} s, ` +
        `${made.pages} pages; memory ${inMb(own)} above ${inMb(idle.own)}, with the ` +
        `decoder ${inMb(tree)} above ${inMb(idle.tree)}; slowest answer meanwhile ${slowest.toFixed(0)} ms`,
    );
    const pins = ORDERS * pictures.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(made).toMatchObject({ pins, missing: [], progress: 1 });
    expect(own).toBeLessThan(150 * MB);
    // Shared pages count proportionally, so the result depends on the machine's other processes.
    expect(tree).toBeLessThan(250 * MB);

    const other = await again.ask('', { method: 'POST', json: { ...json, paper: 'a4' } });
    await watch(again.ask, other.id, ({ progress }) => progress > 0.02);
    expect((await again.ask(`/${other.id}`, { method: 'DELETE' })).state).toBe('cancelled');
    await again.shop.kill();
    await sheets.close();
  },
);
