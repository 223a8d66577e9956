import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackStack } from './back-stack.ts';
import type { CloseWindow, Panel, Steps } from './levels.ts';
import { createStore } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab: another site's page, then ours with its entries. Travelling takes a moment, as in browsers. */
function openTab(states: unknown[] = [null], index = states.length - 1) {
  const listeners = new Map<string, (event: never) => void>();
  const tab = {
    states,
    index,
    /** The entries' addresses, as far as they differ from the page's own. */
    addresses: [] as (string | undefined)[],
    /** How often the page was left behind. */
    left: 0,
    loads: 0,
    travel(by: number) {
      if (by === 0) tab.loads += 1;
      const go = () => {
        const to = tab.index + by;
        if (to < 0) tab.left += 1;
        else if (by !== 0 && to < tab.states.length) tab.arrive(to);
      };
      setTimeout(go, 3);
    },
    arrive(to: number) {
      tab.index = to;
      tab.tell('popstate', { state: tab.states[to] });
    },
    tell: (name: string, event: object) => listeners.get(name)?.(event as never),
    history: {
      scrollRestoration: 'auto' as ScrollRestoration,
      get state() {
        return tab.states[tab.index];
      },
      go: (by = 0) => tab.travel(by),
      pushState(state: unknown, _?: string, address?: string) {
        const before = tab.addresses[tab.index];
        tab.states.splice(tab.index + 1, Infinity, state);
        tab.index += 1;
        tab.addresses[tab.index] = address ?? before;
      },
      replaceState(state: unknown, _?: string, address?: string) {
        tab.states[tab.index] = state;
        if (address !== undefined) tab.addresses[tab.index] = address;
      },
    },
    location: {
      get search(): string {
        return tab.addresses[tab.index]?.slice(1) ?? '';
      },
    },
    addEventListener: (name: string, listener: (event: never) => void) =>
      void listeners.set(name, listener),
  };
  return tab;
}

/** A shop in a tab: its windows, its steps, and a buyer who presses the browser's buttons. */
function openShop(tab = openTab()) {
  const windows = createStore<readonly CloseWindow[]>([]);
  const panel = createStore<Panel | null>(null);
  const steps = createStore<Steps | null>(null);
  const shop = {
    tab,
    panel,
    step: 0,
    furthest: 3,
    names: [] as string[],
    settle: () => vi.runAllTimers(),
    open(name: string, onClose = () => shop.close(name)) {
      shop.names.push(name);
      windows.set([...windows.get(), onClose]);
    },
    close(name: string) {
      const place = shop.names.indexOf(name);
      shop.names.splice(place, 1);
      windows.set(windows.get().toSpliced(place, 1));
    },
    show(step: number) {
      shop.step = step;
      const goTo = (wanted: number) => {
        if (wanted <= shop.furthest) shop.show(wanted);
      };
      steps.set({ step, goTo });
    },
    press(by: number) {
      tab.travel(by);
      vi.runAllTimers();
    },
    /** What is on the screen: the step, then the windows over it. */
    get screen() {
      return [shop.step, ...shop.names].join(' ');
    },
  };
  createBackStack(tab as never, { windows, panel, steps });
  return shop;
}

test('Back goes through the steps, Forward returns, and Back from the start leaves', () => {
  const shop = openShop();
  for (const step of [1, 2, 3]) {
    shop.show(step);
    shop.settle();
  }
  const seen: string[] = [];
  for (const by of [-1, -1, -1, 1, 1, 1]) {
    shop.press(by);
    seen.push(shop.screen);
  }
  expect(seen).toEqual(['2', '1', '0', '1', '2', '3']);
  shop.press(-3);
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
  shop.press(-1);
  expect(shop.tab.left).toBe(1);
});

test('Back closes the window on top, one by one, before it changes the step', () => {
  const shop = openShop();
  shop.show(2);
  shop.open('terms');
  shop.open('map');
  shop.settle();
  const seen: string[] = [];
  for (let press = 0; press < 3; press += 1) {
    shop.press(-1);
    seen.push(shop.screen);
  }
  expect(seen).toEqual(['2 terms', '2', '1']);
});

test('two presses in a hurry close two windows', () => {
  const shop = openShop();
  shop.open('panel');
  shop.open('order');
  shop.settle();
  shop.tab.travel(-1);
  shop.tab.travel(-1);
  shop.settle();
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
});

test('a jump over several entries closes several windows', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('panel');
  shop.open('order');
  shop.settle();
  shop.press(-3);
  expect(shop.screen).toBe('0');
});

test('a window closed by its cross leaves no entry to go back through', () => {
  const shop = openShop();
  shop.open('profile');
  shop.settle();
  expect(shop.tab.index).toBe(1);
  shop.close('profile');
  shop.settle();
  expect(shop.tab.index).toBe(0);
  shop.press(-1);
  expect(shop.tab.left).toBe(1);
});

test('a window that opens while another one closes is closed by the next Back', () => {
  const shop = openShop();
  shop.open('link');
  shop.settle();
  shop.close('link');
  shop.open('sign-in');
  shop.settle();
  expect(shop.tab.states).toHaveLength(2);
  shop.press(-1);
  expect(shop.screen).toBe('0');

  shop.open('profile');
  shop.settle();
  shop.close('profile');
  vi.advanceTimersByTime(1);
  // The way back is under way.
  shop.open('sign-in');
  shop.settle();
  expect(shop.screen).toBe('0 sign-in');
  shop.press(-1);
  expect(shop.screen).toBe('0');
  expect(shop.tab.left).toBe(0);
});

test('Back asks where closing asks, and Back takes the question away', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('form', () => shop.open('question'));
  shop.settle();
  const entries = shop.tab.states.length;
  for (let round = 0; round < 3; round += 1) {
    shop.press(-1);
    expect(shop.screen).toBe('1 form question');
    // No entry is added in answer to Back, but there is one to press Back from.
    expect(shop.tab.states).toHaveLength(entries);
    expect(shop.tab.index).toBe(2);
    shop.press(-1);
    expect(shop.screen).toBe('1 form');
  }
  shop.press(-1);
  shop.close('question');
  shop.close('form');
  shop.settle();
  expect(shop.tab.index).toBe(1);
  shop.press(-1);
  expect(shop.screen).toBe('0');
});

test('two presses in a hurry on a form ask, and lose neither the form nor the step', () => {
  const shop = openShop();
  shop.show(2);
  shop.open('form', () => shop.open('question'));
  shop.settle();
  shop.tab.travel(-1);
  shop.tab.travel(-1);
  shop.settle();
  expect(shop.names).toContain('form');
  expect(shop.step).toBe(2);
  expect(shop.tab.index).toBe(3);
});

test('a step that holds while its order is sent stays, and Back works again afterwards', () => {
  const shop = openShop();
  shop.show(3);
  shop.settle();
  shop.furthest = -1;
  shop.press(-1);
  shop.press(-1);
  expect(shop.screen).toBe('3');
  expect(shop.tab.index).toBe(3);
  shop.furthest = 3;
  shop.show(0);
  shop.settle();
  expect(shop.tab.index).toBe(0);
});

test('Forward opens no window again, and no step that the order does not allow', () => {
  const shop = openShop();
  shop.show(1);
  shop.open('terms');
  shop.settle();
  shop.press(-1);
  shop.press(1);
  expect(shop.screen).toBe('1');
  expect(shop.tab.index).toBe(1);

  shop.show(3);
  shop.settle();
  shop.press(-2);
  shop.furthest = 2;
  shop.press(2);
  expect(shop.screen).toBe('1');
  shop.press(1);
  expect(shop.screen).toBe('2');
});

test('after a reload the entries of the page before still lead through the steps', () => {
  const before = openShop();
  for (const step of [1, 2]) {
    before.show(step);
    before.settle();
  }
  const states = structuredClone(before.tab.states);
  const shop = openShop(openTab(states, 2));
  shop.settle();
  shop.show(2);
  shop.settle();
  expect(shop.tab.states).toEqual(states);
  shop.press(-1);
  expect(shop.screen).toBe('1');
  shop.press(1);
  expect(shop.screen).toBe('2');
});

test('a window that a reload took away leaves no entry', () => {
  const before = openShop();
  before.show(1);
  before.open('terms');
  before.settle();
  const shop = openShop(openTab(structuredClone(before.tab.states), 2));
  shop.show(1);
  shop.settle();
  expect(shop.tab.index).toBe(1);
});

test('a link pasted into the address opens its window over all else', () => {
  const shop = openShop();
  shop.show(2);
  shop.settle();
  shop.tab.history.pushState(null);
  shop.tab.arrive(3);
  shop.open('link');
  shop.settle();
  expect(shop.screen).toBe('2 link');
  expect(shop.tab.states).toHaveLength(4);
  shop.press(-1);
  expect(shop.screen).toBe('2');
});

test('a page that comes back as it was left has an entry for each level again', () => {
  const shop = openShop();
  shop.show(2);
  shop.settle();
  // Away by a jump from the second step, back by Forward: the browser stands on the first entry.
  shop.tab.index = 0;
  shop.tab.tell('pageshow', { persisted: true });
  shop.settle();
  expect(shop.tab.index).toBe(2);
  shop.press(-1);
  expect(shop.screen).toBe('1');
});

test('whatever is pressed, Back never leaves while something is open and nothing loads anew', () => {
  const deed = fc.oneof(
    fc.record({ what: fc.constantFrom('open', 'form', 'close', 'settle') }),
    fc.record({ what: fc.constant('show'), step: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ what: fc.constant('allow'), step: fc.integer({ min: -1, max: 3 }) }),
    fc.record({ what: fc.constant('press'), by: fc.constantFrom(-2, -1, 1, 2) }),
    fc.record({ what: fc.constant('wait'), ms: fc.integer({ min: 0, max: 4 }) }),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
      vi.clearAllTimers();
      const shop = openShop();
      let count = 0;
      for (const next of deeds) {
        count += 1;
        const name = `w${count}`;
        if (next.what === 'open') shop.open(name);
        if (next.what === 'form') shop.open(name, () => shop.open(`${name}?`));
        if (next.what === 'close' && shop.names.length > 0) shop.close(shop.names.at(-1) ?? '');
        if (next.what === 'settle') shop.settle();
        if ('step' in next && next.what === 'show') shop.show(next.step);
        if ('step' in next && next.what === 'allow') shop.furthest = next.step;
        if ('ms' in next) vi.advanceTimersByTime(next.ms);
        if ('by' in next) {
          // The browser knows no entry of a level that is a moment old.
          shop.settle();
          const levels = shop.step + shop.names.length;
          expect(Math.min(levels, 1)).toBeLessThanOrEqual(shop.tab.index);
          if (shop.tab.index + next.by >= 0) shop.press(next.by);
        }
      }
      shop.settle();
      // Any deed at rest brings entries and levels together.
      shop.open('last');
      shop.settle();
      expect(shop.tab.index).toBe(shop.step + shop.names.length);
      expect(shop.tab.left + shop.tab.loads).toBe(0);
    }),
  );
});

/** The owner's panel in a shop: its place is what its address says, a window over it an order. */
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
  // As the screens do: the windows follow what is wanted, once their code is there.
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
    /** The panel's code arrives. */
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
