import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';
import type { ReturnLink } from './return-links.ts';

export type Overlay = { name: 'profile' } | { name: 'link'; link: ReturnLink };

const overlay = createStore<Overlay | null>(null);

export function openProfile() {
  overlay.set({ name: 'profile' });
}

export function openLink(link: ReturnLink) {
  overlay.set({ name: 'link', link });
}

export function closeOverlay() {
  overlay.set(null);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(overlay.subscribe, overlay.get, () => null);
}
