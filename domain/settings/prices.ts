import { formatPesos } from '#domain/base/money.ts';
import { DEFAULT_PRICES, type Prices } from '#domain/orders/prices.ts';
import { describePrice } from '#domain/pins/pin.ts';
import { type Group, list, once, pesos, region, whole } from './group.ts';

export const prices: Group<Prices> = {
  label: 'Precios',
  about: 'Valen desde el próximo pedido; los pedidos hechos no cambian',
  usual: DEFAULT_PRICES,
  fields: {
    pin: pesos('precio por pin', { isWide: true }),
    shippingChillan: pesos('envío a Chillán'),
    shipping: pesos('envío al resto de Chile'),
    freeShippingFrom: pesos('envío gratis desde', {
      hint: 'Vacío: el envío siempre se cobra',
      isOptional: true,
      isWide: true,
    }),
    steps: list('precios por cantidad', {
      hint: 'Con más pines en un pedido, cada uno cuesta menos',
      one: 'Tramo',
      entry: {
        from: whole('Desde (pines)', { unit: 'pines', min: 2, max: 10_000 }),
        price: pesos('Cada pin'),
      },
      rules: [
        {
          at: 'from',
          fits: ({ from }, before) => from > (before.at(-1)?.from ?? 1),
          error: 'Cada tramo empieza con más pines que el anterior',
        },
      ],
    }),
    shippingByRegion: list('envío por región', {
      hint: 'Para las regiones donde el envío cuesta otra cosa; Chillán tiene su propio precio',
      one: 'Región',
      entry: { region: region('Región'), price: pesos('Envío') },
      rules: [once('region', 'Esta región ya está en la lista')],
    }),
  },
  summarize: (values) =>
    `${describePrice(values)} por pin. Envío: ${formatPesos(values.shippingChillan)} a Chillán, ${formatPesos(values.shipping)} al resto`,
};
