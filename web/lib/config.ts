import type { PublicConfig } from '#contract/config.ts';
import { createStore, useStore } from './store.ts';

function readPage(): PublicConfig {
  return JSON.parse(globalThis.document?.getElementById('app-config')?.textContent ?? 'null');
}

/** The shop's settings as far as this page knows them: the server wrote them into it. */
export const pageConfig = createStore(readPage());

/** The same for screens, which follow them. */
export function usePageConfig(): PublicConfig {
  return useStore(pageConfig);
}

const TIMEOUT_MS = 5000;

/** Asks the shop for its settings anew; what cannot be had stays as it is. */
export async function refreshConfig(): Promise<void> {
  try {
    const answer = await fetch('/api/config', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { success, ...config } = await answer.json();
    if (!success || JSON.stringify(config) === JSON.stringify(pageConfig.get())) return;
    pageConfig.set(config);
  } catch {
    // The next occasion comes.
  }
}

/** Asks anew whenever the page comes back to the front. */
export function watchConfig(): void {
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refreshConfig();
  });
}
