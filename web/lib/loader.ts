import { useEffect } from 'react';
import { logFailure } from './log.ts';
import { reloadPage } from './reload-page.ts';
import { createStore, type Readable, useStore } from './store.ts';

export type Loading<Module> =
  | { name: 'idle' | 'loading' | 'failed' }
  | { name: 'ready'; module: Module };

export type Loader<Module> = Readable<Loading<Module>> & {
  /**
   * Brings the code, once for the whole page. After a failure the next call tries again, and when
   * that fails too although the server can be reached, reloads the page.
   */
  load: () => Promise<Module>;
};

const idle = { name: 'idle' } as const;

/**
 * Code that is brought when it is needed. React's own `lazy` would keep a failure for good, and a
 * phone loses its connection often.
 * @param what names it in the log of failures, and for `takeReload`
 */
export function createLoader<Module>(what: string, bring: () => Promise<Module>): Loader<Module> {
  const { get, set, subscribe } = createStore<Loading<Module>>(idle);
  let underway: Promise<Module> | null = null;
  let hasFailed = false;

  function load(): Promise<Module> {
    if (underway !== null) return underway;
    set({ name: 'loading' });
    underway = bring();
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

/** Loads code on request; a failure shows where the code is used. */
export function demand(loader: Loader<unknown>) {
  loader.load().catch(() => undefined);
}

/**
 * Begins to bring code that may be wanted soon. Not again once it has failed: the next try may
 * reload the page, which hovering over a button is no request for.
 */
export function warm(loader: Loader<unknown>) {
  if (loader.get().name !== 'failed') demand(loader);
}

/** How far the code is; brings nothing by itself. */
export function useLoading<Module>(loader: Loader<Module>): Loading<Module> {
  return useStore(loader, idle);
}

/** How far the code is, which is brought as soon as the caller shows. */
export function useLoaded<Module>(loader: Loader<Module>): Loading<Module> {
  useEffect(() => demand(loader), [loader]);
  return useLoading(loader);
}
