import type { IdentityUser } from '#web/identity/identity.ts';
import { createStore, useStore } from '#web/lib/store.ts';

export type Account = IdentityUser & {
  /** By the server's word, never by the token's. */
  isAdmin: boolean;
};

/** Who uses the shop in this browser. */
export type AccountState =
  /** A session may exist: nothing is shown until the provider has answered. */
  | { name: 'unknown' }
  | { name: 'guest' }
  /** A session may exist, but the provider does not answer. */
  | { name: 'unreachable' }
  | { name: 'signedIn'; account: Account }
  /** The session ended by itself; what its owner was doing waits for them. */
  | { name: 'expired'; account: Account };

export const accountState = createStore<AccountState>({ name: 'guest' });

const guest: AccountState = { name: 'guest' };

export function useAccountState(): AccountState {
  return useStore(accountState, guest);
}

/** @returns the account at work here, also while its session waits to be renewed */
export function accountOf(state: AccountState): Account | null {
  return state.name === 'signedIn' || state.name === 'expired' ? state.account : null;
}

/** Whether calls can be made in an account's name right now. */
export function isSignedIn(): boolean {
  return accountState.get().name === 'signedIn';
}
