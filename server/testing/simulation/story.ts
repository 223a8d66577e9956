import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import type { Database } from '#server/db/database.ts';
import { loadOnce } from '#server/lib/load-once.ts';
import { detailed } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { action } from '#server/testing/model/actions.ts';
import { expectSame } from '#server/testing/model/expect-same.ts';
import { step } from '#server/testing/model/model.ts';
import { type Model, newModel } from '#server/testing/model/model-order.ts';
import { DEPOSIT_RULE, saveDepositRule } from '#server/testing/model/world.ts';
import { placed } from '#server/testing/orders.ts';
import { createLedger } from './ledger.ts';
import {
  type Circumstances,
  expectSameBooks,
  isPayment,
  paymentAction,
  stepPayment,
} from './payments.ts';
import { FAULTS, type Fault, PORTS } from './ports.ts';
import { type Act, openSimulatedShop, type Play, type SimulatedShop } from './simulated-shop.ts';

/** Concurrent actions, with faults and a kill. */
type Moment = { acts: Act[]; play: Play };
type Day = { moments: Moment[]; night: Play };
/** The actions of some weeks; the seed decides everything else. */
export type Story = {
  seed: number;
  /** The shop asks for deposits of larger orders. */
  asksDeposits: boolean;
  days: Day[];
};

const fault: fc.Arbitrary<Fault> = fc
  .record({
    port: fc.constantFrom(...PORTS),
    how: fc.constantFrom(...FAULTS),
    after: fc.nat({ max: 12 }),
  })
  // Payments make few calls, so their faults come early; only their calls may arrive twice.
  .map(({ port, how, after }) =>
    port === 'payments'
      ? { port, how, after: after % 4 }
      : { port, how: how === 'twice' ? 'fails' : how, after },
  );
const play: fc.Arbitrary<Play> = fc.record({
  faults: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
  ),
  killAfter: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat({ max: 40 }) },
  ),
});
/** The nights are days that pass; what becomes of a quote is not told if an answer is lost. */
const OTHERWISE = ['wait', 'quote', 'acceptQuote'];
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: action.filter(({ does }) => !OTHERWISE.includes(does)) },
  { weight: 1, arbitrary: paymentAction },
);
const moment = fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 3 }), play });

/** @param maxDays at most 28: later, sessions expire and jobs are swept */
export function stories(maxDays: number): fc.Arbitrary<Story> {
  const moments = fc.array(moment, { maxLength: 5, size: 'max' });
  const day = fc.record({ moments, night: play });
  const days = fc.array(day, { minLength: 1, maxLength: maxDays, size: 'max' });
  return fc.record({ seed: fc.noShrink(fc.nat()), asksDeposits: fc.boolean(), days });
}

const SHOWN_LINES = 8;

/** Returns whether the client cannot know if its action was done, because of a fault or a kill. */
const isUnknown = (answer: Answer | null) => answer === null || answer.status >= 500;

const CALM: Play = { faults: [], killAfter: null };
const FIRST = { does: 'order', account: 0, asGuest: true, code: null, quantity: 1 } as const;
/** Loads all lazily loaded code before the simulation, because the time of loading varies. */
const warmUp = loadOnce(async () => {
  for (const seed of [0, 1]) {
    const shop = await openSimulatedShop(seed);
    await shop.play([() => shop.act({ ...FIRST, city: 'Chillán' })], CALM);
    await shop.close();
  }
});

/** Returns an order with its present items and price; the answer to their change may be lost. */
async function readChanged(shop: SimulatedShop, order: BuyerOrder): Promise<BuyerOrder> {
  const answer = await shop.ask(`/orders/${order.id}`);
  if (answer.status !== 200) return order;
  const { items, deliveryData } = detailed(answer);
  return {
    ...order,
    items,
    deliveryData: { ...order.deliveryData, pricing: deliveryData.pricing },
  };
}

/**
 * Runs a story and checks the shop after each of its moments.
 * @param plant plants a fault in the shop's database
 * @returns the history, a line for each event
 * @throws Error with the history when a check fails
 */
export async function live(
  { seed, asksDeposits, days }: Story,
  plant?: (db: Database) => Promise<void>,
): Promise<string[]> {
  await warmUp();
  const shop = await openSimulatedShop(seed, plant);
  const history: string[] = [];
  try {
    const ledger = createLedger(shop);
    if (asksDeposits) await saveDepositRule(shop.ask);
    let models = [newModel(asksDeposits ? DEPOSIT_RULE : NO_DEPOSIT)];
    /** Keeps the explanations that agree with the shop's data. */
    const findRight = async (found: readonly Explanation[]): Promise<void> => {
      const right: Explanation[] = [];
      let failure: unknown = new Error('no order of the acts explains their answers');
      for (const { model, orders } of found) {
        const [first] = right;
        if (first && !isDeepStrictEqual(first.orders, orders)) continue;
        if (right.some((each) => isDeepStrictEqual(each.model, model))) continue;
        try {
          await expectSame({ ...shop, placed: orders, db: shop.db() }, model);
          await ledger.check(model);
          await expectSameBooks(shop, model, orders);
          right.push({ model, orders });
        } catch (error) {
          failure = error;
        }
      }
      const [first] = right;
      if (!first) throw failure;
      models = right.map(({ model }) => model);
      shop.placed = await Promise.all(
        first.orders.map((order, at) =>
          models[0]?.orders[at]?.isChanged ? readChanged(shop, order) : order,
        ),
      );
    };
    for (const { moments, night } of days) {
      for (const { acts, play: how } of moments) {
        const known = acts.map((each) => fixOrder(each, shop.placed.length));
        history.push(`${new Date(shop.now()).toISOString()} ${JSON.stringify([known, how])}`);
        const before = [...shop.placed];
        const droppable = await ledger.countOpen();
        const answers = await shop.play(
          known.map((what) => () => shop.act(what)),
          how,
        );
        history.push(`  ${answers.map(describeAnswer).join(', ')}`);
        const mayFail = how.faults.length > 0 || how.killAfter !== null;
        if (known.some(({ does }) => does === 'erase')) ledger.allowDropped(droppable);
        const { capturesByItself } = shop.bank;
        const told = { before, acts: known, told: known, answers, mayFail, capturesByItself };
        await findRight(models.flatMap((model) => [...findExplanations({ ...told, model })]));
      }
      history.push(`${new Date(shop.now()).toISOString()} night ${JSON.stringify(night)}`);
      await shop.passDay(night);
      for (const model of models) step(model, { does: 'wait', days: 1 });
      await findRight(models.map((model) => ({ model, orders: shop.placed })));
    }
    const mails = shop.mail.sent.map(({ to, subject, messageId, text }) =>
      [messageId, to, subject, text].join(' '),
    );
    return [...shop.turns, ...history, ...mails, ...(await ledger.list())];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${why}\n\nseed ${seed}\n${history.join('\n')}`, { cause });
  } finally {
    await shop.close();
  }
}

/**
 * Returns the first difference of two histories, with the lines before it; empty if they are equal.
 */
export function findDifference(one: readonly string[], other: readonly string[]): string {
  const at = Array.from({ length: Math.max(one.length, other.length) }).findIndex(
    (_, line) => one[line] !== other[line],
  );
  if (at < 0) return '';
  return [
    ...one.slice(Math.max(0, at - SHOWN_LINES), at),
    ...one.slice(at, at + SHOWN_LINES).map((line) => `- ${line}`),
    ...other.slice(at, at + SHOWN_LINES).map((line) => `+ ${line}`),
  ].join('\n');
}

/** Makes an action on an order select one that exists when the moment begins. */
function fixOrder(what: Act, orders: number): Act {
  return 'order' in what ? { ...what, order: what.order % Math.max(1, orders) } : what;
}

function describeAnswer(answer: Answer | null): string {
  return answer === null ? 'cut off' : `${answer.status} ${answer.body.code ?? ''}`;
}

type Told = {
  model: Model;
  before: SimulatedShop['placed'];
  acts: readonly Act[];
  answers: readonly (Answer | null)[];
  /** All acts of the moment. */
  told: readonly Act[];
  /** Whether there were faults or a kill. */
  mayFail: boolean;
  capturesByItself: boolean;
};

type Explanation = { model: Model; orders: SimulatedShop['placed'] };

/**
 * Finds the sequences of the actions that explain every response; an action without a response may
 * have been done or not.
 */
function* findExplanations({
  model,
  before,
  acts,
  answers,
  mayFail,
  capturesByItself,
  told,
}: Told): Generator<Explanation> {
  if (acts.length === 0) {
    yield { model, orders: before };
    return;
  }
  for (const [at, what] of acts.entries()) {
    const answer = answers[at] ?? null;
    const known = { mayFail, capturesByItself, told };
    const rest = { ...known, acts: acts.toSpliced(at, 1), answers: answers.toSpliced(at, 1) };
    const isRival = isOfSameOrder(what, told);
    if (isUnknown(answer) && !mayFail && !(isPayment(what) && isRival)) return;
    const orders = what.does === 'order' && answer?.status === 201 ? [placed(answer)] : [];
    for (const end of endsOf(model, what, { isAlone: !isRival, mayFail, capturesByItself })) {
      const isExpected = accepts(end.expected, what, answer) || isGone(answer, rest.acts);
      if (isExpected)
        yield* findExplanations({ ...rest, model: end.model, before: [...before, ...orders] });
    }
    const isRefused = isRival && answer?.body.code === 'order_under_way';
    if (isUnknown(answer) || isRefused) yield* findExplanations({ ...rest, model, before });
  }
}

/** Returns the possible results of an action. */
function* endsOf(
  model: Model,
  what: Act,
  circumstances: Circumstances,
): Generator<{ model: Model; expected: number | null }> {
  if (isPayment(what)) {
    for (const { model: after, status } of stepPayment(model, what, circumstances)) {
      yield { model: after, expected: status };
    }
    return;
  }
  const after = structuredClone(model);
  yield { expected: step(after, what), model: after };
}

/** Returns whether an order is paid or refunded while another action concerns it. */
function isOfSameOrder(what: Act, moment: readonly Act[]): boolean {
  if (!('order' in what)) return false;
  const own = moment.filter((each) => 'order' in each && each.order === what.order);
  return own.length > 1 && own.some(isPayment);
}

/** A change may return 404 if the owner deletes its order, or erases its buyer, at the same time. */
function isGone(answer: Answer | null, acts: readonly Act[]): boolean {
  return answer?.status === 404 && acts.some(({ does }) => does === 'delete' || does === 'erase');
}

function accepts(expected: number | null, { does }: Act, answer: Answer | null): boolean {
  if (answer === null || isUnknown(answer)) return true;
  const { status, body } = answer;
  if (does !== 'apply') return status === expected;
  return status === 200 && (body.success ? body.discountAmount : null) === expected;
}
