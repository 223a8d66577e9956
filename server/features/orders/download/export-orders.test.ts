import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvLine, dayCell, timeCell } from '#server/lib/csv.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

type Line = Record<string, string>;

function parseCsv(text: string): Line[] {
  return parse<Line>(text, { bom: true, delimiter: ';', columns: true, record_delimiter: '\r\n' });
}

describe.each(databases)('the spreadsheet of orders on %s', (kind) => {
  const testRace = testRaceOn(kind);
  let now = Date.parse('2026-03-10T12:00:00Z');
  const adminShop = useAdminShop(kind, { clock: () => now });

  async function exported(query = ''): Promise<Line[]> {
    const response = await adminShop.fetchFile(`/orders/export.csv${query}`);
    expect(response.status).toBe(200);
    return parseCsv(Buffer.from(await response.arrayBuffer()).toString());
  }

  test('has its headings alone while there are no orders', async () => {
    const response = await adminShop.fetchFile('/orders/export.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('"pedidos-2026-03-10.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString()).toMatch(/^\uFEFF"Pedido";"Fecha";"Estado"[^\n]*\r\n$/);
  });

  test('has a line per picture, with hostile texts as they are and as formulas no more', async () => {
    const discount = await addCode(adminShop.shop.context, 'CLUB10');
    const fullName = '=HYPERLINK("http://mal.cl";"clic")';
    const notes = 'línea uno\nlínea "dos"; fin';
    const images = (await addPictures(adminShop.shop.context, 2)).map((imageUrl, at) => ({
      imageUrl,
      quantity: 3 + at,
      originalName: at ? '@SUM(A1).png' : 'ñandú.jpg',
      notes: at ? '-2+3' : '  +1',
    }));
    const body = makeOrder({ images, delivery: { fullName, notes }, discount });
    const { id, images: urls } = placed(await adminShop.shop.placeOrder(body));
    await adminShop.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Transferencia' });
    await adminShop.change(`${id}/shipping`, { courier: '', trackingNumber: '0070123456789' });
    const lines = await exported();
    expect(lines).toHaveLength(2);
    const common = {
      Pedido: id,
      Fecha: '2026-03-10 09:00',
      Estado: 'Pendiente',
      Tipo: 'Invitado',
      Nombre: `'${fullName}`,
      Correo: 'rosa@correo.cl',
      Teléfono: '\u00A0+56 9 1234 5678',
      Ciudad: 'Chillán',
      Región: 'Ñuble',
      'Notas del pedido': notes,
      Código: 'CLUB10',
      Pagado: '2026-03-09',
      'Medio de pago': 'Transferencia',
      Transporte: '',
      Seguimiento: '\u00A00070123456789',
    };
    expect(lines[0]).toMatchObject({
      ...common,
      ...{ 'Total de pines': '7', Subtotal: '11900', Descuento: '1190', Envío: '2500' },
      Total: '13210',
      Imagen: '1',
      Archivo: 'ñandú.jpg',
      Cantidad: '3',
      'Notas de la imagen': "'+1",
      'Enlace de la imagen': `${adminShop.shop.url}${urls[0]}`,
    });
    // Sums of an order are on its first line alone, so that a column can be added up.
    expect(lines[1]).toMatchObject({
      ...common,
      ...{ 'Total de pines': '', Subtotal: '', Descuento: '', Envío: '', Total: '' },
      Imagen: '2',
      Archivo: "'@SUM(A1).png",
      Cantidad: '4',
      'Notas de la imagen': "'-2+3",
    });
  });

  test('holds what the query lets through', async () => {
    const { id } = await adminShop.place({ delivery: { fullName: 'Única Pérez' } });
    await adminShop.setStatus(id, 'completed');
    const ids = async (query: string) => (await exported(query)).map(({ Pedido }) => Pedido);
    expect(await ids('?status=completed')).toEqual([id]);
    expect(await ids('?q=unica')).toEqual([id]);
    expect(await ids('?from=2026-03-11')).toEqual([]);
    expect((await adminShop.fetchFile('/orders/export.csv?status=lost')).status).toBe(400);
  });

  testRace('has each order once, in one order, while others arrive', async () => {
    const { queries } = adminShop.shop.context.db;
    await storeOrders(adminShop.shop.context, { count: 600, at: (position) => now + position });
    now += 600;
    const before = await queries.selectFrom('orders').select('id').execute();
    const response = await adminShop.fetchFile('/orders/export.csv');
    const arriving = Array.from({ length: 12 }, () => {
      now += 1;
      return adminShop.place({ delivery: { fullName: 'Recién Llegada' } });
    });
    const [text] = await Promise.all([response.text(), ...arriving]);
    const ids = [...new Set(parseCsv(text).map(({ Pedido }) => Pedido))];
    const known = new Set(before.map(({ id }) => id));
    expect(ids.filter((id) => known.has(id ?? ''))).toHaveLength(known.size);
    expect(parseCsv(text).length).toBe(known.size + 1 + (ids.length - known.size));
  });
});

test.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '\r=1', '＝1', '|cmd', '\n=1'])(
  'the text %j is no formula any more, and reads back as itself',
  (text) => {
    const [line] = parse(csvLine([text, 'x']), { delimiter: ';' });
    expect(line).toEqual([`'${text}`, 'x']);
  },
);

test.each([
  ...['0070123456789', '12345678901234567890', '56 9 1234 5678', '1E5', '3-12', '10:30', '1.500'],
  ...['12.345.678-5', '+56 9 1234 5678', '+56912345678', '(2) 2345 678', '50%', '$5', '5/3/2024'],
  ...[
    '4 A',
    '10:30 p.m.',
    ' 0070',
    ',5',
    '$ 5',
    '4 B',
    'MAR10',
    'ene-5',
    '5 mayo',
    '10ENE',
    'Sept 2',
    'dec 1, 2026',
    '3 de',
    '7K4MQ-X2TBA',
    'Marta 5',
    '12345678901',
    '0',
  ],
])('the text %j is shown by a spreadsheet as it is, without an apostrophe', (text) => {
  const [line] = parse(csvLine([text]), { delimiter: ';' });
  const isKept = /^(3 de|4 B|7K4MQ-X2TBA|Marta 5|12345678901|0)$/.test(text);
  expect(line).toEqual([isKept ? text : `\u00A0${text}`]);
});

test('times are those of Chile, and days and times can be read as such', () => {
  const time = Date.parse('2026-11-28T00:13:00Z');
  expect(csvLine([timeCell(time), dayCell('2026-03-09'), dayCell(null)])).toBe(
    '"2026-11-27 21:13";"2026-03-09";\r\n',
  );
});

test('numbers and blanks stay what they are', () => {
  expect(csvLine([-5, null, '', 'a;b', '"'])).toBe('-5;;"";"a;b";""""\r\n');
});
