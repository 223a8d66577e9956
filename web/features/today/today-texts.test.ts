import { expect, test } from 'vitest';
import type { TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { describeAge, describePayers, describeUnreachable, nextOf } from './today-texts.ts';

const order: TodayOrder = {
  id: 'AB-12',
  version: 1,
  createdAt: '2026-11-24T12:00:00.000Z',
  fullName: 'Ana',
  city: 'Chillán',
  pins: 2,
  amount: 5900,
  ageDays: 0,
  waitsFor: 'payment',
  dueOn: null,
  receipt: null,
  proof: null,
  words: null,
  payBy: null,
  hasNewPicture: false,
  shipping: { courier: null, trackingNumber: null },
  phone: '',
  email: null,
  whatsappUrl: null,
};
const receipt = { receivedAt: '2026-11-24T12:00:00.000Z', type: 'image/webp', bytes: 1 };
const proof = (state: 'open' | 'changes' | 'void' | 'approved') => ({
  proof: { state, at: '2026-11-24T12:00:00.000Z', words: null },
});

test.each<[string, Partial<TodayOrder>, string, string, TodayGroup?]>([
  ['an unpaid one', {}, 'act', 'Marcar pagado'],
  ['one with a receipt', { receipt }, 'receipt', 'Ver comprobante', 'receipts'],
  ['one that left unpaid', { waitsFor: null }, 'act', 'Marcar pagado', 'unpaid'],
  [
    'one to print, with a receipt for what it costs more',
    { receipt, waitsFor: 'print' },
    ...(['receipt', 'Ver comprobante', 'receipts'] as const),
  ],
  ['one whose receipt was checked', { receipt, waitsFor: 'balance' }, 'act', 'Marcar pagado'],
  ['one without a proof', { waitsFor: 'proof' }, 'proof', 'Enviar prueba'],
  [
    'one whose proof nobody answers',
    { waitsFor: 'proof', ...proof('open') },
    'proof',
    'Enviar otra prueba',
  ],
  ['one with changes', { waitsFor: 'proof', ...proof('changes') }, 'look', 'Ver los cambios'],
  ['one to print', { waitsFor: 'print', ...proof('approved') }, 'act', 'Marcar impreso'],
  ['one to pack', { waitsFor: 'pack' }, 'act', 'Marcar empacado'],
  ['one to send', { waitsFor: 'dispatch' }, 'parcel', 'Marcar despachado'],
  [
    'one to be picked up',
    { waitsFor: 'pack', deliveryData: { way: 'pickup' } },
    'act',
    'Marcar listo para retirar',
  ],
  [
    'one that is ready',
    { waitsFor: 'dispatch', deliveryData: { way: 'pickup' } },
    'act',
    'Marcar entregado',
  ],
])('what is next for %s', (_name, facts, kind, label, group) => {
  expect(nextOf({ ...order, ...facts }, group)).toMatchObject({ kind, label });
});

test('ages and payers in words', () => {
  expect([0, 1, 12].map(describeAge)).toEqual(['hoy', 'hace 1 día', 'hace 12 días']);
  expect(describePayers({ month: 12, semester: 1000 })).toBe(
    'Personas distintas que te han pagado: 12 este mes y 1.000 o más este semestre',
  );
});

test('a refund of an erased person says what is left to do', () => {
  expect(describeUnreachable(order)).toMatch(/^Sus datos se borraron: devuélvelo por donde pagó/);
  expect(describeUnreachable({ ...order, phone: '+56912345678' })).toBeNull();
  expect(describeUnreachable({ ...order, email: 'ana@correo.cl' })).toBeNull();
});
