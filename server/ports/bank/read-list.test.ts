import { describe, expect, test } from 'vitest';
import { longestTurn } from '#server/testing/longest-turn.ts';
import { makeJpeg } from '#server/testing/pictures.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { writeWorkbook, zipParts } from '#server/testing/workbook.ts';
import { type BankStatement, UnreadableList } from './bank.ts';
import { readList } from './child/read-list.ts';
import { openBank } from './open-bank.ts';

const key = Buffer.from('key');
const options = { today: '2026-11-28', remembered: {}, corrections: {} };
/** In this process: to start one for each list takes longer than all lists. */
const read = (list: string | Uint8Array): Promise<BankStatement> =>
  readList({ ...options, key, list: Buffer.from(list) });
/** As the shop does. */
const readInChild = (list: string) => openBank(key, null).readList(Buffer.from(list), options);
const ROWS = LONG ? 50_000 : 5000;
/** Parts of the largest lists that are refused. */
const MANY = LONG ? 3_000_000 : 300_000;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const page = (rows: readonly (readonly string[])[]) =>
  `<html><head><title>Cartola</title></head><body><table><tr><td colspan="3">Cartola</td></tr></table>
  <table>${rows.map((row) => `<tr>${row.map((cell) => `<td> ${cell}&nbsp;</td>`).join('')}</tr>`).join('\n')}</table>`;

/**
 * Lists made up after the columns, signs and days that public descriptions show of Chilean banks;
 * names and amounts are invented. BCI, Banco de Chile, BancoEstado, Itaú and Scotiabank: the tables
 * in github.com/tyronejosee/script_contabilidad, txt_softland/README.md. Banco de Chile's text with
 * columns of a fixed width and A, C and S: github.com/diegocaro/parser-cartola-bancaria, README.md.
 * Santander: day, office, number, description, amount and balance of its statement, as the public
 * parsers of it describe them.
 */
const samples: Record<string, () => Promise<Uint8Array> | Uint8Array | string> = {
  BCI: () =>
    writeWorkbook([
      [
        ['Movimientos de cuenta corriente'],
        [
          'Fecha',
          'Sucursal',
          'Descripción',
          'N° Documento',
          'Cheques y otros cargos',
          'Depósitos y Abono',
          'Saldo diario',
        ],
        [
          '@46338',
          'OF VIRT U',
          'PAGO RECIBIDO TF2 012345678-5 ANA ROJAS SOTO',
          123456,
          '',
          8100,
          108100,
        ],
        ['@46339', 'OF CENTRA', 'TRANSFERENCIA DE FONDOS AUTOSERVICIO', 987654, 3000, '', 105100],
      ],
    ]),
  'Banco de Chile': () =>
    latin1(
      page([
        [
          'Fecha',
          'Detalle Movimiento',
          'Cheque o Cargo',
          'Deposito o Abono',
          'Saldo',
          'Docto. Nro.',
          'Trn',
          'Caja',
          'Sucursal',
        ],
        [
          '12/11/2026',
          'TRASPASO DE:ANA ROJAS SOTO',
          '0',
          '8.100',
          '108.100',
          '12345',
          '0',
          '0',
          'OF. CHILLÁN',
        ],
        [
          '13/11/2026',
          'CHEQUE PAGADO POR CAJA',
          '3.000',
          '0',
          '105.100',
          '54321',
          '0',
          '0',
          'OF. CHILLÁN',
        ],
        ['', 'Totales', '3.000', '8.100', '', '', '', '', ''],
      ]),
    ),
  'Banco de Chile, texto': () =>
    [
      'CARTOLA CUENTA CORRIENTE',
      '12/11/2026  TRASPASO DE ANA ROJAS SOTO     A          8.100',
      '13/11/2026  CHEQUE PAGADO POR CAJA         C          3.000',
      '13/11/2026  SALDO FINAL                    S        105.100',
    ].join('\r\n'),
  BancoEstado: () =>
    latin1(
      [
        'Fecha;Sucursal;N° Cuenta Corriente;Alias;N° Cartola;N° Operación;Descripción;Cheques / Cargos;Depósitos / Abonos;Saldo',
        '12/11/2026;Chillán;1.234.567.890;PINES SPA;99;8.000.000;Transferencia de rut 12345678-5 Ana Rojas Soto;0;8.100;108.100',
        '13/11/2026;Chillán;1.234.567.890;PINES SPA;99;15;Compra débito;3.000;0;105.100',
      ].join('\r\n'),
    ),
  Itaú: () =>
    Buffer.from(
      `\ufeff${[
        'Fecha\tNúmero de operación\tSucursal\tDescripción\tDepósitos o abonos\tGiros o cargos\tSaldo diario',
        '12/11\t123456789\t1980\tTransferencia De Ana Rojas Soto\t$8,100\t$0\t$108,100',
        '13/11\t987654321\t0172\tCheque Pagado Caja\t$0\t$3,000\t$105,100',
      ].join('\n')}`,
      'utf16le',
    ),
  Scotiabank: () =>
    [
      'Fecha,Descripción,Numero Documento,Cargo,Abono,Saldo Diario',
      '13-11-2026,GIRO CAJERO,"1,123,457","3,000",0,"105,100"',
      '12-11-2026,TEF DE ANA ROJAS SOTO,"1,123,456",0,"8,100","108,100"',
    ].join('\n'),
  Santander: () =>
    [
      'FECHA|SUCURSAL|DESCRIPCIÓN|N° DOCUMENTO|MONTO|SALDO',
      '12/11|O.Gerencia|Transf de ANA ROJAS SOTO|0160136375|8.100|108.100',
      '13/11|O.Gerencia|Compra Supermercado|0160136376|-3.000|105.100',
    ].join('\r'),
};

const forms: Record<string, string> = {
  'headings over several rows of a page': `<table><tr><th rowspan="2">Fecha</th><th rowspan=2>Detalle</th>
    <th colspan="2">Movimientos</th></tr><tr><th>Cargos</th><th>Abonos</th></tr><tbody>
    <tr><td rowspan=2>12/11/2026</td><td>TEF ANA ROJAS SOTO</td><td></td><td>8.100</td></tr>
    <tr><td>COMPRA</td><td>3.000</td><td></td></tr></table>`,
  'columns of a fixed width': [
    'CARTOLA DE CUENTA CORRIENTE',
    'Fecha      Descripción                    Cheques y cargos  Abonos     Saldo',
    '12/11/2026 TEF ANA ROJAS SOTO                               8.100    108.100',
    '13/11/2026 COMPRA                                    3.000           105.100',
  ].join('\n'),
  'headings that stand beside their columns': [
    'Fecha      Descripción         Cargos   Abonos',
    '12/11/2026 TEF ANA ROJAS SOTO                          8.100',
    '13/11/2026 COMPRA                            3.000',
  ].join('\n'),
  'a comment that looks like a page': [
    'Fecha;Detalle;Monto',
    '12/11/2026;ANA ROJAS SOTO <table><tr>;8.100',
    '13/11/2026;COMPRA;-3.000',
  ].join('\n'),
  'cells merged in XML': `<Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Table>
    <Row><Cell>Fecha</Cell><Cell ss:MergeAcross="1">Detalle</Cell><Cell>Monto</Cell></Row>
    <Row><Cell>12/11/2026</Cell><Cell>ANA ROJAS SOTO</Cell><Cell>1</Cell><Cell>8100</Cell></Row>
    <Row><Cell>13/11/2026</Cell><Cell>COMPRA</Cell><Cell>1</Cell><Cell>-3000</Cell></Row></Table></Workbook>`,
};

test.each(Object.keys(forms))('%s', async (name) => {
  const { rows, credits } = await read(forms[name] ?? '');
  expect(rows).toBe(2);
  expect(credits).toMatchObject([{ day: '2026-11-12', amount: 8100 }]);
  expect(credits[0]?.text).toMatch(/ANA ROJAS SOTO/);
});

test.each(Object.keys(samples))('%s', async (name) => {
  const list = await samples[name]?.();
  const { rows, credits, layout } = await read(list ?? '');
  expect(rows).toBe(2);
  expect(layout.date).toBe(0);
  expect(credits).toMatchObject([{ day: '2026-11-12', amount: 8100 }]);
  expect(credits[0]?.text).toMatch(/ANA ROJAS SOTO/i);
  expect(credits[0]?.payer).not.toBeNull();
});

test('the first sheet with movements is read, of a formula its last result', async () => {
  const list = await writeWorkbook([
    [['Resumen'], ['Titular', 'Pines SpA']],
    [
      ['Fecha', 'Glosa', 'Abonos', 'Cargos'],
      ['@46338', '=HYPERLINK("http://example.org")', '=1+1', ''],
    ],
  ]);
  expect((await read(list)).credits).toMatchObject([{ n: 2, amount: 8100, text: '8100' }]);
});

describe('what is no list is refused with its reason', () => {
  const workbook = (sheet: string) =>
    zipParts({
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
      'xl/s.xml': sheet,
    });
  test.each([
    ['old_excel', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['pdf', () => Buffer.from('%PDF-1.7')],
    ['broken', () => Buffer.from('PK\x03\x04 no zip')],
    ['broken', () => zipParts({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })],
    ['no_table', () => Buffer.from('')],
    ['no_table', () => Buffer.from('hola, ¿qué tal?')],
    ['no_table', () => Buffer.alloc(MANY, 'a')],
    ['no_table', () => Buffer.alloc(MANY, ';')],
    ['no_table', () => Buffer.alloc(MANY, '"')],
    ['no_table', () => Buffer.alloc(MANY, '<td>')],
    ['broken', () => `<table><tr><td>${'<b>'.repeat(MANY)}`],
    ['no_table', () => Buffer.from(`<tr>${'<td>1</td>'.repeat(50_000)}</tr>`)],
    ['broken', () => Buffer.alloc(MANY)],
    ['broken', () => makeJpeg({ width: 40, height: 40 })],
    ['no_movements', () => 'Fecha;Detalle;Cargos;Abonos;Saldo\n'],
    ['no_movements', () => page([['Fecha', 'Glosa', 'Monto'], ['No hay movimientos']])],
    [
      'no_movements',
      () => writeWorkbook([[['Cartola'], ['Fecha', 'Glosa', 'Abono'], ['', 'Totales', 0]]]),
    ],
    ['no_table', () => 'Fecha;Detalle;Abonos\n12 de las 11;TRANSF;8.100'],
    ['too_many_rows', () => Buffer.from('12/11/2026;TRANSF;8.100;\n'.repeat(60_000))],
    ['too_many_rows', () => workbook('<row r="1"><c><v>1</v></c></row>'.repeat(MANY))],
    ['broken', () => workbook('<a>'.repeat(MANY))],
    ['no_table', () => workbook(`<row ${'a="1" '.repeat(100_000)}/>`)],
  ])('%s', async (reason, write) => {
    const list = await write();
    const refusal = read(list).catch((error: unknown) => error);
    expect(await refusal).toBeInstanceOf(UnreadableList);
    expect(await refusal).toMatchObject({ reason });
  });

  test('with the rows that were found, by which the columns can be named', async () => {
    const list = 'Cuándo;Qué;Cuánto\n12 de las 11;TRANSF;8.100';
    const refusal = await readInChild(list).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableList);
    expect(refusal).toMatchObject({
      reason: 'no_table',
      preview: [['Cuándo', 'Qué', 'Cuánto'], {}],
    });
  });
});

test('entities of its own, and what lies outside, stay as they are written', async () => {
  const list = `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&y;&y;">]>
  <Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table>
  <Row><Cell><Data>Fecha</Data></Cell><Cell><Data>Detalle</Data></Cell><Cell><Data>Abono</Data></Cell></Row>
  <Row><Cell><Data>2026-11-12T00:00:00.000</Data></Cell><Cell><Data>&x;&y;</Data></Cell><Cell ss:Index="3"><Data>8100</Data></Cell></Row>
  </Table></Worksheet></Workbook>`;
  expect((await read(list)).credits).toMatchObject([{ text: '&x;&y;', amount: 8100 }]);
});

const EMPTY_ROWS = 60_000;
test.each<[string, () => Promise<Uint8Array> | string]>([
  ['CSV', () => `${forms['a comment that looks like a page']}${'\r\n;;'.repeat(EMPTY_ROWS)}`],
  [
    'a page',
    () => `${forms['headings over several rows of a page']}${'<tr><td>'.repeat(EMPTY_ROWS)}`,
  ],
  [
    'a workbook',
    () =>
      writeWorkbook([
        [['Fecha', 'Glosa', 'Abonos'], [], ['@46338', 'ANA', 8100], ['@46339', 'EVA', 3000]]
          .concat(Array.from({ length: EMPTY_ROWS }, () => []))
          .concat([['Fin']]),
      ]),
  ],
])('empty rows below a list are none of it: %s', async (_, write) => {
  expect((await read(await write())).rows).toBe(2);
});

// Eight seconds of a core.
test.runIf(LONG)('a list that needs too much memory at once is refused', async () => {
  const attributes = Array.from({ length: 3_000_000 }, (_, at) => `a${at}`);
  const refusal = readInChild(`<table><tr ${attributes.join(' ')}>`);
  await expect(refusal).rejects.toMatchObject({ name: 'UnreadableList', reason: 'too_large' });
});

test('long texts are cut, in as many columns as a list may have; a huge amount is no movement', async () => {
  const long = 'x'.repeat(16_000);
  const more = Array.from({ length: 8 }, () => long);
  const list = [
    ['Fecha', 'Glosa', 'Nombre', 'Abono', ...more.keys()],
    ['12/11/2026', `ANA ${long}`, `ROJAS ${long}`, '8.100', ...more],
    ['12/11/2026', 'TRANSF', 'ANA', '9007199254740991', ''],
    ['12/11/2026', 'CARGO', 'ANA', '-8.100', ''],
  ];
  const { credits, rows } = await read(list.map((row) => row.join(';')).join('\n'));
  expect(rows).toBe(2);
  expect(credits).toMatchObject([{ amount: 8100, text: expect.stringMatching(/^ANA x+$/) }]);
  expect(credits[0]?.text.length).toBe(500);
});

test('a list of many rows is read without holding this thread', async () => {
  const row = (at: number) => `12/11/2026;TRANSFERENCIA DE PERSONA ${at};;8.100;${at}`;
  const list = [
    'Fecha;Detalle;Cargos;Abonos;Saldo',
    ...Array.from({ length: ROWS }, (_, at) => row(at)),
  ];
  const [{ rows, credits }, longest] = await longestTurn(() => readInChild(list.join('\n')));
  expect({ rows, credits: credits.length }).toEqual({ rows: ROWS, credits: ROWS });
  report(`${ROWS} rows: ${longest} ms of this thread at most in one turn`);
});
