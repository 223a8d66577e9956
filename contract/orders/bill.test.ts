import { expect, test } from 'vitest';
import { sampleOrder } from '#contract/testing/samples.ts';
import { billOf } from '#domain/orders/bill.ts';
import { billedOrder } from './bill.ts';

test('what came in is part of the bill while a part is missing', () => {
  const payments = [{ id: 'p1', amount: 1000, paidAt: '2026-03-09', how: 'Efectivo' }];
  const { totalAmount } = sampleOrder.deliveryData.pricing;
  const billed = (due: number) =>
    billedOrder({ ...sampleOrder, payments, balance: due, amountDue: due }).money ?? null;
  expect(billed(totalAmount - 1000)).toEqual({ paid: 1000, refunded: 0 });
  expect(billed(0)).toBeNull();
});

test('the shipping of an accepted quote is not told as the discount of the city', () => {
  const quote = { validUntil: '2026-03-20', state: 'accepted' } as const;
  const deliveryData = { ...sampleOrder.deliveryData, city: 'Chillán' };
  const noteOf = (order: Parameters<typeof billedOrder>[0]) =>
    billOf(billedOrder(order)).find(({ kind }) => kind === 'shipping')?.note;
  expect(noteOf({ ...sampleOrder, deliveryData })).toContain('por ser de Chillán');
  expect(noteOf({ ...sampleOrder, deliveryData, quote })).toBeNull();
});
