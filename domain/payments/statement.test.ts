import { describe, expect, test } from 'vitest';
import { readStatement } from './statement.ts';
import { readAmount, readWrittenDay, toDay } from './statement-cells.ts';

const TODAY = '2026-11-28';

test.each([
  ['8.100', 8100],
  ['$ 1.234.567', 1_234_567],
  ['$1,234,567', 1_234_567],
  ['1.234,00', 1234],
  ['8100.00', 8100],
  ['-8.100', -8100],
  ['−$ 8.100', -8100],
  ['$ -8.100', -8100],
  ['(8.100)', -8100],
  ['8.100-', -8100],
  ['+8.100', 8100],
  ["8'100", 8100],
  ['8 100', 8100],
  ['$8.100.-', 8100],
  ['$ 8.100,-', 8100],
  ['($ 8.100)', -8100],
  ['(-) 8.100', -8100],
  ['8.100 CR', 8100],
  ['8.100 DB', -8100],
  ['8.100 D', -8100],
  ['8.100 (-)', -8100],
  ['8.100 (+)', 8100],
  // Credit in one bank, cargo in another.
  ['8.100 C', -8100],
  ['8.100 Cr.', 8100],
  ['8.100 Db.', -8100],
  ['CH$ 8.100', 8100],
  [8100.0000000001, 8100],
  [8100.5, null],
  ['8.100 pesos', 8100],
  ['CLP 8100', 8100],
  [8100, 8100],
  ['0', 0],
  ['8,5', null],
  ['1.23.456', null],
  ['12/11/2026', null],
  ['', null],
  ['=1+1', null],
  ['99999999999999999999', null],
])('%s is %s pesos', (cell, pesos) => {
  expect(readAmount(cell)).toBe(pesos);
});

test.each([
  ['12/11/2026', '2026-11-12'],
  ['12-11-26', '2026-11-12'],
  ['12.11.2026', '2026-11-12'],
  ['2026-11-12', '2026-11-12'],
  ['2026-11-12T10:00:00', '2026-11-12'],
  ['20261112', '2026-11-12'],
  ['12112026', '2026-11-12'],
  ['Nov 12, 2026', '2026-11-12'],
  ['46338,4375', '2026-11-12'],
  ['12/11/2026 14:33', '2026-11-12'],
  ['12/11', '2026-11-12'],
  ['12/12', '2025-12-12'],
  ['12 nov 2026', '2026-11-12'],
  ['12/nov/2026', '2026-11-12'],
  ['12Nov2026', '2026-11-12'],
  ['12-nov.-26', '2026-11-12'],
  ['12 - 11 - 2026', '2026-11-12'],
  ["'12/11/2026", '2026-11-12'],
  ['jue., 12 nov.', '2026-11-12'],
  ['12 cobros', null],
  ['121126', '2026-11-12'],
  ['991126', null],
  ['jueves, 12 de noviembre de 2026', '2026-11-12'],
  ['12 de noviembre', '2026-11-12'],
  [46_338, '2026-11-12'],
  ['31/02/2026', null],
  ['8.100', null],
  ['TOTAL', null],
])('%s is the day %s', (cell, day) => {
  const written = readWrittenDay(cell);
  expect(written && toDay(written, TODAY, false)).toBe(day);
});

const read = (rows: (string | number)[][], layout = {}) => readStatement(rows, TODAY, () => layout);

describe('columns are found', () => {
  test('without headings, by what adds up', () => {
    const signed = read([
      ['12/11/2026', '331', 'TRANSF DE ANA ROJAS', '8100', '108100'],
      ['13/11/2026', '332', 'COMPRA', '-3000', '105100'],
      ['14/11/2026', '333', 'TRANSF DE LUIS SOTO', '1000', '106100'],
    ]);
    expect(signed.layout).toMatchObject({ date: 0, text: 2, amount: 3, credit: null, balance: 4 });
    expect(signed.credits.map(({ amount }) => amount)).toEqual([8100, 1000]);
    const apart = read([
      ['14/11/2026', 'TRANSF DE LUIS SOTO', '', '1.000', '106.100'],
      ['13/11/2026', 'COMPRA', '3.000', '', '105.100'],
      ['12/11/2026', 'TRANSF DE ANA ROJAS', '', '8.100', '108.100'],
    ]);
    expect(apart.layout).toMatchObject({ debit: 2, credit: 3, balance: 4, amount: null });
  });

  test("with a spreadsheet's days as text, and with hours", () => {
    const day = (cell: string, head: string) =>
      read([
        [head, 'Detalle', 'Nombre origen', 'Monto'],
        [cell, 'TRANSF', 'ANA ROJAS', '45000'],
        [cell, 'TRANSF', 'LUIS SOTO', '46338'],
      ]).credits.map(({ day: of, name, amount }) => [of, name, amount]);
    const found = [
      ['2026-11-12', 'ANA ROJAS', 45_000],
      ['2026-11-12', 'LUIS SOTO', 46_338],
    ];
    expect(day('46338', 'Fecha')).toEqual(found);
    expect(day('12/11/2026 14:05', 'Fecha y hora')).toEqual(found);
  });

  test.each([
    ['Cargo/Abono', 'A', 'C'],
    ['C/A', 'A', 'C'],
    ['D/H', 'H', 'D'],
    ['Débito/Crédito', 'C', 'D'],
    ['', 'C', 'D'],
    ['Operación', 'ABONO', 'CARGO'],
    ['Tipo', 'Abono (+)', 'Cargo (-)'],
    ['Tipo', 'CR', 'DB'],
    ['Tipo', 'Cr.', 'Db.'],
    ['Tipo de movimiento', 'Transferencia recibida', 'Compra'],
  ])('by a sign beside the amount: %s %s or %s', (head, came, left) => {
    const { credits, rows } = read([
      ['Fecha', 'Detalle', 'Monto', head],
      ['12/11/2026', 'TRANSF DE ANA', '8.100', came],
      ['12/11/2026', 'COMPRA', '3.000', left],
      ['12/11/2026', 'REVERSA', '-3.000', came],
    ]);
    expect(rows).toBe(3);
    expect(credits).toMatchObject([{ n: 2, text: 'TRANSF DE ANA', amount: 8100 }]);
  });

  test.each([
    ['D', [8100]],
    ['DB', [8100]],
    ['A', [3000]],
  ])('by `C` behind an amount, beside %s', (other, amounts) => {
    const { credits } = read([
      ['Fecha', 'Detalle', 'Monto'],
      ['12/11/2026', 'UNA', '8.100 C'],
      ['12/11/2026', 'OTRA', `3.000 ${other}`],
    ]);
    expect(credits.map(({ amount }) => amount)).toEqual(amounts);
  });

  test('with days as a page calls them, as six digits, or once for several movements', () => {
    const days = (...rows: string[][]) =>
      read([['Fecha', 'Detalle', 'Abono'], ...rows]).credits.map(({ day, amount }) => [
        day,
        amount,
      ]);
    expect(days(['Hoy', 'ANA', '100'], ['Ayer, 14:05', 'LUIS', '200'])).toEqual([
      ['2026-11-27', 200],
      ['2026-11-28', 100],
    ]);
    expect(days(['051126', 'ANA', '100126'])).toEqual([['2026-11-05', 100_126]]);
    const once = days(
      ...[
        ['11/11/2026', 'ANA', '100'],
        ['', 'LUIS', '200'],
        ['', 'Y SUS HIJOS', ''],
      ],
      ...[
        ['', 'Saldo diario', '300'],
        ['12/11/2026', 'EVA', '400'],
        ['', 'TOTALES', '700'],
      ],
    );
    expect(once).toEqual([
      ['2026-11-11', 100],
      ['2026-11-11', 200],
      ['2026-11-12', 400],
    ]);
    expect(days(['12/11/2026', 'ANA', '100'], ['', 'Otros montos', '700'])).toHaveLength(1);
  });

  test('in two columns, the text behind the day', () => {
    const { credits } = read([
      ['12/11/2026 TRANSF DE ANA ROJAS', '$ 8.100'],
      ['12/11/2026 COMPRA', '-$ 3.000'],
    ]);
    expect(credits).toMatchObject([{ day: '2026-11-12', amount: 8100 }]);
    expect(credits[0]?.text).toContain('TRANSF DE ANA ROJAS');
  });

  test.each([
    ['Depósitos retenidos', 1],
    ['Abonos por confirmar', 1],
    ['Otros movimientos', 2],
  ])('of a table below headed %s', (title, count) => {
    const { credits } = read([
      ['Fecha', 'Detalle', 'Abono'],
      ['12/11/2026', 'TRANSF DE ANA', '8.100'],
      [title],
      ['Fecha', 'Detalle', 'Abono'],
      ['12/11/2026', 'CHEQUE DE LUIS', '4.000'],
    ]);
    expect(credits).toHaveLength(count);
  });

  test('by headings in two rows', () => {
    const { layout, rows, credits } = read([
      ['Fecha', 'Descripción', 'Movimientos ($)', '', 'Saldo'],
      ['', '', 'Cargos', 'Abonos', '(CLP)'],
      ['12/11/2026', 'COMPRA', '3.000', '', '5.100'],
      ['12/11/2026', 'TRANSF DE ANA', '', '8.100', '13.200'],
    ]);
    expect(layout).toMatchObject({ debit: 2, credit: 3, balance: 4, amount: null });
    expect({ rows, credits }).toMatchObject({ rows: 2, credits: [{ n: 4, amount: 8100 }] });
  });

  test('of each table in a sheet, those with the same headings as one', () => {
    const { layout, rows, credits } = read(
      [
        ['Resumen'],
        ['Fecha', 'Saldo inicial', 'Monto línea'],
        ['11/11/2026', '1', '-2'],
        ['Fecha', 'Detalle', 'Monto', 'Bruto'],
        ['12/11/2026', 'TRANSF DE ANA', '1', '8.100'],
        ['Fecha', 'Detalle', 'Monto', 'Bruto'],
        ['12/11/2026', 'TRANSF DE ANA', '1', '8.100'],
        ['Monto', 'Saldo', 'Fecha', 'Detalle'],
        ['4.000', '9.000', '13/11/2026', 'TRANSF DE LUIS'],
      ],
      { amount: 3 },
    );
    expect(layout).toMatchObject({ date: 0, text: 1, amount: 3 });
    expect(rows).toBe(4);
    expect(credits.map(({ n, text, amount }) => [n, text, amount])).toEqual([
      [5, 'TRANSF DE ANA', 8100],
      [7, 'TRANSF DE ANA', 8100],
      [9, 'TRANSF DE LUIS', 4000],
    ]);
    expect(new Set(credits.map(({ sameness }) => sameness)).size).toBe(3);
  });

  test('totals are none of the movements, what a buyer writes is one', () => {
    const texts = [
      'Saldo actual',
      'SALDO',
      'Saldo al 28/11',
      'Total abonos',
      'Subtotal',
      'Saldo contable',
    ];
    const bought = ['Saldo del pedido de Ana', 'total pines curso', 'Saldo pines'];
    const { credits } = read([
      ['Fecha', 'Glosa', 'Abono', 'Cargo'],
      ...[...texts, ...bought].map((text) => ['12/11/2026', text, '8.100', '']),
    ]);
    expect(credits.map(({ text }) => text)).toEqual(bought);
    const named = read([
      ['Fecha', 'Nombre', 'Mensaje', 'Monto'],
      ['12/11/2026', 'Ana Rojas', 'saldo', '8.100'],
    ]);
    expect(named.credits).toMatchObject([{ name: 'Ana Rojas', text: 'saldo' }]);
  });

  test('by the headings of reports in English', () => {
    const { credits } = read([
      [
        'SOURCE_ID',
        'TRANSACTION_TYPE',
        'TRANSACTION_AMOUNT',
        'TRANSACTION_DATE',
        'FEE_AMOUNT',
        'PAYER_NAME',
      ],
      ['123', 'SETTLEMENT', '8100.00', '2026-11-12T10:11:12.000-04:00', '-50.00', 'ANA ROJAS'],
    ]);
    expect(credits).toMatchObject([{ day: '2026-11-12', amount: 8100, name: 'ANA ROJAS' }]);
  });

  test('a month may be written first, if nothing else is a day', () => {
    const { credits } = read([
      ['Fecha', 'Detalle', 'Abonos', 'Cargos'],
      ['11/2/2026', 'A', '100', ''],
      ['11/13/2026', 'B', '200', ''],
    ]);
    expect(credits.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-13']);
  });

  test('titles, totals and balances around the table are skipped', () => {
    const { rows, skipped, credits } = read([
      ['Cartola de cuenta corriente'],
      ['Cliente', 'Pines SpA', '', 'Desde 01/11/2026'],
      [],
      ['Fecha', 'Descripción', 'Cargos', 'Abonos', 'Saldo'],
      ['01/11/2026', 'SALDO INICIAL', '', '', '100.000'],
      ['12/11/2026', 'Transferencia de Ana Rojas', '0', '8.100', '108.100'],
      ['13/11/2026', 'Saldo final', '', '108.100', ''],
      ['', 'Totales', '0', '8.100', ''],
    ]);
    expect({ rows, skipped }).toEqual({ rows: 1, skipped: 6 });
    expect(credits).toMatchObject([{ n: 6, text: 'Transferencia de Ana Rojas' }]);
  });

  test('name, RUT and comment', () => {
    const { layout, credits } = read([
      ['Fecha', 'Nombre origen', 'RUT origen', 'Banco origen', 'Monto', 'Comentario'],
      ['12/11/2026', 'Ana Rojas', '12.345.678-5', 'Banco X', '$8.100', 'pines curso'],
    ]);
    expect(layout).toMatchObject({ name: 1, rut: 2, amount: 4, text: 5 });
    expect(credits).toMatchObject([
      { name: 'Ana Rojas', rut: '12345678-5', text: 'pines curso', amount: 8100 },
    ]);
    const filled = read([
      ['Fecha', 'Detalle', 'Abono'],
      ['12/11/2026', '0123456785 Transf. ANA ROJAS', '8.100'],
    ]);
    expect(filled.credits).toMatchObject([{ rut: '12345678-5' }]);
  });
});

test('corrections replace what was found, and a column is one thing only', () => {
  const rows = [
    ['Fecha', 'Detalle', 'Monto', 'Saldo'],
    ['12/11/2026', 'TRANSF', '8.100', '108.100'],
  ];
  const { layout, credits } = read(rows, { credit: 3, text: 1 });
  expect(layout).toMatchObject({ amount: null, credit: 3, balance: null });
  expect(credits).toMatchObject([{ amount: 108_100 }]);
});

test("a day's balance, beside its last movement alone, is no part of what a movement is known by", () => {
  const of = (head: string, balance: string) =>
    read([
      ['Fecha', 'Detalle', 'Abono', head],
      ['12/11/2026', 'TRANSF', '8.100', balance],
      ['12/11/2026', 'OTRA', '5', '9'],
    ]).credits[0]?.sameness;
  expect(of('Saldo diario', '9')).toBe(of('Saldo diario', ''));
  expect(of('Saldo', '9')).not.toBe(of('Saldo', '8'));
});

test('a movement is known by its place among equals, whatever else a list holds', () => {
  const row = ['12/11/2026', 'TRANSF', '8.100'];
  const head = ['Fecha', 'Detalle', 'Monto'];
  const one = read([head, row, row]).credits.map(({ sameness }) => sameness);
  const other = read([head, ['11/11/2026', 'OTRA', '5'], row, row, row]).credits;
  expect(new Set(one).size).toBe(2);
  expect(other.map(({ sameness }) => sameness)).toEqual(expect.arrayContaining(one));
});
