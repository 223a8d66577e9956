import { expect, test } from 'vitest';
import { readTrackingList } from './tracking-list.ts';

const ids = ['AAAAA-11111', 'BBBBB-22222', 'CCCCC-33333'];
const read = (text: string) => readTrackingList(text, { ids, maxLength: 20 });

test('an order and its tracking number are found in each line, with any separator', () => {
  const { numbers, unused, missing } = read(
    'Pedido;Seguimiento\r\n#aaaaa-11111 ; ST-1\nST-2\tBBBBB-22222\n\n"CCCCC-33333","ST 3"',
  );
  expect(numbers).toEqual([
    { id: 'AAAAA-11111', tracking: 'ST-1' },
    { id: 'BBBBB-22222', tracking: 'ST-2' },
    { id: 'CCCCC-33333', tracking: 'ST 3' },
  ]);
  expect([unused, missing]).toEqual([[], []]);
  expect(read('\u200e#bbbbb\u201122222;7\nCCCCC\u201333333;8').numbers).toEqual([
    { id: 'BBBBB-22222', tracking: '7' },
    { id: 'CCCCC-33333', tracking: '8' },
  ]);
  expect(read('BBBBB-22222 990 001').numbers).toEqual([{ id: 'BBBBB-22222', tracking: '990 001' }]);
});

test('numbers alone go to the orders one by one', () => {
  expect(read('Seguimiento\n901\n902\n').numbers).toEqual([
    { id: 'AAAAA-11111', tracking: '901' },
    { id: 'BBBBB-22222', tracking: '902' },
  ]);
  expect(read('901\n902').missing).toEqual(['CCCCC-33333']);
  const { unused } = read('1\n2\n3\n4');
  expect(unused).toEqual([{ line: 4, text: '4', reason: 'Sobra: no quedan pedidos elegidos' }]);
});

test.each([
  ['AAAAA-11111,1\nZZZZZ-99999,2', 2, 'Ese pedido no está entre los elegidos'],
  ['AAAAA-11111,1\nhola 5', 2, 'No dice de qué pedido es'],
  ['AAAAA-11111,Rosa', 1, 'Falta el número de seguimiento'],
  ['AAAAA-11111,1,2', 1, 'Tiene más de un número'],
  [`AAAAA-11111,${'9'.repeat(21)}`, 1, 'El número es demasiado largo'],
  ['1\nsin número', 2, 'No parece un número'],
  ['7,01235E+11\n2', 1, 'La planilla acortó el número'],
  ['AAAAA-11111\t7.01235E+11', 1, 'La planilla acortó el número'],
])('a line that cannot be used is named: %j', (text, line, reason) => {
  expect(read(text).unused).toMatchObject([{ line, reason }]);
});

test('what belongs to a number stays in it, what surrounds it goes', () => {
  const tracking = (text: string) => read(text).numbers.map((each) => each.tracking);
  expect(tracking(`AAAAA-11111,${'9'.repeat(20)}`)).toEqual(['9'.repeat(20)]);
  expect(tracking('BBBBB-22222   990 001')).toEqual(['990 001']);
  expect(tracking('="0070123"\n"0070124"')).toEqual(['0070123', '0070124']);
  expect(tracking('AAAAA-11111,5"3"\nBBBBB-22222,"5"3')).toEqual(['5"3"', '"5"3']);
});

test('one line that is no number is told, and so is an order that is written wrong', () => {
  expect(read('  Seguimiento ').unused).toEqual([
    { line: 1, text: 'Seguimiento', reason: 'No parece un número' },
  ]);
  expect(read('')).toEqual({ numbers: [], unused: [], missing: ids });
  expect(read('AAAAA-1#1111,5\nBBBBB-22222,6').unused).toMatchObject([
    { line: 1, reason: 'No dice de qué pedido es' },
  ]);
});

test('what is there twice is used for none, unless it says the same', () => {
  const twice = read('AAAAA-11111,1\nAAAAA-11111,2\nBBBBB-22222,3');
  expect(twice.unused.map(({ line }) => line)).toEqual([1, 2]);
  expect(twice.numbers).toEqual([{ id: 'BBBBB-22222', tracking: '3' }]);
  const shared = read('AAAAA-11111,1\nBBBBB-22222,1');
  expect(shared.unused.map(({ reason }) => reason)).toEqual(
    Array(2).fill('Ese número está dos veces'),
  );
  expect(read('AAAAA-11111,1\nAAAAA-11111,1')).toMatchObject({
    numbers: [{ id: 'AAAAA-11111', tracking: '1' }],
    unused: [],
  });
});
