import { describe, expect, test } from 'vitest';
import {
  closuresAhead,
  DEFAULT_PROMISE,
  describeArrival,
  describeClosure,
  describeDays,
  promiseTo,
  shortDays,
  transportDaysTo,
} from './promise.ts';

const regionDays = [
  { region: 'XII', days: 3 },
  { region: 'XV', days: 2 },
];

describe('a parcel to a region', () => {
  test.each([
    ['takes longer where the owner says so', { region: 'XII' }, 3],
    ['takes as long as promised everywhere else', { region: 'XVI' }, 0],
    ['takes as long as promised while its region is unknown', { region: null }, 0],
    ['takes longer to an office there, too', { region: 'XV', way: 'branch' }, 2],
    ['takes no way at all when it is picked up', { region: 'XII', way: 'pickup' }, 0],
  ])('%s', (_what, to, days) => {
    expect(transportDaysTo(to, regionDays)).toBe(days);
    const promise = promiseTo(to, { ...DEFAULT_PROMISE, regionDays });
    expect(promise).toEqual({ minDays: 5, maxDays: 7, closures: [], transportDays: days });
  });
});

test.each([
  [{ minDays: 5, maxDays: 7 }, '5-7', '5 a 7 días hábiles'],
  [{ minDays: 5, maxDays: 7, transportDays: 3 }, '8-10', '8 a 10 días hábiles'],
  [{ minDays: 5, maxDays: 5 }, '5', '5 días hábiles'],
  [{ minDays: 1, maxDays: 1 }, '1', '1 día hábil'],
  [{ minDays: 0, maxDays: 1 }, '0-1', '0 a 1 día hábil'],
  [{ minDays: 1, maxDays: 1, transportDays: 1 }, '2', '2 días hábiles'],
])('%o is promised as %s', (days, short, long) => {
  expect([shortDays(days), describeDays(days)]).toEqual([short, long]);
});

test('an arrival is said as two days of the calendar, or as one', () => {
  expect(describeArrival({ from: '2026-12-01', to: '2026-12-03' })).toBe(
    'entre el 1 de diciembre y el 3 de diciembre',
  );
  expect(describeArrival({ from: '2026-12-01', to: '2026-12-01' })).toBe('el 1 de diciembre');
});

describe('closed days', () => {
  const closed = (from: string, to = from) => ({ from, to, reason: '' });

  test('are announced from thirty days before until their last one, the next first', () => {
    const past = closed('2027-01-01', '2027-01-09');
    const running = closed('2027-01-05', '2027-01-10');
    const last = closed('2027-02-09', '2027-03-01');
    const far = closed('2027-02-10');
    const closures = [last, far, past, running];
    expect(closuresAhead({ ...DEFAULT_PROMISE, closures }, '2027-01-10')).toEqual([running, last]);
    expect(closures[0]).toBe(last);
  });

  test('are said with their reason', () => {
    expect(describeClosure({ ...closed('2027-02-01', '2027-02-15'), reason: 'Vacaciones' })).toBe(
      'Vacaciones del 1/2/2027 al 15/2/2027: esos días no cuentan para la entrega.',
    );
    expect(describeClosure(closed('2027-02-01'))).toBe(
      'Cerramos el 1/2/2027: ese día no cuenta para la entrega.',
    );
  });
});
