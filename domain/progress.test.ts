import { describe, expect, test } from 'vitest';
import { listSteps, type OrderFacts, promiseOf } from './progress.ts';

const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
const placed: OrderFacts = {
  status: 'pending',
  createdAt: at('2026-03-05'),
  paidOn: null,
  dueOn: null,
  arrivesBy: null,
  proof: null,
  waitsFor: 'payment',
  startedAt: null,
  dispatchedAt: null,
  completedAt: null,
};
const paid: OrderFacts = {
  ...placed,
  paidOn: '2026-03-06',
  dueOn: '2026-03-13',
  arrivesBy: '2026-03-17',
  waitsFor: 'print',
};
const walk = (order: OrderFacts) =>
  listSteps(order).map(({ step, isDone, on }) => `${isDone ? '+' : '-'}${step} ${on ?? ''}`.trim());

describe('where an order stands', () => {
  test('each step has its day, and a proof is one only where there is one', () => {
    expect(walk(placed)).toEqual(['+received 2026-03-05', '-paid', '-production', '-dispatched']);
    const proof = { state: 'open', at: at('2026-03-09') } as const;
    expect(walk({ ...paid, proof })[2]).toBe('-proof 2026-03-09');
    expect(walk({ ...paid, proof: { ...proof, state: 'approved' } })[2]).toBe('+proof 2026-03-09');
    expect(walk({ ...paid, waitsFor: 'proof' })[2]).toBe('-proof');
    expect(walk({ ...paid, startedAt: at('2026-03-10') })[2]).toBe('+production 2026-03-10');
  });

  test('one that was completed by hand has left, on the day that is known', () => {
    const done: OrderFacts = { ...paid, status: 'completed', completedAt: at('2026-03-12') };
    expect(walk(done).slice(2)).toEqual(['+production', '+dispatched 2026-03-12']);
  });

  test('of a cancelled one what was done is left', () => {
    expect(walk({ ...paid, status: 'cancelled', waitsFor: null })).toEqual([
      '+received 2026-03-05',
      '+paid 2026-03-06',
    ]);
  });

  test('it is promised from the payment until it leaves, for its business days', () => {
    expect(promiseOf(placed)).toBeNull();
    expect(promiseOf(paid)).toEqual({ from: '2026-03-13', to: '2026-03-17' });
    expect(promiseOf({ ...paid, dispatchedAt: at('2026-03-11') })).toBeNull();
    expect(promiseOf({ ...paid, status: 'cancelled' })).toBeNull();
  });
});
