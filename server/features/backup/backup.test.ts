import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { takeBackup } from '#server/testing/backups.ts';
import { createClient, uploaded } from '#server/testing/client.ts';
import { testOnAny } from '#server/testing/database.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { openAgain, startTestWorker } from '#server/testing/jobs.ts';
import { openKnownPerson } from '#server/testing/known-person.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { makePng } from '#server/testing/pictures.ts';
import { readEverything } from '#server/testing/read-everything.ts';
import { runProgram } from '#server/testing/run-program.ts';
import { LONG } from '#server/testing/seed.ts';
import { useFreshHome } from '#server/testing/use-home.ts';
import { useFreshAdminShop } from '#server/testing/use-shop.ts';
import { backupHandlers } from './make-backup.ts';
import { backupTables } from './tables.ts';

const RESTORE = join(import.meta.dirname, '../../operator/restore.ts');
const WAYS = [
  ['sqlite', 'postgres'],
  ...(LONG
    ? ([
        ['postgres', 'sqlite'],
        ['sqlite', 'sqlite'],
        ['postgres', 'postgres'],
      ] as const)
    : []),
] as const;

describe.each(WAYS)('a copy of a shop on %s, restored to %s', (from, to) => {
  const testAbove = testOnAny(from);
  const adminShop = useFreshAdminShop(from);
  const other = useFreshHome(to);
  let stopJobs: () => Promise<void>;
  beforeEach(() => {
    const { context } = adminShop.shop;
    stopJobs = startTestWorker({ db: context.db, handlers: backupHandlers(context) });
  });
  afterEach(() => stopJobs());

  const restore = (path: string) => runProgram(RESTORE, [path], other.env);

  async function savedBackup(pictures: boolean): Promise<string> {
    const path = join(adminShop.shop.dataDir, `${randomUUID()}.zip`);
    await writeFile(path, await takeBackup(adminShop, { pictures }));
    return path;
  }

  test('has every row and picture, and its users can sign in there', async () => {
    const { shop, ask } = adminShop;
    await openKnownPerson(adminShop);
    const picture = await makePng({ width: 40 });
    const { imageUrl } = uploaded(await shop.upload(picture));
    const discount = await addCode(shop.context, 'COPIA');
    const order = makeOrder({ images: [imageUrl], discount });
    const { id } = placed(await shop.placeOrder(order));
    const values = { pin: 1900, steps: [], shippingChillan: 2500, shipping: 4000 };
    await ask('/settings/prices', { method: 'PUT', json: { version: 0, values } });
    await ask('/printers/Epson', { method: 'PUT', json: { scaleX: 1.01, scaleY: 0.99 } });
    await enrol(adminShop.admin, Date.now());

    const path = await savedBackup(true);
    const says = await restore(path);
    expect(says).toEqual({
      code: 0,
      says: expect.stringMatching(/^Se restauró la copia del \d.* pedidos/),
    });
    const copy = await openAgain(other);
    const wanted = await readEverything(shop.context.db, await backupTables());
    const audits = wanted.audit_log?.filter((row) => !row.includes('backup_downloaded'));
    // The backup's own hash is stored after it was written.
    const hashes = wanted.file_hashes?.filter((row) => !row.includes('.zip'));
    const expected = { ...wanted, audit_log: audits, file_hashes: hashes };
    expect(await readEverything(copy, await backupTables())).toEqual(expected);
    expect(wanted.orders?.length).toBeGreaterThan(3);
    expect(await findWrongSums(copy)).toEqual([]);
    await copy.close();

    const env = { ...other.env, ADMIN_EMAILS: ADMIN_EMAIL };
    const context = await createContext(loadConfig(env), roof);
    const app = await createApp(context);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = createClient(() => url);
    const picked = await client.fetch(imageUrl);
    expect(Buffer.from(await picked.arrayBuffer())).toEqual(
      Buffer.from(await (await shop.fetch(imageUrl)).arrayBuffer()),
    );
    const browser = openBrowser({ ...client, url, context });
    expect((await browser.signIn(ADMIN_EMAIL)).status).toBe(200);
    const found = await browser.call('/api/admin/orders?q=COPIA');
    expect(found.status).toBe(200);
    expect((await browser.call(`/api/admin/orders/${id}`)).body.order).toMatchObject({ id });
    app.server.closeAllConnections();
    await app.close();
    await context.close();
  });

  testAbove('made while orders arrive has no order too many or too few', async () => {
    const { shop } = adminShop;
    await adminShop.place();
    let isOver = false;
    const ordering = Array.from({ length: 3 }, async () => {
      // While the copy's process starts, a few orders do.
      while (!isOver) {
        await adminShop.place();
        await sleep(100);
      }
    });
    const path = await savedBackup(false);
    isOver = true;
    await Promise.all(ordering);
    expect(await restore(path)).toMatchObject({ code: 0 });
    const copy = await openAgain(other);
    expect(await findWrongSums(copy)).toEqual([]);
    const copied = (await readEverything(copy, await backupTables())).orders ?? [];
    const all = new Set((await readEverything(shop.context.db, await backupTables())).orders);
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.filter((row) => !all.has(row))).toEqual([]);
    await copy.close();
  });
});
