import { formatPesos } from '#domain/base/money.ts';
import { DEFAULT_PRICES, type Prices } from '#domain/orders/prices.ts';
import { describePrice } from '#domain/pins/pin.ts';
import { type Group, once } from './group.ts';

export const prices: Group<Prices> = {
  label: 'Precios',
  about: 'Valen desde el próximo pedido; los pedidos hechos no cambian',
  usual: DEFAULT_PRICES,
  fields: {
    pin: { kind: 'pesos', label: 'precio por pin', isWide: true },
    shippingChillan: { kind: 'pesos', label: 'envío a Chillán' },
    shipping: { kind: 'pesos', label: 'envío al resto de Chile' },
    freeShippingFrom: {
      kind: 'pesos',
      label: 'envío gratis desde',
      isOptional: true,
      isWide: true,
      hint: 'Vacío: el envío siempre se cobra',
    },
    steps: {
      kind: 'list',
      label: 'precios por cantidad',
      hint: 'Con más pines en un pedido, cada uno cuesta menos',
      one: 'Tramo',
      entry: {
        from: { kind: 'whole', label: 'Desde (pines)', unit: 'pines', min: 2, max: 10_000 },
        price: { kind: 'pesos', label: 'Cada pin' },
      },
      rules: [
        {
          at: 'from',
          fits: ({ from }, before) => from > (before.at(-1)?.from ?? 1),
          error: 'Cada tramo empieza con más pines que el anterior',
        },
      ],
    },
    shippingByRegion: {
      kind: 'list',
      label: 'envío por región',
      hint: 'Para las regiones donde el envío cuesta otra cosa; Chillán tiene su propio precio',
      one: 'Región',
      entry: {
        region: { kind: 'region', label: 'Región' },
        price: { kind: 'pesos', label: 'Envío' },
      },
      rules: [once('region', 'Esta región ya está en la lista')],
    },
  },
  summarize: (values) =>
    `${describePrice(values)} por pin. Envío: ${formatPesos(values.shippingChillan)} a Chillán, ${formatPesos(values.shipping)} al resto`,
};
