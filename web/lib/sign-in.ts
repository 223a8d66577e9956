import { createStore, useStore } from './store.ts';

export type SignInMode = 'signIn' | 'signUp' | 'forgot';
/** Which form of the sign-in window is asked for; `email` was typed elsewhere. */
type Asked = { mode: SignInMode; email?: string | undefined };

/** Signing in may be asked for from any window, which stays open beneath. */
const signIn = createStore<Asked | null>(null);

export function openSignIn(mode: SignInMode = 'signIn', email?: string) {
  signIn.set({ mode, email });
}

export function closeSignIn() {
  signIn.set(null);
}

/** Returns null while the sign-in window is not asked for. */
export function useSignIn(): Asked | null {
  return useStore(signIn, null);
}
