import { createStore } from './store.ts';

/** Asks an open window to close, which may refuse or ask a question first. */
export type CloseWindow = () => void;

export type Steps = {
  /** 0 is the start, from where Back leaves the page. */
  step: number;
  /** Shows another step, or stays if the order does not allow it. */
  goTo: (step: number) => void;
};

export type Panel = {
  /** The URL's query, such as `panel=pedidos&estado=pendiente`. */
  query: string;
  /** Number of tabs below the current one, each a level. */
  past: number;
  /** Its windows are rendered; before that it is loading, or waits for a response. */
  isReady?: boolean;
};

/** The levels for Back: the windows over the page, the lowest first, … */
export const windows = createStore<readonly CloseWindow[]>([]);
/** … below them the panel's tabs, … */
export const panel = createStore<Panel | null>(null);
/** … and an order's steps. */
export const steps = createStore<Steps | null>(null);

/** Lets the browser's Back close a window. @returns a function to call once it is closed */
export function openWindow(close: CloseWindow): () => void {
  windows.set([...windows.get(), close]);
  return () => windows.set(windows.get().filter((other) => other !== close));
}

/** Returns true if a URL's query opens the panel. */
export function isPanelQuery(search: string): boolean {
  return /[?&]panel=/.test(search);
}
