import { expect, test } from 'vitest';
import { requestChange } from '#contract/aftersales/change-requests.ts';
import { complaintFields } from '#contract/aftersales/complaints.ts';
import { answerComplaint, startReprint } from '#contract/aftersales/complaints-admin.ts';
import { cancelOrder } from '#contract/orders/orders.ts';
import {
  changeOrderStatus,
  correctAddress,
  editInternalNotes,
  editOrderNotes,
  recordPayment,
  recordShipping,
} from '#contract/orders/orders-admin-calls.ts';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { documentBody } from '#contract/payments/documents.ts';
import { beginPayment } from '#contract/payments/online-payment.ts';
import { readSales } from '#contract/payments/sales.ts';
import { pinWords } from '#contract/pins/pins.ts';
import { changeItems } from '#contract/production/items.ts';
import { downloadSlips, recordParcels } from '#contract/production/parcels.ts';
import { requestPictureLink, requestPictures } from '#contract/production/pictures.ts';
import { savePrinter } from '#contract/production/printers.ts';
import { answerProof, changeItem, viewProof } from '#contract/production/proofs.ts';
import { requestSheet } from '#contract/production/sheets.ts';
import { nameOf } from '#contract/routes.ts';
import { SCALE_LIMITS } from '#domain/production/paper.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { problemsOf } from './rules.ts';

test.each([cancelOrder, beginPayment, requestPictureLink])(
  'a buyer names the order by its link, by its number or by both: $path',
  ({ body }) => {
    const wrong = (sent: object) => problemsOf(body, sent);
    const missing = { orderId: 'Falta el enlace o el número del pedido' };
    expect(wrong({})).toEqual(missing);
    expect(wrong({ token: '', orderId: null })).toEqual(missing);
    for (const sent of [{ token: 'a' }, { orderId: 'b' }, { token: 'a', orderId: 'b' }]) {
      expect(wrong(sent)).toEqual({});
    }
  },
);

test('a complaint is answered in words, by money that went back, or both', () => {
  const wrong = (sent: object) => problemsOf(answerComplaint.body, sent);
  const refund = { amount: 1, on: '2026-11-25' };
  expect(wrong({})).toEqual({ words: 'Escribe unas palabras, o anota una devolución' });
  for (const sent of [{ words: 'Perdón' }, { refund }, { words: 'Perdón', refund }]) {
    expect(wrong(sent)).toEqual({});
  }
  for (const amount of [0, 1.5, 100_000_001, '5']) {
    const isHigh = amount === 100_000_001;
    const money = isHigh
      ? 'Puede ser de hasta $100.000.000'
      : 'Escribe un monto en pesos, sin decimales';
    expect(wrong({ refund: { ...refund, amount } })).toEqual({ 'refund.amount': money });
  }
  expect(wrong({ refund: { amount: 100_000_000, on: '2026-02-30' } })).toEqual({
    'refund.on': 'La fecha debe tener el formato AAAA-MM-DD',
  });
});

test.each([
  [recordPayment, 'how', 'Escribe cómo se pagó'],
  [startReprint, 'reason', 'Escribe el motivo'],
  [requestChange, 'words', 'Cuéntanos qué quieres cambiar'],
  [{ body: complaintFields }, 'words', 'Cuéntanos qué pasó'],
  [requestPictures, 'words', 'Escribe qué imagen necesitas y por qué'],
  [{ body: documentBody }, 'number', 'Escribe el número de la boleta'],
  [recordParcels, 'orders.0.tracking', 'Escribe el número de seguimiento'],
] as const)('what must be said is seen: %#', ({ body }, field, missing) => {
  const name = field.split('.').at(-1) ?? '';
  for (const [sent, error] of [
    ['', missing],
    ['\u200b\u2060', missing],
    ['\u3164 .', missing],
    ['sí', undefined],
  ] as const) {
    const said = { [name]: sent };
    expect(problemsOf(body, { ...said, orders: [said] })[field]).toBe(error);
  }
});

const TOO_LONG = /demasiado largo/;
const remarked = (n: number, words: string) => ({
  token: 'a',
  approved: false,
  remarks: [{ n, words }],
});

test.each([
  [changeOrderStatus, { status: 'lost' }, 'status', 'Este estado no existe'],
  [changeOrderStatus, { status: 'pending', reason: 'x'.repeat(501) }, 'reason', TOO_LONG],
  [editOrderNotes, { notes: 'x'.repeat(1001) }, 'notes', TOO_LONG],
  [editOrderNotes, {}, 'notes', 'Falta este dato'],
  [editInternalNotes, { internalNotes: 'x'.repeat(1001) }, 'internalNotes', TOO_LONG],
  [editInternalNotes, {}, 'internalNotes', 'Falta este dato'],
  [recordPayment, { paidAt: 'ayer', how: 'Efectivo' }, 'paidAt', /AAAA-MM-DD/],
  [recordShipping, { courier: 'x'.repeat(61) }, 'courier', TOO_LONG],
  [answerProof, { token: 'a', approved: false, words: 'x'.repeat(1001) }, 'words', TOO_LONG],
  [answerProof, remarked(0, 'x'), 'remarks.0.n', /desde 1/],
  [answerProof, remarked(1, 'x'.repeat(301)), 'remarks.0.words', TOO_LONG],
  [viewProof, { token: 'x'.repeat(501) }, 'token', TOO_LONG],
  [requestSheet, { orderIds: ['A-1'], gap: 3.1 }, 'gap', /entre 3,2 y 20/],
  [requestSheet, { orderIds: ['A-1'], margin: 31 }, 'margin', /entre 0 y 30/],
  [requestSheet, { orderIds: ['A-1'], margin: -1 }, 'margin', /entre 0 y 30/],
  [requestSheet, { orderIds: ['A-1'], separation: 'dots' }, 'separation', /no existe/],
] as const)('a request is refused at its field: %#', ({ body }, sent, field, said) => {
  expect(problemsOf(body, sent)).toEqual({ [field]: expect.stringMatching(said) });
});

test('an address is corrected by the rules of the delivery form, all at once', () => {
  const wrong = (sent: object) => problemsOf(correctAddress.body, sent);
  const typed = { ...sampleDelivery, fullName: '\u200b', phone: '12', email: '.ana@gmail.com' };
  expect(wrong({ ...typed, region: 'RM' })).toEqual({
    fullName: 'El nombre del destinatario es obligatorio',
    phone: 'El teléfono debe ser válido (8-9 dígitos)',
    email: 'El email debe tener un formato válido',
    city: 'La ciudad no es de esa región',
  });
  expect(Object.keys(wrong({}))).toEqual(['fullName', 'phone', 'region', 'city', 'address']);
});

const kept = { n: 1, quantity: 1 };

test('charges of an order sum up to a billion pesos, rebates included', () => {
  const wrong = (...amounts: unknown[]) =>
    problemsOf(changeItems.body, {
      items: [kept],
      charges: amounts.map((amount) => ({ label: 'Diseño', amount })),
    });
  expect(wrong(600_000_000, -400_000_000)).toEqual({});
  expect(wrong(600_000_000, -400_000_001)).toEqual({ charges: 'Los cargos suman demasiado' });
  expect(wrong('mucho')).toEqual({
    'charges.0.amount': 'Debe ser un monto en pesos, sin decimales',
  });
});

test.each([
  [[], {}, { items: 'Se requiere al menos una imagen' }],
  [[kept, kept], {}, { items: 'Una imagen del pedido está dos veces' }],
  [[{ quantity: 1 }], {}, { 'items.0.imageUrl': 'Falta la imagen' }],
  [
    [{ ...kept, quantity: 10_000 }],
    {},
    { 'items.0.quantity': 'La cantidad debe ser un número entero entre 1 y 9.999' },
  ],
  [[kept], { charges: [{ label: ' ', amount: 1 }] }, { 'charges.0.label': 'Escribe qué es' }],
])('an order is not changed to %j, %j', (items, more, problems) => {
  expect(problemsOf(changeItems.body, { items, ...more })).toEqual(problems);
});

test('pins go again with a reason, each picture once', () => {
  const wrong = (items: readonly object[], reason = 'Salió corrida') =>
    problemsOf(startReprint.body, { items, reason });
  expect(
    wrong([
      { n: 1, quantity: 1 },
      { n: 2, quantity: 1 },
    ]),
  ).toEqual({});
  expect(
    wrong([
      { n: 1, quantity: 1 },
      { n: 1, quantity: 2 },
    ]),
  ).toEqual({ items: 'Cada imagen va una sola vez' });
  expect(wrong([])).toEqual({ items: 'Elige qué pines van de nuevo' });
  expect(wrong([{ n: 1, quantity: 1 }], '')).toEqual({ reason: 'Escribe el motivo' });
});

test('a pin changes by its crop, its picture or its words', () => {
  const wrong = (sent: object) => problemsOf(changeItem.body, sent);
  expect(wrong({})).toEqual({ body: 'Envía un recorte, una imagen o un texto' });
  expect(wrong({ originalName: 'a.png' })).toEqual(wrong({}));
  for (const sent of [{ imageUrl: '/api/images/a.png' }, { text: 'Ana' }]) {
    expect(wrong(sent)).toEqual({});
  }
});

test('the number of a boleta may come as a number', () => {
  const issuedOn = '2026-11-25';
  expect(documentBody.parse({ number: 17, issuedOn })).toEqual({
    ...{ number: '17', issuedOn },
    kind: 'boleta',
  });
  expect(problemsOf(documentBody, { number: '', issuedOn })).toEqual({
    number: 'Escribe el número de la boleta',
  });
  expect(problemsOf(documentBody, { number: true, issuedOn }).number).toBe('Debe ser un texto');
});

test('a printer is out by a tenth at most, one way or the other', () => {
  const [min, max] = SCALE_LIMITS;
  const wrong = (scaleX: unknown) => problemsOf(savePrinter.body, { scaleX, scaleY: 1 }).scaleX;
  for (const scale of [min, 1, max]) expect(wrong(scale)).toBeUndefined();
  for (const scale of [min - 0.001, max + 0.001]) {
    expect(wrong(scale)).toMatch(/^Debe ser un número entre 0,\d+ y 1,\d+$/);
  }
  expect(wrong('1')).toBe('Debe ser un número');
});

test('sales are asked for by weeks or months, so many at most', () => {
  const wrong = (query: object) => problemsOf(readSales.query, query);
  const count = { last: 'Pide de 1 a 53 semanas, o de 1 a 24 meses' };
  expect(wrong({})).toEqual({});
  expect(wrong({ by: 'month', last: '24' })).toEqual({});
  for (const last of ['0', '54', '1.5', 'x']) expect(wrong({ last })).toEqual(count);
  expect(wrong({ by: 'month', last: '25' })).toEqual(count);
});

test('an order opens in the panel by its number', () => {
  expect(panelOrderUrl('https://pines.cl', 'A-1 b')).toBe(
    'https://pines.cl/?panel=pedidos/A-1%20b',
  );
});

test('numbers of orders are read one by one, each once', () => {
  expect(downloadSlips.query?.parse({ ids: ' A-1 , B-2,,A-1' })).toEqual({ ids: ['A-1', 'B-2'] });
});

test('the words of a pin are such as we have letters for, the first missing ones named', () => {
  const said = (text: string) => problemsOf(pinWords, text).body;
  expect(said('Ñandú')).toBeUndefined();
  expect(said('a'.repeat(40))).toBeUndefined();
  expect(said('م'.repeat(40))).toMatch(/^No tenemos letras/);
  expect(said('محمدوى')).toMatch(/^No tenemos letras para esto: \S+( \S+){0,4}$/);
});

test('a call has a name by its path and method', () => {
  expect(nameOf(cancelOrder)).toBe('cancelOrder');
});
