import { embeddedIdentity } from './embedded/embedded.ts';
import { signInByPopup } from './embedded/google-popup.ts';
import { joinTabs } from './embedded/tabs.ts';
import type { Identity } from './identity.ts';

/**
 * Opens the identity provider that this shop uses.
 * @param settings.google whether the Google account option is set up
 */
export function openIdentity({ google }: { google: boolean }): Identity {
  return embeddedIdentity({
    google,
    fetch: (path, init) => fetch(path, init),
    tabs: joinTabs(),
    signInByPopup,
  });
}
