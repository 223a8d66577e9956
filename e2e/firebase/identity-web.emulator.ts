import { deleteApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
} from '@firebase/auth';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { firebaseIdentity } from '#web/identity/firebase/firebase.ts';
import { type StageBrowser, testIdentity } from '#web/identity/identity.suite.ts';
import { type Fetch, openWire } from '#web/identity/wire/wire.ts';
import { type Shop, startShop } from '../support/server.ts';
import { firebaseEnv, project, waitForAction } from './emulator.ts';

/**
 * Tokens of sessions that were ended at Firebase. The emulator continues to renew them, so this
 * responds like Firebase. Its library captures `fetch` when it is loaded.
 */
const revoked = vi.hoisted(() => {
  const ended = new Set<string>();
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const body = new URLSearchParams(typeof init?.body === 'string' ? init.body : '');
    if (!ended.has(body.get('refresh_token') ?? '')) return realFetch(input, init);
    const error = { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' };
    return Response.json({ error }, { status: 400 });
  };
  return ended;
});

let count = 0;
/** Returns the token of a followed mail link, which tells the e-mail. */
const tokenOf = (location: string) =>
  new URLSearchParams(new URL(location).hash.slice(1)).get('verify-email') ?? '';

function openAuth(name: string): { auth: Auth; close: () => Promise<void> } {
  const app = initializeApp(project, name);
  // One store for all, with each browser's data under its name.
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, project.emulatorUrl, { disableWarnings: true });
  return { auth, close: () => deleteApp(app) };
}

function openBrowser(shop: () => Shop, name = `browser-${++count}`): StageBrowser {
  const { auth, close } = openAuth(name);
  const fetcher: Fetch = async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('origin', shop().url);
    return fetch(new URL(path, shop().url), { ...init, headers, redirect: 'manual' });
  };
  const identity = firebaseIdentity({
    auth,
    wire: openWire(fetcher, { send: () => undefined, listen: () => undefined }),
    origin: shop().url,
    signInByPopup: () =>
      Promise.reject(Object.assign(new Error('off'), { code: 'auth/operation-not-allowed' })),
  });
  return {
    identity,
    reopen: () => {
      void close();
      return openBrowser(shop, name);
    },
    follow: async (link) => {
      const answer = await fetcher(link, {});
      await identity.links.verifyEmail(tokenOf(answer.headers.get('location') ?? ''));
    },
    endSession: async () => void revoked.add(auth.currentUser?.refreshToken ?? ''),
  };
}

describe("firebase's emulator", () => {
  let shop: Shop | undefined;
  const running = () => {
    if (!shop) throw new Error('the shop does not run');
    return shop;
  };
  beforeAll(async () => {
    shop = await startShop(firebaseEnv);
  });
  afterAll(() => shop?.remove());

  testIdentity({
    openBrowser: () => openBrowser(running),
    verificationLink: (email) => waitForAction(email, 'verifyEmail'),
    isAccepted: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${running().url}/api/verify/test-auth`, { headers })).ok;
    },
    returnUrl: '/?emailVerified=true',
  });
});
