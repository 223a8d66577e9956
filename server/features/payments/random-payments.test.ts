import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { hasMoney } from '#domain/payment.ts';
import {
  describeAttempt,
  findAttempts,
  findShown,
  type PaymentRow,
} from '#server/features/orders/online-payment.ts';
import { claimJobs } from '#server/jobs/repo.ts';
import { type Bank, mercadoPagoBank, webpayBank } from '#server/testing/payment-bank.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { databases } from '#server/testing/shop.ts';
import { closeDay } from './close-day.ts';
import { paymentHandlers } from './read-payments.ts';
import { refundPayment } from './refund-payment.ts';

/** Of each provider on each database: 10,000 in the long form. */
const RUNS = Number(process.env.TEST_RUNS ?? (LONG ? 2500 : 12));
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;
/** TEST_SEED and TEST_PATH, as a failure prints them, repeat the very run that failed. */
const replay = { seed: SEED, ...(process.env.TEST_PATH ? { path: process.env.TEST_PATH } : {}) };

const SECOND = 1000;
const HOUR = 3_600_000;

const FORMS = ['pay', 'fail', 'leave', 'expire', 'review'] as const;
const CALLS = ['begin', 'read', 'settle', 'refund'] as const;
const which = fc.nat({ max: 5 });
const twice = fc.boolean();
const kill = fc.constantFrom(null, null, null, 'before', 'after' as const);
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin'), tab: which, twice, kill }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('form'), what: fc.constantFrom(...FORMS), which }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('return'), which, twice, kill }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('notice'), which, twice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide'), isPaid: twice, which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jobs'), kill }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('clock'),
      by: fc.constantFrom(16 * SECOND, 40 * SECOND, 6 * 60 * SECOND, 70 * 60 * SECOND, -HOUR),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      call: fc.constantFrom(...CALLS),
      fault: fc.constantFrom('lost', 'broken' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away'), isAway: twice }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note'), isPaid: twice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), part: twice, kill }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund at the provider'), which }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** Acts of a group happen at the same time. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 14,
});

/** The process ended at this place. */
class Killed extends Error {}

const banks = { Webpay: webpayBank, 'Mercado Pago': mercadoPagoBank };

describe.each(databases)('random payments on %s', (kind) => {
  describe.each(Object.entries(banks))('by %s', (name, open) => {
    let bank: Bank;
    let killNext: 'before' | 'after' | null = null;
    let wasKilled = false;
    beforeAll(async () => {
      bank = await open(kind);
      const { context } = bank.shop;
      const { payments } = context;
      if (!payments) throw new Error('no payments');
      const mortal = <Given extends unknown[], Answer>(
        call: (...given: Given) => Promise<Answer>,
      ) => {
        return async (...given: Given): Promise<Answer> => {
          const when = killNext;
          killNext = null;
          if (when === 'before') throw new Killed(when);
          const answer = await call(...given);
          if (when === 'after') throw new Killed(when);
          return answer;
        };
      };
      context.payments = {
        ...payments,
        begin: mortal(payments.begin),
        settle: mortal(payments.settle),
        read: mortal(payments.read),
        refund: mortal(payments.refund),
        findAttempt: mortal(payments.findAttempt),
      };
    });
    afterAll(() => bank.shop.close());

    /** Runs the jobs that are due, as the worker does. */
    async function runJobs(): Promise<void> {
      const { context } = bank.shop;
      const { db } = context;
      const handlers = paymentHandlers(context);
      for (let rounds = 0; rounds < 20; rounds += 1) {
        const now = context.clock();
        const jobs = await claimJobs(db, {
          ...{ queue: 'general', kinds: Object.keys(handlers), limit: 20 },
          ...{ lease: randomUUID(), now, until: now + 30 * SECOND },
        });
        if (jobs.length === 0) return;
        for (const { id, kind: job, payload } of jobs) {
          try {
            await handlers[job]?.(JSON.parse(payload), { id });
            await db.queries.deleteFrom('jobs').where('id', '=', id).execute();
          } catch {
            const again = { lease: null, run_at: now + 5 * SECOND };
            await db.queries.updateTable('jobs').set(again).where('id', '=', id).execute();
          }
        }
      }
    }

    async function begin(orderId: string, key: string): Promise<void> {
      let isOver = false;
      const beginning = bank.begin(orderId, key).finally(() => {
        isOver = true;
      });
      // Who waits for a request that was cut off waits for the clock.
      for (let rounds = 0; !isOver && rounds < 100; rounds += 1) {
        await sleep(rounds < 20 ? 5 : 100);
        if (rounds >= 20) bank.advance(4 * SECOND);
      }
      const { status, body } = await beginning;
      if (status === 500 && wasKilled) return;
      expect([201, 409, 502], JSON.stringify(body)).toContain(status);
    }
    type World = { id: string; returns: string[]; isCancelledAt: number | null; unnoted: number };

    async function perform(world: World, what: Act): Promise<void> {
      const { id } = world;
      const { context } = bank.shop;
      if ('kill' in what && what.kill) {
        killNext = what.kill;
        wasKilled = true;
      }
      const both = async (call: () => Promise<unknown>, isTwice: boolean) => {
        await Promise.all(isTwice ? [call(), call()] : [call()]);
      };
      switch (what.do) {
        case 'begin':
          return both(() => begin(id, `${id}-${what.tab % 3}`), what.twice);
        case 'form': {
          const begun = (await findAttempts(context.db.queries, id)).filter(({ token }) => token);
          const token = begun[what.which % Math.max(1, begun.length)]?.token;
          if (token) world.returns.push(bank.form(token, what.what));
          return;
        }
        case 'return': {
          const address = world.returns[what.which % Math.max(1, world.returns.length)];
          if (!address) return;
          return both(async () => expect(await bank.follow(address)).toMatch(/^303 /), what.twice);
        }
        case 'notice':
          return both(() => bank.notify(id, what.which), what.twice);
        case 'decide':
          return bank.decide(id, what.which, what.isPaid);
        case 'jobs':
          return runJobs();
        case 'clock':
          return bank.advance(what.by);
        case 'fault':
          return bank.fail(what.call, what.fault);
        case 'away':
          return bank.setAway(what.isAway);
        case 'cancel': {
          const json = { status: 'cancelled' };
          const { status } = await bank.ask(`/orders/${id}/status`, { method: 'PATCH', json });
          expect([200, 409]).toContain(status);
          if (status === 200) world.isCancelledAt ??= bank.heldFor(id);
          return;
        }
        case 'note': {
          const json = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
          await bank.ask(
            `/orders/${id}/payment`,
            what.isPaid ? { method: 'PUT', json } : { method: 'DELETE' },
          );
          world.unnoted += 1;
          return;
        }
        case 'refund': {
          const amount = what.part ? 700 : null;
          await refundPayment(context, { orderId: id, by: 'admin', amount }).catch(expectKnown);
          return;
        }
        case 'refund at the provider':
          return bank.refundThere(id, what.which);
      }
    }

    /** All answers again, every job has its turn, and the day is closed. */
    async function calm(): Promise<void> {
      killNext = null;
      bank.calm();
      for (const by of [2 * HOUR, 30 * SECOND, 11 * 60 * SECOND, 3 * HOUR, 3 * HOUR]) {
        bank.advance(by);
        await runJobs();
      }
      const { context } = bank.shop;
      const today = dayOf(context.clock());
      const days = [-1, 0].map((ahead) => addDays(today, ahead));
      for (const day of days) await closeDay(context, day);
      for (const day of days) {
        for (const { agrees, ...payment } of await closeDay(context, day)) {
          expect(agrees, JSON.stringify(payment)).toBe(true);
        }
      }
    }

    async function expectEqual({ id, isCancelledAt, unnoted }: World, total: number) {
      const { db } = bank.shop.context;
      const rows = await findAttempts(db.queries, id);
      const told = (await db.queries.selectFrom('jobs').selectAll().execute()).map(
        ({ payload }) => payload,
      );
      const money = rows.filter(hasMoney);
      const sums = (row: PaymentRow) => [row.provider_id, row.amount, row.refunded, row.refunding];
      const theirs = bank.taken(id).map((each) => [each.providerId, each.amount, each.refunded, 0]);
      expect(money.map(sums).toSorted()).toEqual(theirs.toSorted());
      for (const row of rows) {
        expect(['created', 'authorised']).not.toContain(row.state);
        if (row.state === 'unknown') expect(bank.isUndecided(row.reference)).toBe(true);
        const isLate = row.paid_order === 0 && (row.state === 'paid' || row.state === 'refunding');
        const mails = told.filter((payload) => payload.includes(row.id));
        if (isLate && unnoted === 0) expect(mails).toHaveLength(1);
      }
      const order = await db.queries
        .selectFrom('orders')
        .select(['paid_on', 'online_payment'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const paying = rows.filter(({ paid_order }) => paid_order === 1);
      expect(paying.length).toBeLessThanOrEqual(1);
      if (unnoted === 0) expect(order.paid_on !== null).toBe(paying.length === 1);
      const shown = findShown(rows);
      if (shown) expect(JSON.parse(order.online_payment ?? '')).toEqual(describeAttempt(shown));
      if (!bank.capturesByItself) {
        expect(bank.heldFor(id)).toBeLessThanOrEqual(total);
        if (isCancelledAt !== null) expect(bank.heldFor(id)).toBeLessThanOrEqual(isCancelledAt);
      }
    }

    test(`end with our rows equal to the provider's`, { timeout: PATIENCE_MS }, async () => {
      report(`random payments on ${kind} by ${name}: ${RUNS} runs, seed ${SEED}`);
      const property = fc.asyncProperty(story, async (groups) => {
        const { db } = bank.shop.context;
        bank.calm();
        bank.resetClock();
        wasKilled = false;
        const { id, deliveryData } = await bank.place();
        await db.queries.deleteFrom('jobs').execute();
        const world: World = { id, returns: [], isCancelledAt: null, unnoted: 0 };
        for (const group of groups) {
          await Promise.all(group.map((what) => perform(world, what)));
        }
        await calm();
        await expectEqual(world, deliveryData.pricing.totalAmount);
        await db.queries.deleteFrom('payments').execute();
      });
      await fc.assert(property, { ...replay, numRuns: RUNS, interruptAfterTimeLimit: PATIENCE_MS });
    });
  });
});

function expectKnown(error: unknown): void {
  if (!(error instanceof ShopError || error instanceof Killed)) throw error;
}
