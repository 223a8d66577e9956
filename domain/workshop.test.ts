import { describe, expect, test } from 'vitest';
import {
  MARKS,
  type Mark,
  type MarkedStatus,
  markStatus,
  unmarkStatus,
  waitsFor,
} from './workshop.ts';

const marks = (...all: Mark[]) => new Set(all);

describe('an order waits', () => {
  test.each([
    ['payment', { isPaid: false, marks: marks() }],
    ['payment', { isPaid: false, marks: marks('printed', 'packed') }],
    ['payment', { isPaid: false, lacksApproval: true, marks: marks() }],
    ['proof', { isPaid: true, lacksApproval: true, marks: marks() }],
    ['proof', { isPaid: true, lacksApproval: true, marks: marks('printed', 'packed') }],
    ['print', { isPaid: true, marks: marks() }],
    ['print', { isPaid: true, marks: marks('packed') }],
    ['pack', { isPaid: true, marks: marks('printed') }],
    ['dispatch', { isPaid: true, marks: marks('printed', 'packed') }],
  ] as const)('for the first thing it lacks: %s', (expected, order) => {
    for (const status of ['processing', 'pending'] as const) {
      expect(waitsFor({ status, lacksApproval: false, ...order })).toBe(expected);
    }
  });

  test('for nothing once it is completed, cancelled or dispatched', () => {
    const order = { isPaid: true, lacksApproval: true, marks: marks('printed') };
    expect(waitsFor({ ...order, status: 'completed' })).toBeNull();
    expect(waitsFor({ ...order, status: 'cancelled' })).toBeNull();
    expect(waitsFor({ ...order, status: 'pending', marks: marks('dispatched') })).toBeNull();
  });
});

describe('the status follows the marks', () => {
  const untouched: MarkedStatus = { status: 'pending', beforeStart: null, beforeDispatch: null };
  const processing: MarkedStatus = { ...untouched, status: 'processing' };

  /** Sets and takes back marks, such as `+printed`; returns the status after each. */
  function walk(start: MarkedStatus, ...steps: `${'+' | '-'}${Mark}`[]): string[] {
    let order = start;
    const held = marks();
    return steps.map((step) => {
      const mark = MARKS.find((each) => step.endsWith(each)) ?? 'printed';
      if (step.startsWith('+')) {
        held.add(mark);
        order = markStatus(order, mark);
      } else {
        held.delete(mark);
        order = unmarkStatus(order, mark, held);
      }
      return order.status;
    });
  }

  test('there and back again', () => {
    expect(
      walk(
        untouched,
        '+printed',
        '+packed',
        '+dispatched',
        '-dispatched',
        '-packed',
        '-printed',
        '+packed',
      ),
    ).toEqual([
      'processing',
      'processing',
      'completed',
      'processing',
      'processing',
      'pending',
      'processing',
    ]);
  });

  test('it is being made for as long as one mark says so', () => {
    expect(walk(untouched, '+printed', '+packed', '-printed', '-packed').slice(2)).toEqual([
      'processing',
      'pending',
    ]);
  });

  test('a status that was set by hand stays when the marks go', () => {
    expect(walk(processing, '+printed', '-printed')).toEqual(['processing', 'processing']);
    expect(walk(processing, '+dispatched', '-dispatched')).toEqual(['completed', 'processing']);
    const reopened: MarkedStatus = { ...untouched, status: 'pending' };
    expect(unmarkStatus(reopened, 'dispatched', marks('printed'))).toEqual(reopened);
  });

  test('dispatched at once, and taken back, it waits as before', () => {
    expect(walk(untouched, '+dispatched', '-dispatched')).toEqual(['completed', 'pending']);
  });

  test('marks that go before the dispatch leave the order completed until it is taken back', () => {
    const steps = walk(untouched, '+printed', '+dispatched', '-printed', '-dispatched');
    expect(steps.slice(2)).toEqual(['completed', 'pending']);
  });
});
