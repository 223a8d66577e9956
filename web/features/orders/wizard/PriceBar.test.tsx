import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { billedPrice } from '#contract/orders/bill.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import { DEFAULT_PRICES, type Destination, type Prices } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/prerender.tsx';
import { PriceBar } from './PriceBar.tsx';

/** Returns the bar's text for two pins to a place. */
function say(to: Partial<Destination>, changes: Partial<Prices> = {}): string {
  const prices = { ...DEFAULT_PRICES, ...changes };
  pageConfig.set({ ...unfilledConfig, prices });
  const place = { region: '', city: '', ...to };
  const [pin] = offeredPins({ prices, press: DEFAULT_PRESS });
  const lines = [{ pin: { ...pin, finish: null }, quantity: 2 }];
  const pricing = toPricing(priceOrder({ lines, to: place, shipping: prices }));
  const page = renderToStaticMarkup(<PriceBar bill={billedPrice(pricing, place)}>{null}</PriceBar>);
  return page.replaceAll(/<[^>]+>/g, '').trim();
}

const byRegion = { shippingByRegion: [{ region: 'XII', price: 7000 }] };
test.each<[place: Partial<Destination>, prices: Partial<Prices>, said: string]>([
  [{}, {}, '$7.400 2 pines, con envío de $4.000 (a Chillán, $2.500)'],
  [{}, byRegion, '$7.400 2 pines, con envío de $4.000 (cambia según la región)'],
  [{ region: 'XVI' }, byRegion, '$7.400 2 pines, con envío de $4.000 (a Chillán, $2.500)'],
  [{ region: 'XII' }, byRegion, '$10.400 2 pines, con envío de $7.000 a tu región'],
  [{ region: 'XV' }, {}, '$7.400 2 pines, con envío de $4.000 a tu región'],
  [{ region: 'XV', city: 'Arica' }, {}, '$7.400 2 pines, con envío de $4.000 a Arica'],
  [{}, { freeShippingFrom: 3400 }, '$3.400 2 pines, con envío gratis'],
  [
    { region: 'XV', city: 'Arica' },
    { freeShippingFrom: 3400 },
    '$3.400 2 pines, con envío gratis a Arica',
  ],
  [{ payShipping: 'onArrival' }, {}, '$3.400 2 pines, con envío por pagar'],
  [{ way: 'pickup', city: 'Arica' }, {}, '$3.400 2 pines, con retiro gratis'],
])('to %j with %j it says %s', (to, prices, said) => {
  expect(say(to, prices)).toContain(said);
});
