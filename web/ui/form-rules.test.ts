import { describe, expect, it } from 'vitest';
import { formProblems } from '#contract/delivery/delivery.ts';
import { emptyDelivery } from '#domain/delivery/delivery.ts';
import { byField, resolveBy } from './form-rules.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const resolve = (isGuest: boolean) =>
  resolveBy((form: typeof emptyDelivery) => formProblems(form, { isGuest }))(
    emptyDelivery,
    undefined,
    options,
  );

describe('the rules of a form', () => {
  it('put each of the shop’s messages at its field', async () => {
    expect((await resolve(true)).errors).toMatchObject({
      fullName: { message: 'El nombre del destinatario es obligatorio' },
      email: { message: 'El email es obligatorio para recibir confirmación del pedido' },
      city: { message: 'La ciudad es obligatoria' },
    });
    expect((await resolve(false)).errors).not.toHaveProperty('email');
  });

  it('find the field of a path in the body, and keep the first message of each', () => {
    const problems = {
      'refund.amount': 'Falta',
      'items.0.quantity': 'Primera',
      'items.1.quantity': 'Segunda',
      body: 'Nada que enviar',
    };
    expect(byField({ amount: '', items: [] }, problems)).toEqual({
      ...problems,
      amount: 'Falta',
      items: 'Primera',
      body: 'Nada que enviar',
    });
  });
});
