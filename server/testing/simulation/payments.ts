import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isCompleted, isVoid } from '#domain/orders/status.ts';
import { hasMoney } from '#domain/payments/attempt.ts';
import { openDeposit } from '#domain/payments/deposit.ts';
import { sumAmounts } from '#domain/payments/refunds.ts';
import type { Database } from '#server/db/database.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import {
  dueOf,
  isAsked,
  isCalledOff,
  renewDeadlines,
  setDeposit,
  sumOf,
} from '#server/testing/model/model-money.ts';
import type { Model, ModelOrder } from '#server/testing/model/model-order.ts';
import type { TestShop } from '#server/testing/shop.ts';
import type { Bank, Form, Notice } from './bank.ts';

/**
 * An action about online payments; `order` is any number, which selects one of the placed orders.
 */
export type PaymentAction =
  /** The buyer begins, leaves the provider's form, and returns this many times at once. */
  | { does: 'payOnline'; order: number; form: Form; returns: 0 | 1 | 2 }
  /** The buyer opens the URL of the last return again. */
  | { does: 'comeBack'; order: number }
  /** The owner refunds the payment. */
  | { does: 'refund'; order: number; isPart: boolean };

const order = fc.nat(20);
export const paymentAction: fc.Arbitrary<PaymentAction> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('payOnline' as const),
      order,
      form: fc.constantFrom(
        ...(['approved', 'approved', 'approved', 'declined', 'aborted', 'timed_out'] as const),
      ),
      returns: fc.constantFrom(...([1, 1, 2, 0] as const)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('comeBack' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('refund' as const), order, isPart: fc.boolean() }),
  },
);

export function isPayment(what: { does: string }): what is PaymentAction {
  return ['payOnline', 'comeBack', 'refund'].includes(what.does);
}

const PART = 700;

type Means = {
  shop: TestShop;
  bank: Bank;
  insist: (call: () => Promise<Answer>) => Promise<Answer>;
};

/** Returns a function that performs the actions of buyer and owner. */
export function createPayer({ shop, bank, insist }: Means) {
  /** The URL of each order's last return. */
  const returns = new Map<string, string>();

  const pathOf = (address: string) => address.slice(new URL(address).origin.length);

  async function follow(address: string): Promise<void> {
    const { status } = await shop.fetch(pathOf(address), { redirect: 'manual' });
    if (status !== 303) throw new Error(`the return answered ${status}`);
  }

  /** Sends the provider's notice until the shop has accepted it. */
  async function notify({ url, init }: Notice): Promise<void> {
    const { status } = await insist(async () => {
      const answer = await shop.fetch(pathOf(url), init);
      return { status: answer.status, headers: answer.headers, body: {} };
    });
    if (status !== 200) throw new Error(`the notice answered ${status}`);
  }

  return async (what: PaymentAction, orderId: string): Promise<Answer> => {
    if (what.does === 'refund') {
      // A refund requires a recent sign-in.
      const owner = openBrowser(shop);
      const signIn = async () => {
        const { status, body, headers } = await owner.signIn(ADMIN_EMAIL);
        return { status, headers, body: body ?? {} };
      };
      await insist(signIn);
      const authorization = `Bearer ${(await insist(async () => tokenAnswer(await owner.token()))).body.token}`;
      return shop.call(`/api/admin/orders/${orderId}/refunds`, {
        // By default, a payment that the owner noted goes back by transfer.
        json: { how: 'online', ...(what.isPart ? { amount: PART } : {}) },
        headers: { authorization },
      });
    }
    if (what.does === 'comeBack') {
      const address = returns.get(orderId);
      if (address) await follow(address);
      return { status: 303, body: {}, headers: new Headers() };
    }
    const begun = await shop.call('/api/payments', {
      json: { token: firstToken(shop.context, orderId) },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (begun.status !== 201) return begun;
    const { address, notice } = bank.fill(begun, what.form);
    returns.set(orderId, address);
    await Promise.all([
      ...Array.from({ length: what.returns }, () => follow(address)),
      // Without a notice the shop polls the provider.
      ...(notice && what.returns !== 1 ? [notify(notice)] : []),
    ]);
    return begun;
  };
}

function tokenAnswer(token: string | null): Answer {
  return { status: token === null ? 500 : 200, body: { token }, headers: new Headers() };
}

/**
 * `isAlone`: no other action of the moment concerns the order. `mayFail`: there are faults or a
 * kill. `capturesByItself`: the provider charges without the shop's confirmation.
 */
export type Circumstances = { isAlone: boolean; mayFail: boolean } & Pick<Bank, 'capturesByItself'>;

/** Returns the charges that give money back, the last one first, and the pesos promised of them. */
function backOf(order: ModelOrder) {
  const held = order.charges.filter(({ left }) => left > 0).toReversed();
  const extra = held.find(({ isCounted }) => !isCounted);
  const sum = sumAmounts(held.map(({ left: amount }) => ({ amount })));
  if (extra) return { charges: [extra], left: extra.left, promised: 0 };
  const counted = sumOf(order) - order.back;
  const promised = isVoid(order.status) ? counted : counted - order.total;
  return { charges: held, left: Math.min(sum, counted), promised };
}

/** Gives money back from some of an order's charges: each is a refund of its own. */
function giveBack(order: ModelOrder, parts: readonly { at: number; amount: number }[]): void {
  const over = Math.max(0, sumOf(order) - order.back - order.total);
  for (const { at, amount } of parts) {
    const from = order.charges[at];
    if (!from) continue;
    from.left -= amount;
    order.refunds += 1;
    if (!from.isCounted) continue;
    order.back += amount;
    // All of it has the cause of what was too much; of a cancelled order only that part.
    if (over > 0) order.backOfTotal += isVoid(order.status) ? Math.min(amount, over) : amount;
  }
}

/** Returns the amounts by which a buyer may pay: what is asked for now, and all that is missing. */
function amountsOf(order: ModelOrder): [now: number, whole: number] {
  const due = dueOf(order);
  const deposit =
    order.deposit === null ? null : { amount: order.deposit, isPaid: order.isDeposited };
  const isOver = isCompleted(order.status);
  return [openDeposit(deposit, { total: order.total, due, isOver }) || due, due];
}

/** Charges an order; `isCounted`: it was waiting for the money. */
function charge(model: Model, order: ModelOrder, amount: number, isCounted: boolean): void {
  const before = { ...order };
  order.charges.push({ left: amount, isCounted });
  if (!isCounted) return;
  order.online += amount;
  order.timesPaid += 1;
  order.isPaid ||= dueOf(order) === 0;
  order.isPaidOnline ||= order.isPaid && !before.isPaid && order.parts.length === 0;
  setDeposit(model, order, before);
}

/**
 * Returns the possible results of an action: the model after it, with the expected status. Only an
 * action that is alone has a single result; otherwise the provider's data decides
 * (`expectSameBooks`).
 */
export function* stepPayment(
  model: Model,
  what: PaymentAction,
  { isAlone, mayFail, capturesByItself }: Circumstances,
): Generator<{ model: Model; status: number }> {
  const find = ({ orders }: Model) => orders[what.order % Math.max(1, orders.length)];
  const changed = (change: (order: ModelOrder, after: Model) => void): Model => {
    const after = structuredClone(model);
    const asked = after.orders.map(isAsked);
    const order = find(after);
    if (order) change(order, after);
    renewDeadlines(after, asked);
    return after;
  };
  const found = find(model);
  const isThere = found !== undefined && !found.isDeleted;
  if (what.does === 'refund') {
    if (!isThere) return yield { model, status: 404 };
    const { charges, left, promised } = backOf(found);
    const amount = what.isPart ? PART : Math.min(promised > 0 ? promised : left, left);
    const isLess = amount < 1 || amount > left;
    if (isLess || !isAlone) yield { model, status: 409 };
    if (isLess) return;
    let rest = amount;
    const parts = charges.flatMap((each) => {
      const part = Math.min(each.left, rest);
      rest -= part;
      return part > 0 ? [{ at: found.charges.indexOf(each), amount: part }] : [];
    });
    const isSure = !mayFail && isAlone;
    // Each may fail by itself.
    for (let done = isSure ? 2 ** parts.length - 1 : 0; done < 2 ** parts.length; done += 1) {
      const given = parts.filter((_, at) => done & (2 ** at));
      yield { model: changed((order) => giveBack(order, given)), status: 200 };
    }
    return;
  }
  const isBegun = what.does === 'payOnline';
  const [now, due] = isThere ? amountsOf(found) : [0, 0];
  const hasExtra = found?.charges.some(({ left, isCounted }) => !isCounted && left > 0);
  const isAsking = isThere && !isVoid(found.status) && !isCalledOff(found);
  const isWaiting = isAsking && due > 0 && !hasExtra;
  if (isBegun && (!isThere || found.isErased)) return yield { model, status: 404 };
  if (isBegun && !isWaiting) return yield { model, status: 409 };
  const status = isBegun ? 201 : 303;
  // Concurrent actions share an attempt: one may return from the form that another approved.
  const isTaken =
    what.does === 'payOnline' &&
    (capturesByItself
      ? what.form === 'approved'
      : what.returns > 0 && (what.form === 'approved' || !isAlone));
  const isSure = isTaken && isAlone && (capturesByItself || !mayFail);
  if (!isSure) yield { model, status };
  if (!isWaiting || (isBegun && !isTaken)) return;
  // An earlier attempt, or one beside another action, may be about the other amount.
  for (const amount of new Set(isBegun && isAlone ? [now] : [now, due])) {
    // The order may have ended, or been paid otherwise, while the buyer filled in the form.
    if (isTaken && capturesByItself && !isAlone) {
      yield { model: changed((order, after) => charge(after, order, amount, false)), status };
    }
    yield { model: changed((order, after) => charge(after, order, amount, true)), status };
  }
}

/** States of attempts whose result the shop still waits for. */
const OPEN = ['created', 'open', 'authorised', 'unknown', 'refunding'] as const;

type Books = { db: () => Database; bank: Bank };

/**
 * Expects that the shop's rows agree with the provider's data, that no order was charged twice, and
 * that every charge is visible.
 */
export async function expectSameBooks(
  { db, bank }: Books,
  model: Model,
  placed: readonly { id: string }[],
): Promise<void> {
  const { queries } = db();
  const rows = await queries
    .selectFrom('payments')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const taken = bank.taken();
  const ours = rows
    .filter(hasMoney)
    .map((row) => [row.provider_id, row.amount, row.refunded, row.refunding]);
  const theirs = taken.map(({ providerId, amount, refunded }) => [providerId, amount, refunded, 0]);
  expect(ours.toSorted(), 'money that the provider took').toEqual(theirs.toSorted());
  const isOpen = ({ state }: { state: string }) => OPEN.some((each) => each === state);
  expect(rows.filter(isOpen), 'payments that nobody asks about').toEqual([]);
  const orders = await queries.selectFrom('orders').selectAll().execute();
  for (const [at, { charges, isPaid, total, isChanged }] of model.orders.entries()) {
    const id = placed[at]?.id ?? '';
    const charged = taken.filter(({ reference }) => reference.startsWith(id)).length;
    const held = sumAmounts(charges.map(({ left: amount }) => ({ amount })));
    expect([id, bank.heldFor(id), charged]).toEqual([id, held, charges.length]);
    // One that was made cheaper was charged its former total.
    const most = isChanged ? held : total;
    expect(held, `${id} was charged more than once`).toBeLessThanOrEqual(most);
    const order = orders.find((each) => each.id === id);
    if (!order) continue;
    expect([id, order.paid_on !== null]).toEqual([id, isPaid]);
  }
}

/** Returns when the shop next reads a pending payment at the provider; null: none is pending. */
export async function nextReading({ queries }: Database): Promise<number | null> {
  const next = await queries
    .selectFrom('payments')
    .innerJoin('jobs', 'jobs.id', 'payments.reading_job')
    .select('jobs.run_at')
    .where('payments.state', 'in', OPEN)
    .where('jobs.state', '=', 'waiting')
    .orderBy('jobs.run_at')
    .executeTakeFirst();
  return next?.run_at ?? null;
}
