import { expect, test } from 'vitest';
import type { Sheet } from '#contract/production/sheets.ts';
import {
  describeProgress,
  describeSheet,
  describeSheetFailure,
  isOpen,
  isReplaced,
  listWarnings,
} from './sheet-texts.ts';

const sheet: Sheet = {
  id: 's',
  state: 'done',
  progress: 1,
  pages: 2,
  pins: 12,
  missing: [
    { orderId: 'A1', picture: 3, pins: 1, reason: 'lost' },
    { orderId: 'B2', picture: null, pins: 4, reason: 'cancelled' },
  ],
  failure: null,
  stale: [{ orderId: 'C3', reason: 'changed' }],
  unapproved: ['C3'],
  orderIds: ['A1', 'B2', 'C3'],
  paper: 'letter',
  printer: null,
  margin: 5,
  gap: 3.2,
  separation: 'colours',
  printedBefore: [{ orderId: 'C3', at: '2026-03-09T21:30:00.000Z' }],
  unmarked: [{ id: 'A1', version: 2 }],
  by: null,
  createdAt: '2026-03-09T22:00:00.000Z',
};

test('a sheet is described by what it holds', () => {
  expect(describeSheet(sheet)).toBe('12 pines en 2 páginas Carta');
  expect(describeSheet({ ...sheet, pins: 1, pages: 1, paper: 'a4' })).toBe('1 pin en 1 página A4');
});

test('a sheet of one product names it, and stays open while its orders need another', () => {
  const product = { id: 'chico', name: '32 mm' };
  const small: Sheet = { ...sheet, product, unmarked: [], unfinished: ['A1'] };
  expect(describeSheet(small)).toBe('12 pines (32 mm) en 2 páginas Carta');
  expect(isOpen(small)).toBe(true);
  expect(listWarnings(small).at(-1)).toBe(
    'El pedido A1 lleva pines de otro producto que aún no están en una hoja',
  );
  expect(listWarnings({ ...small, unfinished: ['A1', 'B2'] }).at(-1)).toBe(
    '2 pedidos llevan pines de otro producto que aún no están en una hoja',
  );
});

test('a sheet is replaced once newer ones have all its orders that are not printed', () => {
  const newer = (orderIds: string[], other: Partial<Sheet> = {}) => ({
    ...{ ...sheet, id: orderIds.join(''), orderIds },
    ...other,
  });
  const two = [
    { id: 'A1', version: 2 },
    { id: 'B2', version: 1 },
  ];
  const old = { ...sheet, unmarked: two };
  expect(isReplaced(old, [newer(['B2']), newer(['A1', 'Z9']), old])).toBe(true);
  expect(isReplaced(old, [newer(['A1']), old])).toBe(false);
  expect(isReplaced(old, [old, newer(['A1', 'B2'])])).toBe(false);
  expect(isReplaced(old, [newer(['A1', 'B2'], { state: 'failed' }), old])).toBe(false);
  const product = { id: 'p32', name: '32 mm' };
  expect(isReplaced(old, [newer(['A1', 'B2'], { product }), old])).toBe(false);
  expect(
    isReplaced({ ...old, product }, [newer(['A1', 'B2'], { product }), { ...old, product }]),
  ).toBe(true);
});

test('what it lacks and what it has again is told', () => {
  expect(listWarnings(sheet)).toEqual([
    'Falta la imagen 3 del pedido A1 (1 pin): su original ya no está',
    'Falta el pedido B2: está cancelado',
    'El pedido C3 cambió después de pedir la hoja: hazla de nuevo',
    'El pedido C3 espera la aprobación de su prueba',
    'El pedido C3 ya estaba en una hoja del 9/3/2026, 18:30',
  ]);
});

test('what prints blurred is named in the words of the order and the board', () => {
  const small = { width: 120, height: 160, used: 120, faceMm: 58, needed: 827 };
  const blurred = [{ orderId: 'A1', picture: 2, ...small }];
  expect(listWarnings({ ...sheet, blurred })).toContain(
    'Imagen 2 del pedido A1. Saldrá borrosa: 120 × 160 px para un pin de 58 mm',
  );
});

test('a sheet that failed says why and what helps', () => {
  expect(describeSheetFailure(sheet)).toBeNull();
  expect(describeSheetFailure({ ...sheet, state: 'failed', failure: 'disk_full' })).toBe(
    'La tienda se quedó sin espacio en disco. Haz espacio e inténtalo de nuevo.',
  );
});

test('progress is never told beyond what is done', () => {
  expect(describeProgress({ ...sheet, state: 'working', progress: 0.999 })).toBe('99 %');
  expect(describeProgress({ ...sheet, state: 'waiting', progress: 0 })).toBe('En cola');
});

test('a sheet is open until its orders are marked', () => {
  expect(isOpen(sheet)).toBe(true);
  expect(isOpen({ ...sheet, unmarked: [] })).toBe(false);
  expect(isOpen({ ...sheet, state: 'working', unmarked: [] })).toBe(true);
  expect(isOpen({ ...sheet, state: 'cancelled' })).toBe(false);
});
