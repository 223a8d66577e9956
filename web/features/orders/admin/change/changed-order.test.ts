import { expect, test } from 'vitest';
import { type Changed, mergeTyped, newRow, type Row, toBody } from './changed-order.ts';

const row = (n: number, key: string, quantity: number): Row => {
  const picture = { imageUrl: key, thumbnailUrl: key, originalName: `${key}.png` };
  const named = { key, n, label: `Imagen ${n}`, picture, own: 'Pin' };
  return { ...named, isOther: false, quantity: String(quantity), kind: null };
};
const order = (rows: Row[], total = ''): Changed => ({ rows, charges: [], total });
const before = order([row(1, 'a', 2), row(2, 'b', 3), row(3, 'c', 4)]);
const edit = (key: string, changes: Partial<Row>): Changed => ({
  ...before,
  rows: before.rows.map((each) => (each.key === key ? { ...each, ...changes } : each)),
});

test('what another person changed stays, beside what was typed', () => {
  const now = order([row(1, 'a', 20), row(2, 'b', 3), row(3, 'c', 4)], '9000');
  const { items, agreedTotal } = toBody(mergeTyped(edit('b', { quantity: '7' }), before, now));
  expect(items).toEqual([
    { n: 1, quantity: 20 },
    { n: 2, quantity: 7 },
    { n: 3, quantity: 4 },
  ]);
  expect(agreedTotal).toBe(9000);
});

test('an item keeps its picture when those before it were removed', () => {
  const now = order([row(1, 'b', 3), row(2, 'c', 4), row(3, 'd', 1)]);
  const merged = mergeTyped(edit('c', { quantity: '40' }), before, now);
  expect(merged.rows.map(({ n, picture, quantity }) => [n, picture.imageUrl, quantity])).toEqual([
    [1, 'b', '3'],
    [2, 'c', '40'],
    [3, 'd', '1'],
  ]);
});

test('what was removed, replaced or added here is so on top of the newer order', () => {
  const sent = { imageUrl: 'z', thumbnailUrl: 'z', originalName: 'z.png' };
  const replaced = edit('b', { picture: sent, isOther: true });
  const typed = {
    ...replaced,
    rows: [...replaced.rows.filter(({ key }) => key !== 'a'), newRow(sent)],
    charges: [{ key: '0', label: 'Diseño', amount: '500' }],
  };
  const now = order([row(1, 'a', 9), row(2, 'b', 8), row(3, 'c', 4)]);
  expect(toBody(mergeTyped(typed, before, now))).toEqual({
    items: [
      { n: 2, imageUrl: 'z', originalName: 'z.png', quantity: 8 },
      { n: 3, quantity: 4 },
      { imageUrl: 'z', originalName: 'z.png', quantity: 1 },
    ],
    charges: [{ label: 'Diseño', amount: 500 }],
  });
});
