import { embeddedIdentity } from './embedded/embedded.ts';
import { signInByPopup } from './embedded/google-popup.ts';
import { joinTabs } from './embedded/tabs.ts';
import type { Identity } from './identity.ts';

/** Opens the identity provider that this shop uses. */
export function openIdentity(): Identity {
  return embeddedIdentity({
    fetch: (path, init) => fetch(path, init),
    tabs: joinTabs(),
    signInByPopup,
  });
}
