import { expect, test } from 'vitest';
import type { StatementAnswer, StatementMatch } from '#contract/payments/statements.ts';
import { joinLists, joinReceipts } from './bank-lists.ts';

const none = { date: null, text: null, amount: null, credit: null, debit: null };
const layout = { ...none, name: null, rut: null };
const match = (n: number, id: string, certainty: StatementMatch['certainty']): StatementMatch => ({
  row: { n, date: '2026-11-12', amount: 8100, text: 'TEF', name: '' },
  orders: certainty === 'none' ? [] : [{ id, amount: 8100, fullName: 'Ana', amountDue: 8100 }],
  certainty,
  reasons: [],
});
const read = (id: string, matches: StatementMatch[], without: string[] = []): StatementAnswer => ({
  success: true,
  statement: {
    ...{ id, layout, rows: 9, skipped: 0, known: 0, preview: [] },
    ...{ from: '2026-11-01', to: '2026-11-30' },
  },
  ...{ matches, unmatched: 0 },
  receiptsWithout: without.map((each) => ({
    ...{ id: each, fullName: 'Ana', amount: 8100, receivedOn: '2026-11-12' },
  })),
});

test('an order that two lists pay is certain in the first alone', () => {
  const reads = [
    read('one', [match(2, 'A', 'certain'), match(3, 'B', 'likely')], ['C', 'D']),
    read(
      'two',
      [match(2, 'A', 'certain'), match(3, 'B', 'certain'), match(4, 'C', 'likely')],
      ['D'],
    ),
  ];
  const offers = joinLists(reads);
  expect(offers.map(({ certainty }) => certainty)).toEqual([
    ...['certain', 'likely', 'likely', 'certain', 'likely'],
  ]);
  expect(offers[2]?.reasons).toEqual(['El pedido ya calza con otra lista']);
  expect(new Set(offers.map(({ key }) => key)).size).toBe(5);
  expect(joinReceipts(reads, offers).map(({ id }) => id)).toEqual(['D']);
});
