import { expect, test } from 'vitest';
import { countOrders, formatShare, periodLabel } from './PeriodsView.tsx';

test('a week goes by its Monday, a month by its name', () => {
  expect(periodLabel('week', '2026-03-09')).toBe('Semana del 9/3/2026');
  expect(periodLabel('month', '2026-03-01')).toMatch(/^mar\.? (de )?2026$/);
});

test('a share of nothing is none', () => {
  expect([formatShare(1, 3), formatShare(0, 5), formatShare(0, 0)]).toEqual(['33 %', '0 %', '–']);
});

test('one order is not several', () => {
  expect([countOrders(1), countOrders(0), countOrders(1234)]).toEqual([
    '1 pedido',
    '0 pedidos',
    '1.234 pedidos',
  ]);
});
