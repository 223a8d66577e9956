import { expect, test } from 'vitest';
import { ENDED_STATUSES, isUnderWay, ORDER_STATUSES, statusLabel } from './orders.ts';

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
});

test.each(['shipped', 'PENDING', '', 'toString', '__proto__'])(
  'shows an unknown status %j as it is',
  (status) => {
    expect(statusLabel(status)).toBe(status);
  },
);
