import { createStore } from './store.ts';

/** The account's owner closed the window that asks for the password. */
export class ReauthenticationDeclined extends Error {}

type Run = <T>(call: () => Promise<T>) => Promise<T>;

/** Runs a request that needs a fresh sign-in, and asks for one; null: no window is available. */
export const freshSignInRunner = createStore<Run | null>(null);

/** @throws ReauthenticationDeclined, and what the call throws */
export const withFreshSignIn: Run = (call) => freshSignInRunner.get()?.(call) ?? call();
