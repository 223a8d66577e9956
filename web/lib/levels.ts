import { createStore } from './store.ts';

/** Asks an open window to close, which it may refuse or answer by a question. */
export type CloseWindow = () => void;

/** Where an order stands. */
export type Steps = {
  /** 0 is the start: Back leaves the page from there. */
  step: number;
  /** Shows another step, or stays where the order does not allow it. */
  goTo: (step: number) => void;
};

/** What Back leads through: the windows over the page, the lowest first, … */
export const windows = createStore<readonly CloseWindow[]>([]);
/** … and below them an order's steps. */
export const steps = createStore<Steps | null>(null);

/** Has the browser's Back close a window. @returns says that it is gone */
export function openWindow(close: CloseWindow): () => void {
  windows.set([...windows.get(), close]);
  return () => windows.set(windows.get().filter((other) => other !== close));
}
