import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { NO_FURTHER_WAYS, type WaySettings } from '#domain/delivery/ways.ts';
import { type Group, joinParts, line, list, onOff, pesos } from './group.ts';

export const ways: Group<WaySettings> = {
  label: 'Formas de entrega',
  about: 'Además del envío a domicilio, que siempre se ofrece; valen desde el próximo pedido',
  usual: NO_FURTHER_WAYS,
  fields: {
    pickup: onOff('retiro en la tienda', 'Quien compra deja nombre y teléfono, sin dirección'),
    pickupPlace: line('dónde se retira', 200, { hint: 'Por ejemplo, Arauco 123, Chillán' }),
    pickupHours: line('horario de retiro', 120, {
      hint: 'Por ejemplo, lunes a viernes de 10 a 18 h',
    }),
    pickupPrice: pesos('precio del retiro'),
    branch: onOff(
      'retiro en la oficina de un courier',
      'Quien compra elige un courier de tu lista y en qué oficina lo retira',
    ),
    branchPrice: pesos('envío a una oficina', { isWide: true }),
    branches: list('oficinas', {
      hint: 'Las que se proponen; de un courier sin oficinas en la lista, cada uno escribe la suya',
      one: 'Oficina',
      entry: {
        courier: line('Courier', DELIVERY_LIMITS.courier, { missing: 'Escribe el courier' }),
        branch: line('Oficina', DELIVERY_LIMITS.branch, {
          missing: 'Escribe la oficina, como Chillán Centro',
        }),
      },
    }),
    payOnArrival: onOff(
      'envío por pagar',
      'Quien compra puede pagar el envío al courier cuando lo recibe; en el pedido cuesta $0',
    ),
  },
  rules: [
    {
      at: 'pickupPlace',
      fits: ({ pickup, pickupPlace }) => !pickup || Boolean(pickupPlace),
      error: 'Escribe dónde se retira',
    },
  ],
  summarize: ({ pickup, pickupPlace, branch, payOnArrival }) =>
    joinParts([
      'A domicilio',
      branch && 'a una oficina',
      pickup && `retiro en ${pickupPlace}`,
      payOnArrival && 'envío por pagar',
    ]),
};
