import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { isBeingConfirmed } from '#domain/payments/attempt.ts';
import { closeDay } from '#server/features/payments/close-day.ts';
import { paymentHandlers } from '#server/features/payments/read-payments.ts';
import { refundPayment } from '#server/features/payments/refund-payment.ts';
import { findAttempts } from '#server/features/payments/repo.ts';
import { BEGIN_MS } from '#server/features/payments/settle-payment.ts';
import { claimJobs } from '#server/jobs/repo.ts';
import { type DatabaseKind, databases } from './database.ts';
import type { Bank } from './payment-bank.ts';
import { expectSameBooks, type World } from './payment-books.ts';
import { type Act, story } from './payment-stories.ts';
import { findRows } from './rows.ts';
import { countRuns, LONG, REPLAY, report, SEED } from './seed.ts';

/** Runs per provider and database: 10,000 in all in the long form. */
const RUNS = countRuns(LONG ? 2500 : 4);
const PATIENCE_MS = LONG ? 7_200_000 : 180_000;

const SECOND = 1000;
const HOUR = 3_600_000;
const NEAR = { region: 'XVI', city: 'Chillán' };
const FAR = { region: 'RM', city: 'Santiago' };

/** Thrown where the simulated process is killed. */
class Killed extends Error {}

/**
 * Runs random stories with a shop and a provider, and then compares our rows with the provider's
 * data. Each provider has a separate test file, so that they run concurrently.
 */
export function testRandomPayments(
  name: string,
  open: (kind: DatabaseKind) => Promise<Bank>,
): void {
  describe.each(databases)(`random payments by ${name} on %s`, (kind) => {
    let bank: Bank;
    let killNext: 'before' | 'after' | null = null;
    let wasKilled = false;
    let aheadInGroup = 0;
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
        findPayment: mortal(payments.findPayment),
      };
    });
    afterAll(() => bank.shop.close());

    /** Runs the due jobs like the worker. */
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
            await handlers[job]?.(JSON.parse(payload), { id, deaths: 0 });
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
      // Requests that wait for an interrupted one need the clock to advance, slowly for the others.
      for (let rounds = 0; !isOver && rounds < 1000; rounds += 1) {
        await sleep(10);
        if (wasKilled && rounds >= 5 && aheadInGroup < BEGIN_MS) {
          aheadInGroup += 4 * SECOND;
          bank.advance(4 * SECOND);
        }
      }
      const { status, body } = await beginning;
      if (status === 500 && wasKilled) return;
      expect([201, 409, 502], JSON.stringify(body)).toContain(status);
    }
    /**
     * Sets the maximum: the order must not be paid any more, unless a payment is being confirmed.
     */
    async function close(world: World): Promise<void> {
      const attempts = await findAttempts(bank.shop.context.db.queries, world.order.id);
      if (attempts.some(isBeingConfirmed)) return;
      world.cap = Math.min(world.cap, bank.heldFor(world.order.id));
    }

    async function perform(world: World, what: Act): Promise<void> {
      const { id } = world.order;
      const { context } = bank.shop;
      if ('kill' in what && what.kill) {
        killNext = what.kill;
        wasKilled = true;
      }
      const both = async (call: () => Promise<unknown>, isTwice: boolean) => {
        await allOf(isTwice ? [call(), call()] : [call()]);
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
        case 'cancel':
        case 'reopen': {
          const isOpen = what.do === 'reopen';
          world.isLoose ||= isOpen;
          const json = { status: isOpen ? 'pending' : 'cancelled' };
          const { status } = await bank.ask(`/orders/${id}/status`, { method: 'PATCH', json });
          expect([200, 409]).toContain(status);
          if (status === 200 && !isOpen) await close(world);
          return;
        }
        case 'reprice':
          world.isFar = !world.isFar;
          expect([200, 409]).toContain(await bank.sendTo(world.order, world.isFar ? FAR : NEAR));
          return;
        case 'note': {
          const json = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
          world.notes += 1;
          world.isLoose ||= !what.isPaid;
          const note = what.isPaid ? { method: 'PUT', json } : { method: 'DELETE' };
          const { status } = await bank.ask(`/orders/${id}/payment`, note);
          if (status === 200 && what.isPaid) await close(world);
          return;
        }
        case 'refund': {
          const target = { id, by: 'admin', version: null };
          const refund = () =>
            refundPayment(context, target, what.part ? { amount: 700 } : {}).catch(expectKnown);
          return both(refund, what.twice);
        }
        case 'paid for nothing':
          return bank.payForNothing();
        case 'refund at the provider':
          return bank.refundThere(id, what.which);
      }
    }

    /** Ends all faults, runs every job and closes the days. */
    async function calm(): Promise<void> {
      killNext = null;
      bank.calm();
      for (const by of [2 * HOUR, 30 * SECOND, 11 * 60 * SECOND, 3 * HOUR, 3 * HOUR]) {
        bank.advance(by);
        await runJobs();
      }
      const { context } = bank.shop;
      const rows = await findRows(context, 'payments');
      const days = new Set(rows.map((row) => dayOf(row.paid_at ?? row.created_at)));
      if (bank.strays().length > 0) days.add(dayOf(Date.now()));
      for (const day of days) await closeWhole(day);
      // A payment that one closing cannot read is read by the next.
      for (const _ of ['the list', 'a payment']) bank.fail('read', 'broken');
      const found: string[] = [];
      for (const day of days) {
        const { payments, strays } = await closeWhole(day, (closed) => {
          for (const payment of closed.payments) {
            expect(payment.agrees, JSON.stringify(payment)).not.toBe(false);
          }
        });
        for (const payment of payments) expect(payment).toMatchObject({ agrees: true });
        found.push(...(strays ?? []).map(({ providerId }) => providerId));
      }
      expect(found.toSorted()).toEqual(bank.strays().toSorted());
    }

    /**
     * Closes a day, with retries while the provider does not answer: a busy machine also aborts
     * calls.
     */
    async function closeWhole(
      day: string,
      check: (closed: Awaited<ReturnType<typeof closeDay>>) => void = () => undefined,
    ): ReturnType<typeof closeDay> {
      for (let triesLeft = 4; ; triesLeft -= 1) {
        const closed = await closeDay(bank.shop.context, day);
        check(closed);
        const isRead = closed.payments.every(({ agrees }) => agrees !== null);
        const isListed = closed.strays !== null || !bank.capturesByItself;
        if ((isRead && isListed) || triesLeft === 0) return closed;
      }
    }

    test("end with our rows equal to the provider's", { timeout: PATIENCE_MS }, async () => {
      report(`random payments by ${name} on ${kind}: ${RUNS} runs, seed ${SEED}`);
      const property = fc.asyncProperty(story, async (groups) => {
        const { db } = bank.shop.context;
        bank.calm();
        bank.resetClock();
        wasKilled = false;
        // A failed story may have left rows behind.
        await db.queries.deleteFrom('payments').execute();
        bank.forget();
        const order = await bank.place();
        await db.queries.deleteFrom('jobs').execute();
        const world: World = {
          order,
          returns: [],
          isFar: false,
          cap: Infinity,
          isLoose: false,
          notes: 0,
        };
        for (const group of groups) {
          aheadInGroup = 0;
          await allOf(group.map((what) => perform(world, what)));
        }
        await calm();
        await expectSameBooks(bank, world);
      });
      await fc.assert(property, { ...REPLAY, numRuns: RUNS });
    });
  });
}

/** Waits for all, even if one fails, so that no work of a story continues in the next one. */
async function allOf(work: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

function expectKnown(error: unknown): void {
  if (!(error instanceof ShopError || error instanceof Killed)) throw error;
}
