import { createBackStack } from './back-stack.ts';
import { keepFocus } from './keep-focus.ts';
import { panel, steps, windows } from './levels.ts';

let isWatching = false;

/** Gives a page with windows or steps what it needs, once: Back for its levels, and a kept focus. */
export function watchLevels() {
  if (isWatching) return;
  isWatching = true;
  createBackStack(window, { windows, panel, steps });
  keepFocus(document);
}
