import { useSyncExternalStore } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import { DEFAULT_PRESS } from '#domain/press.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { DEFAULT_PROMISE } from '#domain/promise.ts';
import { createStore } from './store.ts';

/** What is known while the page is rendered at build time: places that the server fills in. */
const unfilled: PublicConfig = {
  shop: { name: '__SHOP_NAME__', email: '', whatsapp: '', rut: '', address: '' },
  shown: {
    pin: '__PIN_PRICE__',
    shippingChillan: '__SHIPPING_CHILLAN__',
    shipping: '__SHIPPING__',
    days: '__DAYS__',
    daysInWords: '__DAYS_IN_WORDS__',
  },
  press: DEFAULT_PRESS,
  prices: DEFAULT_PRICES,
  delivery: DEFAULT_PROMISE,
  notice: { text: '__NOTICE__', ordersClosed: false, closedText: '' },
  termsVersion: '',
  auth: { provider: 'embedded', google: false },
  maps: { provider: 'osm', tilesUrl: '' },
};

function readPage(): PublicConfig {
  const text = globalThis.document?.getElementById('app-config')?.textContent;
  return text ? JSON.parse(text) : unfilled;
}

/** The shop's settings as far as this page knows them: the server wrote them into it. */
export const pageConfig = createStore(readPage());

/** The same for screens, which follow them. */
export function usePageConfig(): PublicConfig {
  return useSyncExternalStore(pageConfig.subscribe, pageConfig.get, pageConfig.get);
}

/** Asks the shop for its settings anew; what cannot be had stays as it is. */
export async function refreshConfig(): Promise<void> {
  try {
    const answer = await fetch('/api/config');
    const { success, ...config } = await answer.json();
    if (!success || JSON.stringify(config) === JSON.stringify(pageConfig.get())) return;
    pageConfig.set(config);
  } catch {
    // The next occasion comes.
  }
}

/** Asks anew whenever the page comes back to the front. */
export function watchConfig(): void {
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refreshConfig();
  });
}
