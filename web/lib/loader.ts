import { useEffect } from 'react';
import { logFailure } from './log.ts';
import { reloadPage } from './reload-page.ts';
import { createStore, type Readable, useStore } from './store.ts';

export type Loading<Module> =
  | { name: 'idle' | 'loading' | 'failed' }
  | { name: 'ready'; module: Module };

export type Loader<Module> = Readable<Loading<Module>> & {
  /**
   * Loads the code, once per page. After a failure the next call tries again; if that fails too
   * although the server can be reached, it reloads the page.
   */
  load: () => Promise<Module>;
};

const idle = { name: 'idle' } as const;

/**
 * Code that is loaded on demand. React's own `lazy` would keep a failure forever, and a phone often
 * loses its connection.
 * @param what names it in the log of failures and for `takeReload`
 */
export function createLoader<Module>(
  what: string,
  importModule: () => Promise<Module>,
): Loader<Module> {
  const { get, set, subscribe } = createStore<Loading<Module>>(idle);
  let underway: Promise<Module> | null = null;
  let hasFailed = false;

  function load(): Promise<Module> {
    if (underway !== null) return underway;
    set({ name: 'loading' });
    underway = importModule();
    underway.then(
      (module) => set({ name: 'ready', module }),
      (error: unknown) => {
        underway = null;
        logFailure(what, error);
        set({ name: 'failed' });
        if (hasFailed) reloadPage(what).catch(() => undefined);
        hasFailed = true;
      },
    );
    return underway;
  }
  return { load, get, subscribe };
}

/** Loads code on request; the error is shown where the code is used. */
export function demand(loader: Loader<unknown>) {
  loader.load().catch(() => undefined);
}

/**
 * Preloads code that may be needed soon. Not after a failure: the next attempt may reload the page,
 * which hovering over a button must not do.
 */
export function warm(loader: Loader<unknown>) {
  if (loader.get().name !== 'failed') demand(loader);
}

/** Returns the loading state of the code; does not load it. */
export function useLoading<Module>(loader: Loader<Module>): Loading<Module> {
  return useStore(loader, idle);
}

/**
 * Returns the loading state of the code, which loads when the caller has been painted: its many
 * requests would keep a slow phone from answering the tap.
 */
export function useLoaded<Module>(loader: Loader<Module>): Loading<Module> {
  useEffect(() => {
    const start = setTimeout(() => demand(loader));
    return () => clearTimeout(start);
  }, [loader]);
  return useLoading(loader);
}
