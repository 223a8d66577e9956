import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Discount } from '#domain/discounts/discounts.ts';
import { createRandom, type Random } from '#server/demo/invent-order.ts';
import { createClient, type ShopClient } from '#server/testing/client.ts';
import {
  buyUntilGone,
  type Ledger,
  openLedger,
  type SentOrder,
} from '#server/testing/crash/buy-until-gone.ts';
import { findLosses } from '#server/testing/crash/find-losses.ts';
import { anyDatabase, type Home } from '#server/testing/database.ts';
import { hasProgram } from '#server/testing/has-program.ts';
import { createHome } from '#server/testing/home.ts';
import { openAgain, readJobs, until } from '#server/testing/jobs.ts';
import { readMails } from '#server/testing/mail.ts';
import { addCode, placed } from '#server/testing/orders.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';

const ROUNDS = Number(process.env.TEST_ROUNDS ?? (LONG ? 100 : 1));
const PATIENCE_MS = LONG ? 3_600_000 : 120_000;
const BUYERS = 4;
const SHOP_EMAIL = 'taller@pines.cl';

/** `power-loss.test.ts` kills a shop too, and what it had not synced is lost. */
const isHeldElsewhere = !LONG && hasProgram('/usr/bin', 'gcc');

describe.skipIf(isHeldElsewhere).each(anyDatabase)(
  'a shop on %s that is killed in the middle of its work',
  (kind) => {
    let random: Random;
    let ledger: Ledger;
    let checked: Set<string>;
    let home: Home;
    let env: Record<string, string>;
    let shop: ShopProcess;
    let client: ShopClient;
    let discount: Discount;
    beforeEach(async () => {
      random = createRandom(SEED);
      ledger = openLedger();
      checked = new Set();
      home = await createHome(kind, { hasSchema: true });
      env = { ...home.env, SHOP_EMAIL };
      const db = await openAgain(home);
      discount = await addCode({ db, clock: Date.now }, 'SIEMPRE');
      await db.close();
      await start();
    });
    afterEach(async () => {
      await shop.kill();
      await home.remove();
    });

    async function start(): Promise<void> {
      shop = spawnShop(env);
      const address = await shop.ready();
      client = createClient(() => address);
    }

    /** Kills the shop at a random moment after some acknowledged orders. */
    async function killInWork(round: number): Promise<void> {
      const gone = new AbortController();
      const { signal } = gone;
      const buyers = Promise.all(
        Array.from({ length: BUYERS }, (_, at) =>
          buyUntilGone(client, ledger, { name: `r${round}-b${at}`, discount, gone: signal }),
        ),
      );
      const enough = ledger.acknowledged() + random.whole(0, 12);
      const isEnough = until(() => ledger.acknowledged() >= enough, PATIENCE_MS);
      // Fails at once when a buyer's order is rejected.
      await Promise.race([isEnough, buyers]);
      await sleep(random.roll() * 60);
      gone.abort();
      await shop.kill();
      await buyers;
    }

    /** In a quarter of the rounds the restart is killed as well. */
    async function startAgain(): Promise<void> {
      if (random.chance(0.25)) {
        shop = spawnShop(env);
        await sleep(random.roll() * 1500);
        await shop.kill();
      }
      await start();
    }

    async function expectNothingLost(): Promise<void> {
      const db = await openAgain(home);
      expect(await findLosses(home, db, { ledger, checked })).toEqual([]);
      await db.close();
    }

    /** Sends every order again: acknowledged ones are the same, and the others are accepted. */
    async function repeat(sent: readonly SentOrder[]): Promise<void> {
      for (const attempt of sent) {
        const answer = await client.placeOrder(attempt.body, attempt.key);
        const again = placed(answer);
        if (attempt.order) {
          expect(answer.headers.get('idempotency-replayed')).toBe('true');
          expect(again).toEqual(attempt.order);
        }
        attempt.order = again;
      }
    }

    test('loses nothing that it answered, doubles nothing', { timeout: PATIENCE_MS }, async () => {
      report(`${kind}: TEST_SEED=${SEED} TEST_ROUNDS=${ROUNDS}`);
      for (let round = 0, from = 0; round < ROUNDS; round += 1) {
        await killInWork(round);
        await expectNothingLost();
        await startAgain();
        await repeat(ledger.sent.slice(from));
        from = ledger.sent.length;
      }
      await shop.kill();
      await expectNothingLost();
      await endLeases();
      await start();
      const folder = join(home.dataDir, 'mail');
      const orders = ledger.sent.length;
      // The folder is created with the first mail.
      const countMails = async () => (await readdir(folder).catch(() => [])).length;
      await until(async () => (await countMails()) >= 2 * orders, PATIENCE_MS);
      await shop.kill('SIGTERM');

      const mails = await readMails(folder);
      const recipients = mails.flatMap(({ to = [] }) => to.map(({ address }) => address)).sort();
      const buyers = ledger.sent.map(({ body }) => body.deliveryData.email);
      expect(recipients).toEqual([...buyers, ...Array(orders).fill(SHOP_EMAIL)].sort());
      const db = await openAgain(home);
      expect((await readJobs(db)).filter(({ state }) => state !== 'done')).toEqual([]);
      await db.close();
      report(
        `${kind}: ${ROUNDS} kills, ${orders} orders, ${checked.size} pictures, ${mails.length} mails`,
      );
    });

    /** With PostgreSQL the killed process still has its leases: this is as if they had expired. */
    async function endLeases(): Promise<void> {
      const db = await openAgain(home);
      await db.queries
        .updateTable('jobs')
        .set({ run_at: 0 })
        .where('lease', 'is not', null)
        .execute();
      await db.close();
    }
  },
);
