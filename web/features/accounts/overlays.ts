import { useSyncExternalStore } from 'react';
import { createStore } from '#web/app/store.ts';
import type { ReturnLink } from './return-links.ts';

/** The window that accounts have open over the page. */
export type Overlay = { name: 'profile' } | { name: 'link'; link: ReturnLink };

export type SignInMode = 'signIn' | 'signUp' | 'forgot';

const overlay = createStore<Overlay | null>(null);
/** Signing in may be asked for from any other window, which stays open beneath. */
const signIn = createStore<SignInMode | null>(null);

export function openProfile() {
  overlay.set({ name: 'profile' });
}

export function openLink(link: ReturnLink) {
  overlay.set({ name: 'link', link });
}

export function closeOverlay() {
  overlay.set(null);
}

export function openSignIn(mode: SignInMode = 'signIn') {
  signIn.set(mode);
}

export function closeSignIn() {
  signIn.set(null);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(overlay.subscribe, overlay.get, () => null);
}

export function useSignIn(): SignInMode | null {
  return useSyncExternalStore(signIn.subscribe, signIn.get, () => null);
}
