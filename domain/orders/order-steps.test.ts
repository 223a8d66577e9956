import { describe, expect, test } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { at, marks, paid, placed, setByHand } from '#domain/testing/order-facts.ts';
import {
  ACTS,
  actTexts,
  awaitsPickup,
  canCancel,
  cancelOutcome,
  canReprint,
  isLast,
  isPayment,
  isStepDone,
  lastSentAt,
  listSteps,
  MARKS,
  newsOf,
  ORDER_STEPS,
  type OrderFacts,
  type OrderStep,
  reachedStep,
  sendsParcel,
  stageLabel,
  stageOf,
  startOf,
  stepLabel,
} from './order-stage.ts';
import type { OrderStatus } from './status.ts';

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
