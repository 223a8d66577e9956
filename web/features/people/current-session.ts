import { openIdentity } from '#web/identity/open-identity.ts';
import { accountState } from '#web/lib/account.ts';
import { setBearerSource } from '#web/lib/bearer.ts';
import { pageConfig } from '#web/lib/config.ts';
import { openSession } from './session.ts';

/** This page's session; importing this module opens it. */
export const session = openSession({
  identity: openIdentity(pageConfig.get().auth),
  state: accountState,
  origin: location.origin,
});

setBearerSource(session.bearer);
