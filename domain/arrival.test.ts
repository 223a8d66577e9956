import { describe, expect, test } from 'vitest';
import { type ArrivalBasis, orderArrival } from './business-days.ts';
import type { OrderFacts } from './order-stage.ts';
import { DEFAULT_PROMISE } from './promise.ts';

const unpaid: OrderFacts = {
  createdAt: Date.parse('2026-03-05T15:00:00Z'),
  pins: 1,
  paidOn: null,
  dueOn: null,
  arrivesBy: null,
  proof: null,
  marks: { printed: null, packed: null, dispatched: null },
  setByHand: null,
  startedAt: null,
  cancelRequestedAt: null,
  pictureRequestedAt: null,
  reprint: null,
  deletedAt: null,
};
const paid: OrderFacts = {
  ...unpaid,
  paidOn: '2026-03-06',
  dueOn: '2026-03-13',
  arrivesBy: '2026-03-17',
};
const dispatched: OrderFacts = {
  ...paid,
  marks: { ...paid.marks, dispatched: Date.parse('2026-03-12T15:00:00Z') },
};
const onDay = (today: string): ArrivalBasis => ({ today, promise: DEFAULT_PROMISE });
const setByHand = (status: 'completed' | 'cancelled') => ({ status, at: 1 });

describe('an order arrives', () => {
  test('while it is unpaid, as if it were paid today', () => {
    expect(orderArrival(unpaid, onDay('2026-03-05'))).toEqual({
      from: '2026-03-12',
      to: '2026-03-16',
    });
    expect(orderArrival(unpaid, onDay('2026-11-24'))).toEqual({
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

  test('never on a day that is past', () => {
    expect(orderArrival(paid, onDay('2026-03-16'))).toEqual({
      from: '2026-03-16',
      to: '2026-03-17',
    });
    expect(orderArrival(paid, onDay('2026-03-18'))).toBeNull();
    expect(orderArrival(dispatched, onDay('2026-11-24'))).toBeNull();
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
