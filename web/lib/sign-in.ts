import { createStore, useStore } from './store.ts';

export type SignInMode = 'signIn' | 'signUp' | 'forgot';

/** Signing in may be asked for from any window, which stays open beneath. */
const signIn = createStore<SignInMode | null>(null);

export function openSignIn(mode: SignInMode = 'signIn') {
  signIn.set(mode);
}

export function closeSignIn() {
  signIn.set(null);
}

/** Which form of the sign-in window is asked for; null while none is. */
export function useSignIn(): SignInMode | null {
  return useStore(signIn, null);
}
