import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { PROOF_MODES, PROOF_STATES } from '#domain/production/proofs.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { at, half, marks, paid, placed, setByHand } from '#domain/testing/order-facts.ts';
import {
  asksToCancel,
  cancelOutcome,
  canReprint,
  isCalledOff,
  isIncomplete,
  isRare,
  isUnapproved,
  listSteps,
  MARKS,
  type Mark,
  markBefore,
  markTime,
  type OrderFacts,
  STAGES,
  stageOf,
  statusOf,
  statusTime,
  waitsForPicture,
} from './order-stage.ts';
import { isUnderWay, ORDER_STATUSES, type OrderStatus } from './status.ts';

describe('an order waits', () => {
  test.each([
    ['payment', placed, 'ask'],
    ['payment', { ...placed, marks: marks('printed', 'packed') }, 'ask'],
    ['payment', placed, 'always'],
    ['proof', paid, 'always'],
    ['proof', { ...paid, marks: marks('printed', 'packed') }, 'always'],
    ['print', paid, 'ask'],
    ['print', { ...paid, marks: marks('packed') }, 'ask'],
    ['pack', { ...paid, marks: marks('printed') }, 'ask'],
    ['dispatch', { ...paid, marks: marks('printed', 'packed') }, 'ask'],
    ['payment', { ...placed, depositOn: null, amountDue: 9 }, 'ask'],
    ['print', { ...half }, 'ask'],
    ['balance', { ...half, marks: marks('printed', 'packed') }, 'ask'],
    ['dispatch', { ...half, amountDue: 0, marks: marks('printed', 'packed') }, 'ask'],
  ] as const)('for the first thing it lacks: %s', (expected, order, proofMode) => {
    for (const status of ['processing', 'pending'] as const) {
      expect(stageOf({ ...order, setByHand: setByHand(status) }, proofMode)).toBe(expected);
    }
  });

  test('for nothing once it is completed, cancelled, dispatched or deleted', () => {
    const order = { ...paid, marks: marks('printed') };
    expect(stageOf({ ...order, setByHand: setByHand('completed') }, 'always')).toBeNull();
    expect(stageOf({ ...order, setByHand: setByHand('cancelled') }, 'always')).toBeNull();
    expect(stageOf({ ...order, marks: marks('dispatched') }, 'always')).toBeNull();
    expect(stageOf({ ...order, deletedAt: 1 }, 'always')).toBeNull();
  });

  const sent = { ...paid, marks: { ...marks('printed', 'packed'), dispatched: at('2026-03-12') } };
  const reprinted = (...done: Mark[]) => ({ ...sent, reprint: { at: 1, marks: marks(...done) } });

  test('for its reprint, with marks of its own, and is what it was once that left', () => {
    for (const proofMode of PROOF_MODES) {
      expect(stageOf(reprinted(), proofMode)).toBe('print');
      expect(stageOf(reprinted('printed'), proofMode)).toBe('pack');
      expect(stageOf(reprinted('printed', 'packed'), proofMode)).toBe('dispatch');
      expect(stageOf(reprinted('dispatched'), proofMode)).toBeNull();
    }
    expect(stageOf({ ...reprinted(), deletedAt: 1 }, 'ask')).toBeNull();
    const void_ = { status: 'cancelled', at: at('2026-03-13') } as const;
    expect(stageOf({ ...reprinted(), setByHand: void_ }, 'ask')).toBeNull();
  });

  test('for a reprint only once it left, one at a time, and its status never shows it', () => {
    const facts = fc.record({
      marks: fc.record(mapKeys(MARKS, () => fc.option(fc.nat(9)))),
      setByHand: fc.option(
        fc.record({ status: fc.constantFrom(...ORDER_STATUSES), at: fc.nat(9) }),
      ),
      reprint: fc.option(
        fc.record({ at: fc.nat(9), marks: fc.record(mapKeys(MARKS, () => fc.option(fc.nat(9)))) }),
      ),
    });
    forAll(facts, (given) => {
      const order = { ...paid, ...given };
      const unprinted = { ...order, reprint: null };
      expect(statusOf(order)).toBe(statusOf(unprinted));
      if (canReprint(order)) {
        expect(stageOf(unprinted, 'ask')).toBeNull();
        const begun = { ...order, reprint: { at: 9, marks: marks() } };
        expect(stageOf(begun, 'always')).toBe('print');
        expect(canReprint(begun)).toBe(false);
      }
    });
  });

  test('for nothing once all its money went back, unless something was made', () => {
    const refunded = { ...paid, isRefunded: true };
    for (const proofMode of PROOF_MODES) expect(stageOf(refunded, proofMode)).toBeNull();
    expect(isCalledOff(refunded)).toBe(true);
    const printed = { ...refunded, marks: marks('printed') };
    expect(stageOf(printed, 'ask')).toBe('pack');
    const completed = { ...refunded, setByHand: setByHand('completed') };
    expect([isCalledOff(printed), isCalledOff(completed)]).toEqual([false, false]);
    // A part of an order that was never paid says nothing of the rest.
    expect(stageOf({ ...refunded, paidOn: null }, 'ask')).toBe('payment');
    // A request to cancel still has to be answered.
    expect(stageOf({ ...refunded, cancelRequestedAt: 1 }, 'ask')).toBe('cancellation');
    const signs = { mayHoldMoney: true, isBeingConfirmed: false };
    expect(cancelOutcome(paid, signs)).toBe('requested');
    expect(cancelOutcome(refunded, signs)).toBe('cancelled');
  });

  test('for the mark before', () => {
    expect(markBefore('dispatched')).toBe('packed');
    expect(markBefore('printed')).toBeNull();
    expect(markBefore('paid')).toBeNull();
  });
});

type Deed = `${'+' | '-'}${Mark}` | OrderStatus;

/** Applies an action at a time: sets or removes a mark, or sets the status. */
function act(order: OrderFacts, deed: Deed, now: number): OrderFacts {
  const status = ORDER_STATUSES.find((each) => each === deed);
  if (status === statusOf(order)) return order;
  if (status) return { ...order, setByHand: { status, at: statusTime(order, now) } };
  const mark = keysOf(MARKS).find((each) => deed.endsWith(each)) ?? 'printed';
  if (deed.startsWith('-')) return { ...order, marks: { ...order.marks, [mark]: null } };
  if (order.marks[mark] !== null || !isUnderWay(statusOf(order))) return order;
  return { ...order, marks: { ...order.marks, [mark]: markTime(order, now) } };
}

/** Returns the first letters of the status after each action. */
function walk(deeds: readonly Deed[]): string {
  let order = placed;
  const seen = deeds.map((deed) => {
    order = act(order, deed, 7);
    return statusOf(order).slice(0, 4);
  });
  return seen.join(' ');
}

describe('the status follows the marks', () => {
  test.each<[string, Deed[], string]>([
    ['set in order', ['+printed', '+packed', '+dispatched'], 'proc proc comp'],
    [
      'taken back in order',
      ['+printed', '+dispatched', '-dispatched', '-printed'],
      'proc comp proc pend',
    ],
    ['while one is left', ['+printed', '+packed', '-printed', '-packed'], 'proc proc proc pend'],
    ['set again', ['+printed', '-printed', '+packed'], 'proc pend proc'],
    ['but stays if it was set by hand', ['processing', '+printed', '-printed'], 'proc proc proc'],
    [
      'back to what was set by hand',
      ['processing', '+dispatched', '-dispatched'],
      'proc comp proc',
    ],
    [
      'not after it was set by hand',
      ['+printed', '+dispatched', 'pending', '-dispatched'],
      'proc comp pend pend',
    ],
    ['dispatched at once', ['+dispatched', '-dispatched'], 'comp pend'],
    [
      'the dispatch alone',
      ['+printed', '+dispatched', '-printed', '-dispatched'],
      'proc comp comp pend',
    ],
  ])('%s: %j is %s', (_what, deeds, seen) => expect(walk(deeds)).toBe(seen));

  test('a cancelled order stays cancelled after any later mark', () => {
    const dispatched = { ...marks(), dispatched: 9 };
    expect(statusOf({ marks: dispatched, setByHand: { status: 'cancelled', at: 5 } })).toBe(
      'cancelled',
    );
  });

  test('one that is set by hand has the time of the click, or is just later than every mark', () => {
    expect(statusTime(placed, 7)).toBe(7);
    expect(statusTime({ ...placed, marks: { ...marks(), packed: 7 } }, 7)).toBe(8);
  });
});

describe('an order after any actions', () => {
  const mark = fc.constantFrom(...keysOf(MARKS));
  const deed = fc.oneof(
    mark.map((each): Deed => `+${each}`),
    mark.map((each): Deed => `-${each}`),
    fc.constantFrom<Deed>(...ORDER_STATUSES),
  );
  /** Clocks of several processes: often equal, sometimes an earlier time. */
  const now = fc.integer({ min: 1, max: 4 });
  const facts = fc.record({
    paidOn: fc.option(fc.constant('2026-03-06')),
    proof: fc.option(fc.record({ state: fc.constantFrom(...PROOF_STATES), at: now })),
    deletedAt: fc.option(now),
    startedAt: fc.option(now),
  });
  const order = fc
    .tuple(facts, fc.array(fc.tuple(deed, now), { maxLength: 12 }))
    .map(([known, deeds]) =>
      deeds.reduce<OrderFacts>((before, [each, time]) => act(before, each, time), {
        ...placed,
        ...known,
      }),
    );
  const proofMode = fc.constantFrom(...PROOF_MODES);

  test('it is at one stage, whose act is the first that it lacks, or at its end', () => {
    forAll(order, proofMode, (after, mode) => {
      const stage = stageOf(after, mode);
      const isOver =
        !isUnderWay(statusOf(after)) || after.marks.dispatched !== null || after.deletedAt !== null;
      expect(stage === null).toBe(isOver);
      for (const each of keysOf(STAGES)) {
        if (stage === null || each === stage) break;
        const { act: done } = STAGES[each];
        if (done === 'paid') expect(after.paidOn).not.toBeNull();
        else if (done !== null) expect(after.marks[done]).not.toBeNull();
      }
    });
  });

  test('a mark that is taken back leaves the order as it was before', () => {
    forAll(order, mark, now, (before, each, time) => {
      fc.pre(before.marks[each] === null);
      const after = act(act(before, `+${each}`, time), `-${each}`, time);
      expect(after).toEqual(before);
    });
  });

  test('a status set by hand is kept, and no mark is lost', () => {
    forAll(order, fc.constantFrom(...ORDER_STATUSES), now, (before, status, time) => {
      const after = act(before, status, time);
      expect(statusOf(after)).toBe(status);
      expect(after.marks).toEqual(before.marks);
    });
  });

  test('cancelled and opened again, it waits for what it waited for', () => {
    forAll(order, proofMode, now, (before, mode, time) => {
      fc.pre(isUnderWay(statusOf(before)));
      const again = act(act(before, 'cancelled', time), statusOf(before), time);
      expect([statusOf(again), stageOf(again, mode)]).toEqual([
        statusOf(before),
        stageOf(before, mode),
      ]);
    });
  });

  test('dispatch completes it, the first other mark begins it', () => {
    forAll(order, mark, now, (before, each, time) => {
      fc.pre(before.marks[each] === null && isUnderWay(statusOf(before)));
      const status = statusOf(act(before, `+${each}`, time));
      expect(status).toBe(each === 'dispatched' ? 'completed' : 'processing');
    });
  });

  test('its steps come in one order, each once, and none undone once it was cancelled', () => {
    forAll(order, proofMode, (after, mode) => {
      const steps = listSteps(after, stageOf(after, mode));
      expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length);
      expect(steps[0]).toMatchObject({ step: 'received', isDone: true });
      if (statusOf(after) === 'cancelled') {
        expect(steps.every(({ isDone }) => isDone)).toBe(true);
      } else {
        expect(steps.at(-1)?.step).toBe('dispatched');
      }
    });
  });
});

describe('before it can be made', () => {
  test('an order waits for its pictures, for better ones, or for an answer to its cancelling', () => {
    const stage = (facts: Partial<OrderFacts>) => stageOf({ ...paid, ...facts }, 'ask');
    expect(stage({ pins: 0, paidOn: null })).toBe('incomplete');
    expect(stage({ pictureRequestedAt: 1 })).toBe('picture');
    expect(stage({ pictureRequestedAt: 1, marks: marks('printed') })).toBe('pack');
    expect(stage({ pictureRequestedAt: 1, paidOn: null })).toBe('payment');
    expect(stage({ cancelRequestedAt: 1, pins: 0 })).toBe('cancellation');
  });

  test('its stages are distinguished', () => {
    const all = keysOf(STAGES);
    expect(all.filter(isRare)).toEqual(['cancellation', 'incomplete', 'picture', 'balance']);
    expect(all.filter(asksToCancel)).toEqual(['cancellation']);
    expect(all.filter(isIncomplete)).toEqual(['incomplete']);
    expect(all.filter(waitsForPicture)).toEqual(['picture']);
    expect([asksToCancel(null), isIncomplete(null), waitsForPicture(null)]).not.toContain(true);
  });

  test('it is unapproved while an approval is due or was asked for', () => {
    expect(isUnapproved('proof', null)).toBe(true);
    expect(isUnapproved('print', null)).toBe(false);
    expect(isUnapproved('print', 'open')).toBe(true);
    expect(isUnapproved('print', 'approved')).toBe(false);
    expect(isUnapproved(null, 'open')).toBe(false);
  });
});
