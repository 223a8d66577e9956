import { vi } from 'vitest';
import { createBackStack } from '../back-stack.ts';
import type { CloseWindow, Panel, Steps } from '../levels.ts';
import { createStore } from '../store.ts';

/** The part of the Navigation API that is used, if supported. */
type Navigation = { currentEntry: { index: number } };

/** A tab with another site's page, then ours with its entries. Moves are asynchronous. */
export function openTab(states: unknown[] = [null], index = states.length - 1) {
  const listeners = new Map<string, (event: never) => void>();
  const tab = {
    states,
    index,
    /** The entries' URLs, if different from the page's own. */
    addresses: [] as (string | undefined)[],
    /** How often the page was left. */
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
    navigation: undefined as Navigation | undefined,
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

/** A shop in a tab: its windows, its steps, and a buyer who uses the browser's buttons. */
export function openShop(tab = openTab()) {
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
    /** The content of the screen: the step, then the windows over it. */
    get screen() {
      return [shop.step, ...shop.names].join(' ');
    },
  };
  createBackStack(tab as never, { windows, panel, steps });
  return shop;
}
