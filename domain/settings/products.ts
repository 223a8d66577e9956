import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { defaultProducts, describeProduct, type Product } from '#domain/pins/products.ts';
import type { Group } from './group.ts';

/** Price and press of the first one on offer are also shown and changed as `prices` and `press`. */
export const products: Group<{ products: Product[] }> = {
  label: 'Productos',
  about: 'Vale desde el próximo pedido; los pedidos hechos no cambian',
  usual: { products: defaultProducts({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS }) },
  fields: { products: { kind: 'own', label: 'productos' } },
  summarize: (values) => values.products.map(describeProduct).join('; '),
};
