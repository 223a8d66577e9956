import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PublicConfig } from '#contract/config.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { DEFAULT_PROMISE } from '#domain/promise.ts';
import { App } from './app/App.tsx';
import { pageConfig } from './lib/config.ts';

/** Renders the home page at build time, so that it shows before any script has run. */
export function render(): string {
  pageConfig.set(unfilledConfig);
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** What is known while the page is rendered at build time: places that the server fills in. */
export const unfilledConfig: PublicConfig = {
  shop: { name: '__SHOP_NAME__', email: '', whatsapp: '', rut: '', address: '' },
  shown: {
    pin: '__PIN_PRICE__',
    make: '__PIN_MAKE__',
    back: '__PIN_BACK__',
    size: '__PIN_SIZE__',
    sizeMm: '__PIN_SIZE_MM__',
    shippingChillan: '__SHIPPING_CHILLAN__',
    shipping: '__SHIPPING__',
    days: '__DAYS__',
    daysInWords: '__DAYS_IN_WORDS__',
    arrival: '__ARRIVAL__',
    paying: '__PAYING__',
  },
  arrival: { from: '', to: '' },
  press: DEFAULT_PRESS,
  prices: DEFAULT_PRICES,
  products: [],
  delivery: DEFAULT_PROMISE,
  notice: { text: '__NOTICE__', ordersClosed: false, closedText: '' },
  termsVersion: '',
  auth: { provider: 'embedded', google: false },
  maps: { provider: 'osm', tilesUrl: '' },
};
