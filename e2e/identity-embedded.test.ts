import { afterAll, beforeAll, describe } from 'vitest';
import { type EmbeddedParts, embeddedIdentity } from '#web/identity/embedded/embedded.ts';
import { type StageBrowser, testIdentity } from '#web/identity/identity.suite.ts';
import type { Tabs } from '#web/identity/wire/user-state.ts';
import { VERIFY, waitForLink } from './support/mail.ts';
import { type Shop, startShop } from './support/server.ts';

const noTabs: Tabs = { send: () => undefined, listen: () => undefined };

/** `fetch` with the cookies of one browser. */
function openFetch(shop: () => Shop, jar: Map<string, string>): EmbeddedParts['fetch'] {
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('origin', shop().url);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(new URL(path, shop().url), { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
}

function openBrowser(shop: () => Shop, jar = new Map<string, string>()): StageBrowser {
  const fetcher = openFetch(shop, jar);
  return {
    identity: embeddedIdentity({
      google: false,
      fetch: fetcher,
      tabs: noTabs,
      signInByPopup: () => Promise.reject(new Error('no window here')),
    }),
    reopen: () => openBrowser(shop, jar),
    follow: async (link) => {
      const { pathname, search } = new URL(link);
      await fetcher(pathname + search, {});
    },
    endSession: async () => {
      const headers = { 'content-type': 'application/json' };
      // The browser keeps its cookies: only the session ends.
      await openFetch(shop, new Map(jar))('/api/identity/sign-out', {
        method: 'POST',
        headers,
        body: '{}',
      });
    },
  };
}

describe('the embedded provider', () => {
  let shop: Shop | undefined;
  const running = () => {
    if (!shop) throw new Error('the shop does not run');
    return shop;
  };
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop?.remove());

  testIdentity({
    openBrowser: () => openBrowser(running),
    verificationLink: (email) => waitForLink(running(), email, { part: VERIFY }),
    isAccepted: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${running().url}/api/verify/test-auth`, { headers })).ok;
    },
    returnUrl: '/?emailVerified=true',
  });
});
