import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import { until } from '#server/testing/jobs.ts';
import { processEnv } from '#server/testing/process.ts';
import { findRows } from '#server/testing/rows.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { storeOrders } from '#server/testing/store-orders.ts';

const CHASER = join(import.meta.dirname, '../../../testing/doomed-chaser.ts');
const ORDERS = 200;

const remindOn = (adminShop: AdminShop, days: readonly number[]) =>
  adminShop.saveSettings('unpaid', { reminders: days.map((day) => ({ day })) });

async function countReminders({ shop }: AdminShop): Promise<Map<string, number>> {
  const rows = await findRows(shop.context, 'jobs', { kind: 'mail.payment_reminder' });
  const ids = rows.map(({ payload }): string => JSON.parse(payload).orderId);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, of]) => [id, of.length]));
}

const sumReminders = async (adminShop: AdminShop) =>
  [...(await countReminders(adminShop)).values()].reduce((sum, each) => sum + each, 0);

test.runIf(LONG)(
  'each is written once in forty days, by three processes on one PostgreSQL of which one is killed each time',
  { timeout: 300_000 },
  async () => {
    const adminShop = await openAdminShop('postgres');
    const { context, env } = adminShop.shop;
    await remindOn(adminShop, [3, 8, 20]);
    const start = Date.now();
    const ids = await storeOrders(context, { count: ORDERS, at: () => start });
    let kills = 0;
    const spawnChaser = (now: number) =>
      spawn(process.execPath, [CHASER, String(now)], {
        env: { ...processEnv, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    const expected = new Map([
      [3, 1],
      [8, 2],
      [20, 3],
      [40, 3],
    ]);
    for (const [day, reminders] of expected) {
      const before = await sumReminders(adminShop);
      const chasers = [1, 2, 3].map(() => spawnChaser(start + day * DAY_MS + DAY_MS / 2));
      const ends = chasers.map((chaser) => once(chaser, 'exit'));
      if (day < 40) {
        await until(async () => (await sumReminders(adminShop)) > before, 60_000);
        chasers[0]?.kill('SIGKILL');
      }
      await Promise.all(ends);
      if (chasers[0]?.signalCode === 'SIGKILL') kills += 1;
      expect(chasers.slice(1).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      const counts = await countReminders(adminShop);
      expect(ids.map((id) => counts.get(id))).toEqual(ids.map(() => reminders));
    }
    expect(kills).toBeGreaterThan(0);
    report(`${ORDERS} orders, 3 reminders each, ${kills} of 3 processes killed on the way`);
    await adminShop.shop.close();
  },
);
