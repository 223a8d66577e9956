import { expect, it } from 'vitest';
import { actorName, describeChanges } from './audit-texts.ts';

it('tells from what to what, in words', () => {
  expect(
    describeChanges([
      { field: 'status', from: 'pending', to: 'processing' },
      { field: 'totalAmount', from: 5900, to: 7400 },
      { field: 'paidAt', from: null, to: '2026-03-05' },
      { field: 'isActive', from: true, to: false },
    ]),
  ).toBe(
    'estado: Pendiente → En Proceso, total: $5.900 → $7.400, fecha del pago: – → 5/3/2026, activo: sí → no',
  );
});

it('names a personal field alone, and an unknown one as it is called', () => {
  expect(describeChanges([{ field: 'fullName' }, { field: 'algo' }])).toBe('nombre, algo');
});

it('tells of a product which it is, and what of it changed', () => {
  expect(describeChanges([{ field: 'product', to: 'Pin' }, { field: 'pin' }])).toBe(
    'producto: Pin, precio por pin',
  );
});

it('says who it was', () => {
  expect(actorName({ uid: 'u', email: 'jefa@ejemplo.cl' })).toBe('jefa@ejemplo.cl');
  expect(actorName({ uid: 'u', email: null })).toBe('Una cuenta que ya no existe');
  expect(actorName(null)).toBe('La tienda');
  for (const act of ['proof_answered', 'quote_accepted', 'invoice_requested'] as const) {
    expect(actorName(null, act)).toBe('Quien compró');
  }
});
