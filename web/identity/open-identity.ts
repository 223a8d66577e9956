import type { PublicConfig } from '#contract/config.ts';
import { embeddedIdentity } from './embedded/embedded.ts';
import { signInByPopup } from './embedded/google-popup.ts';
import type { Identity } from './identity.ts';
import { lazyIdentity } from './lazy-identity.ts';
import type { Fetch } from './wire/call.ts';
import { joinTabs } from './wire/tabs.ts';
import { openWire } from './wire/wire.ts';

const fetcher: Fetch = (path, init) => fetch(path, init);

/** Opens the identity provider of this shop; another one's library is not loaded. */
export function openIdentity(auth: PublicConfig['auth']): Identity {
  if (auth.provider === 'firebase') {
    return lazyIdentity(async () => {
      const { openFirebase } = await import('./firebase/open-firebase.ts');
      return openFirebase(auth, openWire(fetcher));
    });
  }
  return embeddedIdentity({
    google: auth.google,
    fetch: fetcher,
    tabs: joinTabs(),
    signInByPopup,
  });
}
