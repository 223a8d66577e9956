import type { IdentityUser } from '#web/identity/identity.ts';
import { createStore, useStore } from '#web/lib/store.ts';

export type Account = IdentityUser & {
  /** From the server, never from the token. */
  isAdmin: boolean;
};

/** The user of the shop in this browser. */
export type AccountState =
  /** A session may exist: nothing is shown until the provider has responded. */
  | { name: 'unknown' }
  | { name: 'guest' }
  /** A session may exist, but the provider does not respond. */
  | { name: 'unreachable' }
  | { name: 'signedIn'; account: Account }
  /** The session has expired; work in progress is kept for its owner. */
  | { name: 'expired'; account: Account };

export const accountState = createStore<AccountState>({ name: 'guest' });

const guest: AccountState = { name: 'guest' };

export function useAccountState(): AccountState {
  return useStore(accountState, guest);
}

/** Returns the current account, even if its session has expired. */
export function accountOf(state: AccountState): Account | null {
  return state.name === 'signedIn' || state.name === 'expired' ? state.account : null;
}

/** Returns true if requests can be sent for an account now. */
export function isSignedIn(): boolean {
  return accountState.get().name === 'signedIn';
}
