import { expect, test } from 'vitest';
import {
  ENDED_STATUSES,
  isCompleted,
  isEnded,
  isNew,
  isStarted,
  isUnderWay,
  isVoid,
  ORDER_STATUSES,
  statusLabel,
  VOID_STATUSES,
} from './status.ts';

test('an order has one of four statuses', () => {
  expect(ORDER_STATUSES).toEqual(['pending', 'processing', 'completed', 'cancelled']);
});

test.each([
  ['pending', 'Pendiente'],
  ['processing', 'En Proceso'],
  ['completed', 'Completado'],
  ['cancelled', 'Cancelado'],
])('shows the status %s as %s', (status, label) => {
  expect(statusLabel(status)).toBe(label);
});

test('the shop is done with what is completed or cancelled', () => {
  expect(ENDED_STATUSES).toEqual(['completed', 'cancelled']);
  expect(ORDER_STATUSES.filter(isUnderWay)).toEqual(['pending', 'processing']);
  expect(ORDER_STATUSES.filter(isStarted)).toEqual(['processing', 'completed']);
  expect(ORDER_STATUSES.filter(isNew)).toEqual(['pending']);
  expect(ORDER_STATUSES.filter(isCompleted)).toEqual(['completed']);
  expect(VOID_STATUSES).toEqual(['cancelled']);
});

test.each(['shipped', 'PENDING', '', 'toString', '__proto__'])(
  'shows an unknown status %j as it is, in no phase',
  (status) => {
    expect(
      [isUnderWay, isStarted, isEnded, isNew, isCompleted, isVoid].some((is) => is(status)),
    ).toBe(false);
    expect(statusLabel(status)).toBe(status);
  },
);
