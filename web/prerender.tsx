import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PublicConfig } from '#contract/home/config.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { App } from './app/App.tsx';
import { pageConfig } from './lib/config.ts';

/** Renders the home page at build time, so that it is shown before any script runs. */
export function render(): string {
  pageConfig.set(unfilledConfig);
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** The settings at build time: placeholders that the server replaces. */
export const unfilledConfig: PublicConfig = {
  shop: { name: '__SHOP_NAME__', email: '', whatsapp: '', rut: '', address: '' },
  shown: {
    pin: '__pin__',
    make: '__make__',
    back: '__back__',
    size: '__size__',
    sizeMm: '__sizeMm__',
    shippingChillan: '__shippingChillan__',
    shipping: '__shipping__',
    ways: '__ways__',
    days: '__days__',
    daysInWords: '__daysInWords__',
    arrival: '__arrival__',
    paying: '__paying__',
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
