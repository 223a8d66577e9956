import { expect, test } from 'vitest';
import { errorAnswer } from './errors.ts';
import { describePlaced, errorMessages, ORDER_PLACED } from './messages.ts';

test('texts start with a capital letter and have no blanks around them', () => {
  for (const text of Object.values(errorMessages)) {
    expect(text).toMatch(/^[A-ZÁÉÍÓÚ].*\S$/);
  }
});

test('the texts that the shop prescribes are used letter for letter', () => {
  expect(ORDER_PLACED).toBe(
    '¡Pedido creado exitosamente! Te contactaremos pronto para coordinar el pago y envío.',
  );
  expect([describePlaced(), describePlaced({ way: 'branch' })]).toEqual(
    Array(2).fill(ORDER_PLACED),
  );
  expect(describePlaced({ way: 'pickup' })).toMatch(/coordinar el pago y retiro\.$/);
  expect(errorMessages).toMatchObject({
    forbidden: 'No tienes permisos para realizar esta accion',
    not_found: 'Recurso no encontrado',
    internal_error: 'Error interno del servidor',
  });
});

test('a failure is framed with its code and text', () => {
  const answer = {
    success: false,
    code: 'validation_failed',
    message: 'Revisa los datos enviados',
    fields: { 'deliveryData.phone': 'El teléfono es obligatorio' },
  };
  expect(errorAnswer.parse(answer)).toEqual(answer);
  expect(errorAnswer.safeParse({ ...answer, code: 'made_up' }).success).toBe(false);
  expect(errorAnswer.safeParse({ ...answer, success: true }).success).toBe(false);
});
