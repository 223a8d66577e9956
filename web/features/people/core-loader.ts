import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';

type Core = typeof import('./core.ts');

type Loading = { name: 'idle' | 'loading' | 'failed' } | { name: 'ready'; core: Core };

const loading = createStore<Loading>({ name: 'idle' });
let underway: Promise<Core> | null = null;

/**
 * Brings everything that knows about identity, once. Strangers who never press 'Iniciar Sesion'
 * load none of it.
 */
export function loadCore(): Promise<Core> {
  if (underway !== null) return underway;
  loading.set({ name: 'loading' });
  underway = import('./core.ts');
  underway.then(
    (core) => loading.set({ name: 'ready', core }),
    () => {
      underway = null;
      loading.set({ name: 'failed' });
    },
  );
  return underway;
}

const idle: Loading = { name: 'idle' };

export function useCore(): Loading {
  return useSyncExternalStore(loading.subscribe, loading.get, () => idle);
}
