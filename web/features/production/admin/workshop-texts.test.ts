import { expect, test } from 'vitest';
import type { Act } from '#domain/orders/order-stage.ts';
import { describeDue, describeLeaving } from '#web/features/production/board-texts.ts';
import { describeStep } from './workshop-texts.ts';

test.each([
  ['2026-03-06', 'Atrasado 3 días', 'bad'],
  ['2026-03-08', 'Atrasado 1 día', 'bad'],
  ['2026-03-09', 'Vence hoy', 'wait'],
  ['2026-03-10', 'Vence mañana', 'wait'],
  ['2026-03-16', 'Vence el 16/3', 'quiet'],
  [null, 'Sin pago', 'quiet'],
])('on 9 March an order due on %s reads %s', (dueOn, text, tone) => {
  expect(describeDue({ dueOn }, '2026-03-09')).toEqual({ text, tone });
});

test.each([
  [null, '2026-03-12', 'Atrasado: es para el 13/3', 'bad'],
  ['2026-03-16', '2026-03-12', 'Atrasado: es para el 13/3', 'bad'],
  ['2026-03-16', '2026-03-13', 'Es para el 13/3', 'wait'],
  ['2026-03-13', '2026-03-16', 'Vence el 13/3', 'quiet'],
  ['2026-03-06', '2026-03-12', 'Atrasado 3 días', 'bad'],
])('one due on %s that must leave on %s reads %s', (dueOn, leaveBy, ...said) => {
  const [text, tone] = said;
  const order = { dueOn, leaveBy, deliveryData: { neededBy: '2026-03-13' } };
  expect(describeDue(order, '2026-03-09')).toEqual({ text, tone });
});

test('days are counted by the calendar where the clocks change', () => {
  expect(describeDue({ dueOn: '2026-04-06' }, '2026-04-03').text).toBe('Vence el 6/4');
  expect(describeDue({ dueOn: '2026-04-04' }, '2026-04-05').text).toBe('Atrasado 1 día');
});

const note = (step: Act, isSet: boolean) => ({ step, isSet, isPickedUp: false });

test('what was done is told of one and of several', () => {
  expect(describeStep(['A1'], note('printed', true))).toBe('Pedido A1 marcado como impreso');
  expect(describeStep(['A1', 'B2'], note('packed', true))).toBe(
    '2 pedidos marcados como empacados',
  );
  expect(describeStep(['A1', 'B2'], note('paid', true))).toBe(
    '2 pedidos marcados como pagados hoy por transferencia',
  );
  expect(describeStep(['A1'], note('paid', false))).toBe('Pedido A1 ya no figura como pagado');
  expect(describeStep(['A1'], note('packed', false))).toBe('Pedido A1 ya no figura como empacado');
});

test('what is picked up is ready and handed over, not packed and sent', () => {
  const told = (step: Act) => describeStep(['A1', 'B2'], { ...note(step, true), isPickedUp: true });
  expect(told('packed')).toBe('2 pedidos marcados como listos para retirar');
  expect(told('dispatched')).toBe('2 pedidos marcados como entregados');
  expect(told('printed')).toBe('2 pedidos marcados como impresos');
});

test('who has no e-mail, or picks up what was made once more, is not promised a mail', () => {
  const sent = { deliveryData: undefined };
  const pickedUp = { deliveryData: { way: 'pickup' }, reprint: true } as const;
  expect(describeLeaving([sent])).toBe(
    'El pedido queda en Completado. Le avisamos por correo a quien compró.',
  );
  const silent = { ...sent, isUnreachable: true } as const;
  expect(describeLeaving([silent])).toBe(
    'El pedido queda en Completado. No tiene correo: avísale tú.',
  );
  expect(describeLeaving([sent, silent])).toBe(
    'Los pedidos quedan en Completado. Le avisamos por correo a quien compró. 1 pedido sin correo: avísale tú.',
  );
  expect(describeLeaving([{ ...sent, reprint: true }])).toBe(
    'Le avisamos por correo a quien compró.',
  );
  expect(describeLeaving([sent, pickedUp])).toBe(
    'Los pedidos quedan en Completado. Le avisamos por correo a quien compró. 1 pedido de retiro: queda como entregado, sin courier. A quien retira una reimpresión no le avisamos otra vez.',
  );
});
