import { setBearerSource } from '#web/app/bearer.ts';
import { readPageConfig } from '#web/app/config.ts';
import { openIdentity } from '#web/identity/open-identity.ts';
import { accountState } from './account.ts';
import { openSession } from './session.ts';

/** This page's session; loading this file opens it. */
export const session = openSession({
  identity: openIdentity(readPageConfig(document).auth),
  state: accountState,
  origin: location.origin,
});

setBearerSource(session.bearer);
