import type { PublicConfig } from '#contract/home/config.ts';
import { embeddedIdentity, signInByPopup } from './embedded/embedded.ts';
import { IdentityError } from './errors.ts';
import type { Identity, IdentityUser } from './identity.ts';
import { joinTabs } from './wire/user-state.ts';
import { type Fetch, openWire } from './wire/wire.ts';

const fetcher: Fetch = (path, init) => fetch(path, init);

/** Opens the shop's identity provider; the libraries of others are not loaded. */
export function openIdentity(auth: PublicConfig['auth']): Identity {
  if (auth.provider === 'firebase') {
    return lazyIdentity(async () => {
      const { openFirebase } = await import('./firebase/open-firebase.ts');
      return openFirebase(auth, openWire(fetcher));
    });
  }
  return embeddedIdentity({ google: auth.google, fetch: fetcher, tabs: joinTabs(), signInByPopup });
}

/**
 * Returns a provider whose library is still loading. Loading starts immediately, so that it is
 * ready when a click opens a window; after a failure the next call loads it again.
 */
export function lazyIdentity(load: () => Promise<Identity>): Identity {
  const listeners = new Set<(user: IdentityUser | null) => void>();
  let opening: Promise<Identity> | null = null;

  const open = (): Promise<Identity> => {
    opening ??= load().then(
      (identity) => {
        identity.onChange((user) => {
          for (const listener of [...listeners]) listener(user);
        });
        return identity;
      },
      (cause: unknown) => {
        opening = null;
        throw new IdentityError('network-request-failed', { cause });
      },
    );
    return opening;
  };
  // The next call reports the failure.
  open().catch(() => undefined);

  return {
    signUp: async (credentials) => (await open()).signUp(credentials),
    signIn: async (credentials) => (await open()).signIn(credentials),
    signInWithGoogle: async () => (await open()).signInWithGoogle(),
    signOut: async () => (await open()).signOut(),
    sendPasswordReset: async (email) => (await open()).sendPasswordReset(email),
    sendVerification: async (returnUrl) => (await open()).sendVerification(returnUrl),
    idToken: async (options) => (await open()).idToken(options),
    reload: async () => (await open()).reload(),
    links: {
      verifyEmail: async (token) => (await open()).links.verifyEmail(token),
      afterVerification: async () => (await open()).links.afterVerification(),
      rejectAccount: async (token) => (await open()).links.rejectAccount(token),
      resetPassword: async (choice) => (await open()).links.resetPassword(choice),
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
