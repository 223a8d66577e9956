import type { PublicConfig } from '#contract/home/config.ts';
import { createStore, useStore } from './store.ts';

function readPage(): PublicConfig {
  return JSON.parse(globalThis.document?.getElementById('app-config')?.textContent ?? 'null');
}

/** The shop's public settings, which the server embeds in the page. */
export const pageConfig = createStore(readPage());

/** Returns the settings; re-renders when they change. */
export function usePageConfig(): PublicConfig {
  return useStore(pageConfig);
}

const TIMEOUT_MS = 5000;

/** Reads the shop's settings again; on failure the present ones are kept. */
export async function refreshConfig(): Promise<void> {
  try {
    const answer = await fetch('/api/config', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { success, ...config } = await answer.json();
    if (!success || JSON.stringify(config) === JSON.stringify(pageConfig.get())) return;
    pageConfig.set(config);
  } catch {
    // The next occasion will retry.
  }
}

/** Reads them again whenever the page becomes visible. */
export function watchConfig(): void {
  addEventListener('visibilitychange', () => {
    if (!document.hidden) void refreshConfig();
  });
}
