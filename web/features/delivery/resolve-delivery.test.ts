import { describe, expect, it } from 'vitest';
import { emptyDelivery } from '#domain/delivery/delivery.ts';
import { deliveryResolver } from './use-delivery-form.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

describe('the delivery form’s resolver', () => {
  it('puts each of the shop’s messages at its field', async () => {
    const { errors } = await deliveryResolver(true)(emptyDelivery, undefined, options);
    expect(errors).toMatchObject({
      fullName: { message: 'El nombre del destinatario es obligatorio' },
      email: { message: 'El email es obligatorio para recibir confirmación del pedido' },
      city: { message: 'La ciudad es obligatoria' },
    });
  });

  it('asks a signed-in buyer for no e-mail', async () => {
    const { errors } = await deliveryResolver(false)(emptyDelivery, undefined, options);
    expect(errors).not.toHaveProperty('email');
  });
});
