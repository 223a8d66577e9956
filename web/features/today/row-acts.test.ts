import { expect, test } from 'vitest';
import { holdRows, placeRows, type RowAct } from './row-acts.ts';

const keyOf = (row: string) => row.toLowerCase();

/** An act of a list on the rows with these keys, done or failed. */
function act(shown: string, keys: string, { list = 'unpaid', isDone = true } = {}): RowAct<string> {
  return {
    ...{ id: 1, list, isOfMany: false, isBusy: false, error: isDone ? null : 'no', endsAt: null },
    held: holdRows([...shown], keyOf, new Set(keys)),
    done: isDone ? { text: 'Hecho', news: 'Hecho', chat: null, undo: null } : null,
  };
}

test.each([
  ['nothing was done', 'abc', [], 'abc'],
  ['the first row left', 'bc', [act('abc', 'a')], 'abc'],
  ['a row left', 'ac', [act('abc', 'b')], 'abc'],
  ['two rows left, the lower one first', 'ad', [act('abcd', 'c'), act('abcd', 'b')], 'abcd'],
  ['two rows left, the upper one first', 'ad', [act('abcd', 'b'), act('abcd', 'c')], 'abcd'],
  ['all of them left at once', '', [act('abc', 'abc')], 'abc'],
  ['another row came', 'axc', [act('abc', 'b')], 'abxc'],
  ['the row before it left, too', 'c', [act('abc', 'b')], 'bc'],
  ['a row stayed, and looks otherwise after another change', 'aBc', [act('abc', 'b')], 'abc'],
  ['a failed act shows the row as it is now', 'aBc', [act('abc', 'b', { isDone: false })], 'aBc'],
  ['a failed act keeps a row that is gone', 'ac', [act('abc', 'b', { isDone: false })], 'abc'],
  ['the order is held in another list', 'abc', [act('bxy', 'b', { list: 'receipts' })], 'ac'],
])('rows stay in their places: %s', (_what, current, acts, expected) => {
  expect(placeRows([...current], keyOf, { list: 'unpaid', acts }).join('')).toBe(expected);
});
