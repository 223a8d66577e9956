import { createStore } from './store.ts';

/** Asks an open window to close, which it may refuse or answer by a question. */
export type CloseWindow = () => void;

export type Steps = {
  /** 0 is the start: Back leaves the page from there. */
  step: number;
  /** Shows another step, or stays where the order does not allow it. */
  goTo: (step: number) => void;
};

export type Panel = {
  /** The address's query, such as `panel=pedidos&estado=pendiente`. */
  query: string;
  /** How many tabs lie behind the one that shows, each a level. */
  past: number;
  /** Its windows stand; until then it is loading, or waits for an answer. */
  isReady?: boolean;
};

/** What Back leads through: the windows over the page, the lowest first, … */
export const windows = createStore<readonly CloseWindow[]>([]);
/** … below them the panel's tabs, … */
export const panel = createStore<Panel | null>(null);
/** … and an order's steps. */
export const steps = createStore<Steps | null>(null);

/** Has the browser's Back close a window. @returns says that it is gone */
export function openWindow(close: CloseWindow): () => void {
  windows.set([...windows.get(), close]);
  return () => windows.set(windows.get().filter((other) => other !== close));
}

/** Whether an address's query leads into the panel. */
export function isPanelQuery(search: string): boolean {
  return /[?&]panel=/.test(search);
}
