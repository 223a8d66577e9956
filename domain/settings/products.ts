import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { defaultProducts, describeProduct, type Product } from '#domain/pins/products.ts';
import type { Group } from './group.ts';

/** The first offered product has its price in `prices` and its press in `press`. */
export const products: Group<{ products: Product[] }> = {
  label: 'Productos',
  about: 'Vale desde el próximo pedido; los pedidos hechos no cambian',
  usual: { products: defaultProducts({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS }) },
  fields: { products: { kind: 'own', label: 'productos' } },
  summarize: (values) => values.products.map(describeProduct).join('; '),
};
