import { describe, expect, test } from 'vitest';
import type { OrderFacts } from '#domain/orders/order-stage.ts';
import { paid, placed } from '#domain/testing/order-facts.ts';
import {
  type ArrivalBasis,
  complainBy,
  dueOn,
  lastArrival,
  leaveBy,
  orderArrival,
} from './business-days.ts';
import { DEFAULT_PROMISE, promiseTo } from './promise.ts';

const dispatched: OrderFacts = {
  ...paid,
  marks: { ...paid.marks, dispatched: Date.parse('2026-03-12T15:00:00Z') },
};
const onDay = (today: string): ArrivalBasis => ({ today, promise: DEFAULT_PROMISE });
const setByHand = (status: 'completed' | 'cancelled') => ({ status, at: 1 });

describe('an order arrives', () => {
  test('while it is unpaid, as if it were paid today', () => {
    expect(orderArrival(placed, onDay('2026-03-05'))).toEqual({
      from: '2026-03-12',
      to: '2026-03-16',
    });
    expect(orderArrival(placed, onDay('2026-11-24'))).toEqual({
      from: '2026-12-01',
      to: '2026-12-03',
    });
  });

  test('once it is paid, on the days that follow from its payment, also under way', () => {
    for (const order of [paid, dispatched, { ...paid, setByHand: setByHand('completed') }]) {
      expect(orderArrival(order, onDay('2026-03-10'))).toEqual({
        from: '2026-03-13',
        to: '2026-03-17',
      });
    }
  });

  test('later where parcels take longer, while the workshop has as long as ever', () => {
    const regionDays = [{ region: 'XII', days: 3 }];
    const promise = promiseTo({ region: 'XII' }, { ...DEFAULT_PROMISE, regionDays });
    expect(orderArrival(placed, { today: '2026-03-05', promise })).toEqual({
      from: '2026-03-17',
      to: '2026-03-19',
    });
    expect(dueOn('2026-03-06', promise)).toBe(paid.dueOn);
    const order = { ...paid, arrivesBy: '2026-03-20' };
    expect(orderArrival(order, { today: '2026-03-10', promise })).toEqual({
      from: '2026-03-18',
      to: '2026-03-20',
    });
    expect(lastArrival('2026-03-16', promise)).toBe('2026-03-23');
    expect(lastArrival('2026-03-16', DEFAULT_PROMISE)).toBe('2026-03-18');
  });

  test('never on a day that is past', () => {
    expect(orderArrival(paid, onDay('2026-03-16'))).toEqual({
      from: '2026-03-16',
      to: '2026-03-17',
    });
    expect(orderArrival(paid, onDay('2026-03-17'))).toEqual({
      from: '2026-03-17',
      to: '2026-03-17',
    });
    expect(orderArrival(paid, onDay('2026-03-18'))).toBeNull();
    expect(orderArrival(dispatched, onDay('2026-11-24'))).toBeNull();
  });

  test('never, when it was paid without a promise', () => {
    expect(orderArrival({ ...paid, dueOn: null }, onDay('2026-03-10'))).toBeNull();
    expect(orderArrival({ ...paid, arrivesBy: null }, onDay('2026-03-10'))).toBeNull();
  });

  test('never, when it was cancelled, or sent without a payment', () => {
    expect(orderArrival({ ...paid, setByHand: setByHand('cancelled') }, onDay('2026-03-10'))).toBe(
      null,
    );
    expect(
      orderArrival(
        { ...dispatched, paidOn: null, dueOn: null, arrivesBy: null },
        onDay('2026-03-10'),
      ),
    ).toBeNull();
  });
});

describe('that something is wrong can be told', () => {
  const rules = (days: number | null) => ({ days, promise: DEFAULT_PROMISE });
  const sentOn = (day: string, arrivesBy: string | null) => ({
    ...dispatched,
    arrivesBy,
    marks: { ...paid.marks, dispatched: Date.parse(`${day}T15:00:00Z`) },
  });

  test('for so many days after the last one on which it can have arrived', () => {
    expect(complainBy(sentOn('2026-03-12', '2026-03-17'), rules(10))).toBe('2026-03-27');
    // Late, or without a promise: two business days with the courier, over a weekend.
    expect(complainBy(sentOn('2026-03-20', '2026-03-17'), rules(10))).toBe('2026-04-03');
    expect(complainBy(sentOn('2026-03-20', null), rules(1))).toBe('2026-03-25');
  });

  test('and longer after a reprint left, but no shorter than was told before', () => {
    const marks = { printed: 1, packed: 1, dispatched: Date.parse('2026-03-13T15:00:00Z') };
    const order = { ...sentOn('2026-03-09', '2026-03-16'), reprint: { at: 1, marks } };
    expect(complainBy(order, rules(10))).toBe('2026-03-27');
    const waiting = { ...order, reprint: { at: 1, marks: paid.marks } };
    expect(complainBy(waiting, rules(10))).toBe('2026-03-26');
    expect(complainBy({ ...order, arrivesBy: '2026-03-30' }, rules(10))).toBe('2026-04-09');
  });

  test('not before it left, once it is cancelled, or if the shop accepts none', () => {
    expect(complainBy(paid, rules(10))).toBeNull();
    expect(complainBy(dispatched, rules(null))).toBeNull();
    expect(complainBy({ ...paid, setByHand: setByHand('cancelled') }, rules(10))).toBeNull();
  });
});

test('an order for a day must leave as many business days before it as it travels', () => {
  const closures = [{ from: '2026-03-10', to: '2026-03-10', reason: '' }];
  expect(leaveBy(null, { closures })).toBeNull();
  expect(leaveBy('2026-03-15', { closures })).toBe('2026-03-15');
  expect(leaveBy('2026-03-16', { closures, transportDays: 2 })).toBe('2026-03-12');
  expect(leaveBy('2026-03-11', { closures, transportDays: 1 })).toBe('2026-03-09');
});
