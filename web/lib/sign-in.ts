import { createStore, useStore } from './store.ts';

export type SignInMode = 'signIn' | 'signUp' | 'forgot';
/** The requested form of the sign-in window; `email` was typed elsewhere. */
type SignInRequest = { mode: SignInMode; email?: string | undefined };

/** Any window can open the sign-in window, and stays open beneath it. */
const signIn = createStore<SignInRequest | null>(null);

export function openSignIn(mode: SignInMode = 'signIn', email?: string) {
  signIn.set({ mode, email });
}

export function closeSignIn() {
  signIn.set(null);
}

/** Returns null while the sign-in window is closed. */
export function useSignIn(): SignInRequest | null {
  return useStore(signIn, null);
}
