import { type Browser, callAs } from './accounts.ts';
import type { DatabaseKind } from './database.ts';
import { type FirebaseDouble, openFirebaseDouble } from './firebase-double.ts';
import { openShop, type TestShop } from './shop.ts';
import { useOpened } from './use-shop.ts';

/** A shop with the fake Firebase as identity provider, and the clock of both. */
export type FirebaseShop = {
  shop: TestShop;
  firebase: FirebaseDouble;
  /** Advances the clock, in milliseconds. */
  advance: (millis: number) => void;
  /**
   * Signs in at Firebase, a second after the last sign-in, and then at the shop.
   * @returns a token
   */
  enter: (email: string, provider?: 'password' | 'google.com') => Promise<string>;
  /** Calls the provider's own API. */
  ask: (path: string, json: object, bearer?: string) => Promise<Response>;
  /** Returns the account that the shop accepts for a token, or the status of the error. */
  see: (bearer: string) => Promise<number | { uid: string; emailVerified: boolean }>;
  /** Opens a browser with a token. */
  browserOf: (bearer: string) => Pick<Browser, 'call' | 'cookies'>;
  close: () => Promise<void>;
};

/** Returns such a shop that is open during the tests of the enclosing `describe`. */
export const useFirebaseShop = (...given: Parameters<typeof openFirebaseShop>): FirebaseShop =>
  useOpened(
    () => openFirebaseShop(...given),
    (rig) => rig.close(),
  );

export async function openFirebaseShop(
  kind: DatabaseKind,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<FirebaseShop> {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const firebase = await openFirebaseDouble(clock);
  const shop = await openShop(kind, {
    env,
    config: { auth: { provider: 'firebase', secret: null, firebase: firebase.settings } },
    context: { clock },
  });

  const ask: FirebaseShop['ask'] = (path, json, bearer) =>
    shop.fetch(`/api/identity${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: shop.context.publicUrl,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify(json),
    });
  return {
    shop,
    firebase,
    ask,
    advance: (millis) => {
      ahead += millis;
    },
    enter: async (email, provider) => {
      ahead += 1000;
      const bearer = await firebase.signIn(email, provider);
      await ask('/session', {}, bearer);
      return bearer;
    },
    see: async (bearer) => {
      const headers = { authorization: `Bearer ${bearer}` };
      const { status, body } = await shop.call('/api/auth/profile', { headers });
      if (status !== 200) return status;
      const { user }: { user: { uid: string; emailVerified: boolean } } = JSON.parse(
        JSON.stringify(body),
      );
      return { uid: user.uid, emailVerified: user.emailVerified };
    },
    browserOf: (bearer) => {
      const cookies: Browser['cookies'] = new Map();
      return { cookies, call: callAs(shop, { cookies, token: async () => bearer }) };
    },
    close: async () => {
      await shop.close();
      await firebase.close();
    },
  };
}
