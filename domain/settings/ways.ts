import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { NO_FURTHER_WAYS, type WaySettings } from '#domain/delivery/ways.ts';
import { type Group, joinParts } from './group.ts';

export const ways: Group<WaySettings> = {
  label: 'Formas de entrega',
  about: 'Además del envío a domicilio, que siempre se ofrece; valen desde el próximo pedido',
  usual: NO_FURTHER_WAYS,
  fields: {
    pickup: {
      kind: 'switch',
      label: 'retiro en la tienda',
      hint: 'Quien compra deja nombre y teléfono, sin dirección',
    },
    pickupPlace: {
      kind: 'line',
      label: 'dónde se retira',
      hint: 'Por ejemplo, Arauco 123, Chillán',
      max: 200,
    },
    pickupHours: {
      kind: 'line',
      label: 'horario de retiro',
      hint: 'Por ejemplo, lunes a viernes de 10 a 18 h',
      max: 120,
    },
    pickupPrice: { kind: 'pesos', label: 'precio del retiro' },
    branch: {
      kind: 'switch',
      label: 'retiro en la oficina de un courier',
      hint: 'Quien compra elige un courier de tu lista y en qué oficina lo retira',
    },
    branchPrice: { kind: 'pesos', label: 'envío a una oficina', isWide: true },
    branches: {
      kind: 'list',
      label: 'oficinas',
      hint: 'Las que se proponen; de un courier sin oficinas en la lista, cada uno escribe la suya',
      one: 'Oficina',
      entry: {
        courier: {
          kind: 'line',
          label: 'Courier',
          max: DELIVERY_LIMITS.courier,
          missing: 'Escribe el courier',
        },
        branch: {
          kind: 'line',
          label: 'Oficina',
          max: DELIVERY_LIMITS.branch,
          missing: 'Escribe la oficina, como Chillán Centro',
        },
      },
    },
    payOnArrival: {
      kind: 'switch',
      label: 'envío por pagar',
      hint: 'Quien compra puede pagar el envío al courier cuando lo recibe; en el pedido cuesta $0',
    },
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
