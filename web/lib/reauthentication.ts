import { createStore } from './store.ts';

/** The account's owner closed the window that asked who they are. */
export class ReauthenticationDeclined extends Error {}

type Run = <T>(call: () => Promise<T>) => Promise<T>;

/** What runs a call that needs a fresh sign-in, and has its user sign in again; null: nobody can. */
export const freshSignInRunner = createStore<Run | null>(null);

/** @throws ReauthenticationDeclined, and what the call throws */
export const withFreshSignIn: Run = (call) => freshSignInRunner.get()?.(call) ?? call();
