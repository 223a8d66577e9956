import { useSyncExternalStore } from 'react';

/** A value that changes, with listeners. */
export type Readable<T> = { get: () => T; subscribe: (listener: () => void) => () => void };

export type Store<T> = Readable<T> & { set: (next: T) => void };

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns a store's value and re-renders on changes; `built` is the prerendered page's value. */
export function useStore<T>({ get, subscribe }: Readable<T>, built: T = get()): T {
  return useSyncExternalStore(subscribe, get, () => built);
}
