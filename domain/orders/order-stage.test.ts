import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { PROOF_MODES, PROOF_STATES } from '#domain/production/proofs.ts';
import {
  ACTS,
  actTexts,
  asksToCancel,
  awaitsPickup,
  canCancel,
  cancelOutcome,
  canReprint,
  isCalledOff,
  isIncomplete,
  isLast,
  isPayment,
  isRare,
  isStepDone,
  isUnapproved,
  lastSentAt,
  listSteps,
  MARKS,
  type Mark,
  markBefore,
  markTime,
  newsOf,
  ORDER_STEPS,
  type OrderFacts,
  type OrderStep,
  reachedStep,
  STAGES,
  sendsParcel,
  stageLabel,
  stageOf,
  startOf,
  statusOf,
  statusTime,
  stepLabel,
  waitsForPicture,
} from './order-stage.ts';
import { isUnderWay, ORDER_STATUSES, type OrderStatus } from './status.ts';

const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
const marks = (...all: Mark[]) => mapKeys(MARKS, (mark) => (all.includes(mark) ? 0 : null));
const setByHand = (status: OrderStatus) => ({ status, at: 0 });
const placed: OrderFacts = {
  createdAt: at('2026-03-05'),
  pins: 1,
  paidOn: null,
  amountDue: 0,
  isRefunded: false,
  dueOn: null,
  arrivesBy: null,
  proof: null,
  marks: marks(),
  setByHand: null,
  startedAt: null,
  cancelRequestedAt: null,
  pictureRequestedAt: null,
  reprint: null,
  deletedAt: null,
};
const paid: OrderFacts = {
  ...placed,
  paidOn: '2026-03-06',
  dueOn: '2026-03-13',
  arrivesBy: '2026-03-17',
};
/** Its deposit was paid. */
const half: OrderFacts = { ...placed, depositOn: '2026-03-06', amountDue: 9 };

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
    fc.assert(
      fc.property(facts, (given) => {
        const order = { ...paid, ...given };
        const unprinted = { ...order, reprint: null };
        expect(statusOf(order)).toBe(statusOf(unprinted));
        if (canReprint(order)) {
          expect(stageOf(unprinted, 'ask')).toBeNull();
          const begun = { ...order, reprint: { at: 9, marks: marks() } };
          expect(stageOf(begun, 'always')).toBe('print');
          expect(canReprint(begun)).toBe(false);
        }
      }),
    );
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
    fc.assert(
      fc.property(order, proofMode, (after, mode) => {
        const stage = stageOf(after, mode);
        const isOver =
          !isUnderWay(statusOf(after)) ||
          after.marks.dispatched !== null ||
          after.deletedAt !== null;
        expect(stage === null).toBe(isOver);
        for (const each of keysOf(STAGES)) {
          if (stage === null || each === stage) break;
          const { act: done } = STAGES[each];
          if (done === 'paid') expect(after.paidOn).not.toBeNull();
          else if (done !== null) expect(after.marks[done]).not.toBeNull();
        }
      }),
    );
  });

  test('a mark that is taken back leaves the order as it was before', () => {
    fc.assert(
      fc.property(order, mark, now, (before, each, time) => {
        fc.pre(before.marks[each] === null);
        const after = act(act(before, `+${each}`, time), `-${each}`, time);
        expect(after).toEqual(before);
      }),
    );
  });

  test('a status set by hand is kept, and no mark is lost', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(...ORDER_STATUSES), now, (before, status, time) => {
        const after = act(before, status, time);
        expect(statusOf(after)).toBe(status);
        expect(after.marks).toEqual(before.marks);
      }),
    );
  });

  test('cancelled and opened again, it waits for what it waited for', () => {
    fc.assert(
      fc.property(order, proofMode, now, (before, mode, time) => {
        fc.pre(isUnderWay(statusOf(before)));
        const again = act(act(before, 'cancelled', time), statusOf(before), time);
        expect([statusOf(again), stageOf(again, mode)]).toEqual([
          statusOf(before),
          stageOf(before, mode),
        ]);
      }),
    );
  });

  test('dispatch completes it, the first other mark begins it', () => {
    fc.assert(
      fc.property(order, mark, now, (before, each, time) => {
        fc.pre(before.marks[each] === null && isUnderWay(statusOf(before)));
        const status = statusOf(act(before, `+${each}`, time));
        expect(status).toBe(each === 'dispatched' ? 'completed' : 'processing');
      }),
    );
  });

  test('its steps come in one order, each once, and none undone once it was cancelled', () => {
    fc.assert(
      fc.property(order, proofMode, (after, mode) => {
        const steps = listSteps(after, stageOf(after, mode));
        expect(new Set(steps.map(({ step }) => step)).size).toBe(steps.length);
        expect(steps[0]).toMatchObject({ step: 'received', isDone: true });
        if (statusOf(after) === 'cancelled') {
          expect(steps.every(({ isDone }) => isDone)).toBe(true);
        } else {
          expect(steps.at(-1)?.step).toBe('dispatched');
        }
      }),
    );
  });
});

describe('the steps of an order', () => {
  const walkOf = (order: OrderFacts, proofMode: 'ask' | 'always' = 'ask') =>
    listSteps(order, stageOf(order, proofMode)).map(({ step, isDone, on }) =>
      `${isDone ? '+' : '-'}${step} ${on ?? ''}`.trim(),
    );

  test('each step has its day, and a proof is one only where there is one', () => {
    expect(walkOf(placed)).toEqual(['+received 2026-03-05', '-paid', '-production', '-dispatched']);
    const proof = { state: 'open', at: at('2026-03-09') } as const;
    expect(walkOf({ ...paid, proof })[2]).toBe('-proof 2026-03-09');
    expect(walkOf({ ...paid, proof: { ...proof, state: 'approved' } })[2]).toBe(
      '+proof 2026-03-09',
    );
    expect(walkOf(paid, 'always')[2]).toBe('-proof');
    expect(walkOf({ ...paid, startedAt: at('2026-03-10') })[2]).toBe('+production 2026-03-10');
  });

  test('one that is picked up is ready before it is handed over', () => {
    const isPickedUp = true;
    const walk = (order: OrderFacts) =>
      listSteps(order, null, { isPickedUp })
        .slice(-2)
        .map(({ step, isDone, on }) => [stepLabel(step, { isPickedUp }), isDone, on]);
    const steps = (ready: [boolean, string?], gone: [boolean, string?]) => [
      ['Listo para retirar', ready[0], ready[1] ?? null],
      ['Entregado', gone[0], gone[1] ?? null],
    ];
    const set = (status: OrderStatus) => ({ setByHand: { status, at: at('2026-03-12') } });
    const done = (dispatched: number | null) => ({
      marks: { printed: at('2026-03-09'), packed: at('2026-03-10'), dispatched },
    });
    const handed = { ...paid, ...done(at('2026-03-11')) };
    expect(walk(paid)).toEqual(steps([false], [false]));
    expect(walk({ ...paid, ...set('processing') })).toEqual(steps([false], [false]));
    expect(walk({ ...paid, ...done(null) })).toEqual(steps([true, '2026-03-10'], [false]));
    // Handed over on the day of its mark, or of the status that completed it.
    expect(walk({ ...paid, ...set('completed') })).toEqual(steps([true], [true, '2026-03-12']));
    expect(walk({ ...handed, ...set('completed') })).toEqual(
      steps([true, '2026-03-10'], [true, '2026-03-11']),
    );
  });

  test('one that was completed by hand has left, on the day that is known', () => {
    const byHand = { status: 'completed', at: at('2026-03-12') } as const;
    expect(walkOf({ ...paid, setByHand: byHand }).slice(2)).toEqual([
      '+production',
      '+dispatched 2026-03-12',
    ]);
  });

  test('of a cancelled one what was done is left', () => {
    expect(walkOf({ ...paid, setByHand: setByHand('cancelled') })).toEqual([
      '+received 2026-03-05',
      '+paid 2026-03-06',
    ]);
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

describe('an order is being made', () => {
  test('from its first mark or status on, as long as it is known since when', () => {
    expect(startOf(paid, 9)).toBeNull();
    expect(startOf({ ...paid, marks: marks('packed') }, 9)).toBe(9);
    expect(startOf({ ...paid, marks: marks('packed'), startedAt: 5 }, 9)).toBe(5);
    expect(startOf({ ...paid, setByHand: setByHand('processing') }, 9)).toBe(9);
    expect(startOf({ ...paid, setByHand: setByHand('cancelled'), startedAt: 5 }, 9)).toBeNull();
    expect(startOf({ ...paid, startedAt: 5 }, 9)).toBeNull();
    for (const status of ['pending', 'cancelled'] as const) {
      const order = { ...paid, marks: marks('packed'), setByHand: { status, at: 5 } };
      expect(startOf(order, 9)).toBe(9);
    }
  });
});

describe('a buyer who cancels', () => {
  const signs = { mayHoldMoney: false, isBeingConfirmed: false };

  test.each([
    ['cancelled', 'an order that nobody paid', placed, signs],
    ['requested', 'a paid order', paid, signs],
    ['requested', 'one with a receipt', placed, { ...signs, mayHoldMoney: true }],
    ['confirming', 'one that may be paid already', placed, { ...signs, isBeingConfirmed: true }],
    [
      'requested',
      'a receipt that is being confirmed',
      placed,
      { mayHoldMoney: true, isBeingConfirmed: true },
    ],
    ['under_way', 'one that is being made', { ...paid, marks: marks('printed') }, signs],
    ['under_way', 'one that has left', { ...paid, marks: marks('dispatched') }, signs],
    [
      'ended',
      'one that was completed by hand',
      { ...paid, setByHand: setByHand('completed') },
      signs,
    ],
    ['ended', 'one that was cancelled', { ...placed, setByHand: setByHand('cancelled') }, signs],
  ] as const)('is told %s of %s', (outcome, _what, order, given) => {
    expect(cancelOutcome(order, given)).toBe(outcome);
    expect(canCancel(order, given)).toBe(outcome === 'cancelled' || outcome === 'requested');
  });
});

describe('an order left', () => {
  const left = { ...paid, marks: { ...marks('printed', 'packed'), dispatched: 500 } };

  test('when it was dispatched or completed by hand, and last when its reprint left', () => {
    expect(lastSentAt(paid)).toBeNull();
    expect(lastSentAt(left)).toBe(500);
    expect(lastSentAt({ ...paid, setByHand: { status: 'completed', at: 700 } })).toBe(700);
    expect(lastSentAt({ ...paid, setByHand: { status: 'processing', at: 700 } })).toBeNull();
    const reprint = { at: 800, marks: marks() };
    expect(lastSentAt({ ...left, reprint })).toBe(500);
    expect(
      lastSentAt({ ...left, reprint: { at: 800, marks: { ...marks(), dispatched: 900 } } }),
    ).toBe(900);
  });

  test('never, once it is cancelled or deleted, and then nothing of it is made once more', () => {
    expect(canReprint(left)).toBe(true);
    const gone: Partial<OrderFacts>[] = [
      { deletedAt: 1 },
      { setByHand: { status: 'cancelled', at: 600 } },
    ];
    for (const facts of gone) {
      expect(lastSentAt({ ...left, ...facts })).toBeNull();
      expect(canReprint({ ...left, ...facts })).toBe(false);
    }
  });
});

describe('what is picked up', () => {
  const isPickedUp = true;

  test('is ready and handed over, what is sent is packed and dispatched', () => {
    const texts = (how: { isPickedUp: boolean }) =>
      keysOf(ACTS).map((act_) => actTexts(act_, how).label);
    expect(texts({ isPickedUp: false })).toEqual(['Pagado', 'Impreso', 'Empacado', 'Despachado']);
    expect(texts({ isPickedUp })).toEqual([
      ...['Pagado', 'Impreso', 'Listo para retirar', 'Entregado'],
    ]);
    expect(actTexts('packed', { isPickedUp }).many).toBe('listos para retirar');
    expect(stepLabel('paid', { isPickedUp })).toBe('Pagado');
    expect(stepLabel('dispatched', { isPickedUp: false })).toBe('Despachado');
  });

  test('waits for its buyer instead of its courier', () => {
    expect(awaitsPickup('dispatch', { isPickedUp })).toBe(true);
    expect(awaitsPickup('dispatch', { isPickedUp: false })).toBe(false);
    expect(awaitsPickup('pack', { isPickedUp })).toBe(false);
    expect(stageLabel('dispatch', { isPickedUp })).toBe('Por retirar');
    expect(stageLabel('dispatch', { isPickedUp: false })).toBe('Por despachar');
  });

  test('is told of when it is ready and when it is handed over; a parcel when it leaves', () => {
    const news = (how: { isPickedUp: boolean }) => keysOf(ACTS).map((act_) => newsOf(act_, how));
    expect(news({ isPickedUp })).toEqual([null, null, 'ready', 'left']);
    expect(news({ isPickedUp: false })).toEqual([null, null, null, 'left']);
    expect(keysOf(ACTS).filter((act_) => sendsParcel(act_))).toEqual(['dispatched']);
    expect(sendsParcel(null)).toBe(false);
  });

  test('the last mark is the dispatch, and the payment is none', () => {
    expect(keysOf(MARKS).filter(isLast)).toEqual(['dispatched']);
    expect(keysOf(ACTS).filter(isPayment)).toEqual(['paid']);
  });

  test('a step is done or not', () => {
    const steps = listSteps(paid, 'print');
    expect(isStepDone(steps, 'paid')).toBe(true);
    expect(isStepDone(steps, 'dispatched')).toBe(false);
    expect(isStepDone(steps, 'proof')).toBe(false);
  });
});

test('an order has reached its last step that is done', () => {
  const at = (...done: OrderStep[]) =>
    reachedStep(ORDER_STEPS.map((step) => ({ step, isDone: done.includes(step), on: null })));
  expect(at('received')).toBe('received');
  expect(at('received', 'paid', 'production')).toBe('production');
  expect(reachedStep([])).toBeNull();
});
