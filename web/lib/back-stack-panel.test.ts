import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Panel } from './levels.ts';
import { openShop, openTab } from './testing/tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The panel in a shop: its URL determines the place, and an order is a window over it. */
function openPanelShop(tab = openTab()) {
  const shop = openShop(tab);
  const { panel } = shop;
  const close = () => panel.set(null);
  const closeOrder = () => go({ query: panel.get()?.query.split('/')[0] ?? '' });
  const go = (part: Partial<Panel>) => {
    const now = panel.get();
    if (now) panel.set({ ...now, ...part });
  };
  const adjust = (name: string, isWanted: boolean, onClose: () => void) => {
    const isOpen = shop.names.includes(name);
    if (isWanted && !isOpen) shop.open(name, onClose);
    if (!isWanted && isOpen) shop.close(name);
  };
  // Like the screens: the windows follow the requested place, once their code is loaded.
  const follow = () => {
    const now = panel.get();
    if (now?.isReady === false) return;
    const isOrder = now?.query.includes('/') ?? false;
    if (!isOrder) adjust('order', false, closeOrder);
    adjust('panel', now !== null, close);
    if (isOrder) adjust('order', true, closeOrder);
  };
  panel.subscribe(follow);
  return {
    ...shop,
    go,
    open: (query: string) => panel.set({ query, past: 0 }),
    choose: (query: string) => go({ query, past: (panel.get()?.past ?? 0) + 1 }),
    /** The panel's code has loaded. */
    bring: () => {
      if (panel.get()) go({ isReady: true });
      vi.runAllTimers();
    },
    get place() {
      return [panel.get()?.query, ...shop.names].filter(Boolean).join(' ');
    },
    get address() {
      return tab.addresses[tab.index] ?? '/';
    },
  };
}

test('each tab and order has its address, and closing the panel cleans it', () => {
  const shop = openPanelShop();
  const seen: string[] = [];
  const look = () => {
    shop.settle();
    seen.push(shop.address);
  };
  shop.open('panel=pedidos');
  look();
  shop.go({ query: 'panel=pedidos/A' });
  look();
  shop.go({ query: 'panel=pedidos' });
  look();
  shop.choose('panel=taller');
  look();
  shop.go({ query: 'panel=taller&espera=pago' });
  look();
  shop.panel.set(null);
  look();
  expect(seen).toEqual([
    '/?panel=pedidos',
    '/?panel=pedidos/A',
    '/?panel=pedidos',
    '/?panel=taller',
    '/?panel=taller&espera=pago',
    '/',
  ]);
  shop.press(-1);
  expect(shop.tab.left).toBe(1);
});

test('Back closes the order, goes through the tabs and closes the panel; Forward returns', () => {
  const shop = openPanelShop();
  shop.open('panel=pedidos');
  shop.settle();
  shop.choose('panel=taller');
  shop.settle();
  shop.go({ query: 'panel=taller/A' });
  shop.settle();
  const seen: string[] = [];
  for (const by of [-1, -1, -1, 1, 1, 1]) {
    shop.press(by);
    shop.bring();
    seen.push(`${shop.place} ${shop.address}`.trim());
  }
  expect(seen).toEqual([
    'panel=taller panel /?panel=taller',
    'panel=pedidos panel /?panel=pedidos',
    '/',
    'panel=pedidos panel /?panel=pedidos',
    'panel=taller panel /?panel=taller',
    'panel=taller/A panel order /?panel=taller/A',
  ]);
  shop.press(-2);
  expect(shop.place).toBe('panel=pedidos panel');
});

test('an address that leads into the panel opens it there, over an entry of the shop alone', () => {
  const tab = openTab();
  tab.addresses = ['/?panel=pedidos/A'];
  const shop = openPanelShop(tab);
  shop.settle();
  expect(shop.address).toBe('/?panel=pedidos/A');
  expect(shop.place).toBe('panel=pedidos/A');
  shop.bring();
  expect(shop.place).toBe('panel=pedidos/A panel order');
  expect(tab.addresses).toEqual(['/', '/?panel=pedidos/A', '/?panel=pedidos/A']);
  shop.press(-1);
  expect(`${shop.place} ${shop.address}`).toBe('panel=pedidos panel /?panel=pedidos');
  shop.press(-1);
  expect(`${shop.place} ${shop.address}`).toBe(' /');
  expect(tab.left).toBe(0);
});

test('a reload keeps the place with the tabs behind it, however long its code takes', () => {
  const before = openPanelShop();
  before.open('panel=pedidos');
  before.settle();
  before.choose('panel=taller');
  before.settle();
  before.go({ query: 'panel=taller/A' });
  before.settle();

  const tab = openTab(before.tab.states, before.tab.index);
  tab.addresses = before.tab.addresses;
  const shop = openPanelShop(tab);
  shop.settle();
  expect(shop.address).toBe('/?panel=taller/A');
  shop.bring();
  expect(shop.place).toBe('panel=taller/A panel order');
  const seen: string[] = [];
  for (const by of [-1, -1, -1]) {
    shop.press(by);
    seen.push(shop.place);
  }
  expect(seen).toEqual(['panel=taller panel', 'panel=pedidos panel', '']);
});

test('Back while the panel is on its way leads where its entry does', () => {
  const before = openPanelShop();
  before.open('panel=pedidos');
  before.settle();
  before.go({ query: 'panel=pedidos/A' });
  before.settle();
  const tab = openTab(before.tab.states, before.tab.index);
  tab.addresses = before.tab.addresses;
  const shop = openPanelShop(tab);
  shop.press(-1);
  expect(shop.place).toBe('panel=pedidos');
  shop.press(-1);
  shop.bring();
  expect(`${shop.place} ${shop.address}`).toBe(' /');
});
