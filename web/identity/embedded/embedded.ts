import { mailLinks, readUser } from '#web/identity/wire/wire.ts';
import { IdentityError, toIdentityError } from '../errors.ts';
import type { Credentials, Identity, IdentityUser } from '../identity.ts';
import { createTokenCache } from '../token-cache.ts';
import { type Answer, callIdentity, type Fetch } from '../wire/call.ts';
import type { Tabs } from '../wire/tabs.ts';

const BASE = '/api/identity';

export type EmbeddedParts = {
  /** Whether the Google account option is set up. */
  google: boolean;
  fetch: Fetch;
  tabs: Tabs;
  /** Lets the visitor sign in at Google; false when the window closed without a word. */
  signInByPopup: (findAddress: () => Promise<string>) => Promise<boolean>;
};

/** Whether two readings show the same user in the same state. */
function isSame(left: IdentityUser | null, right: IdentityUser | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The shop's own server as identity provider; the session lives in an HttpOnly cookie. */
export function embeddedIdentity({ google, fetch, tabs, signInByPopup }: EmbeddedParts): Identity {
  const listeners = new Set<(user: IdentityUser | null) => void>();
  let user: IdentityUser | null = null;

  const post = (path: string, body: object): Promise<Answer> =>
    callIdentity(fetch, `${BASE}${path}`, { body });

  const tokens = createTokenCache(async () => {
    const { token } = await callIdentity(fetch, `${BASE}/token`);
    if (typeof token !== 'string') throw new IdentityError('unknown');
    return token;
  });

  const become = (next: IdentityUser | null) => {
    if (!next) tokens.clear();
    user = next;
    for (const listener of [...listeners]) listener(next);
  };

  const readCurrent = async (): Promise<IdentityUser> => {
    const read = async (fresh: boolean) => readUser(fetch, await tokens.get({ fresh }));
    return read(false).catch((error: unknown) => {
      if (toIdentityError(error).code !== 'invalid-user-token') throw error;
      return read(true);
    });
  };

  /** Takes in whoever the cookie stands for now. */
  const enter = async (): Promise<IdentityUser> => {
    tokens.clear();
    const next = await readCurrent();
    become(next);
    tabs.tell('changed');
    return next;
  };

  const reload = async (): Promise<IdentityUser | null> => {
    const known = user;
    try {
      const next = await readCurrent();
      become(next);
      // What a tab reads first is no news to the others.
      if (known && !isSame(known, next)) tabs.tell('changed');
      return next;
    } catch (error) {
      // Nobody was known to be here, and nobody is.
      if (!known && toIdentityError(error).code === 'user-token-expired') return null;
      throw error;
    }
  };

  tabs.hear((news) => {
    if (news === 'signed-out') return become(null);
    tokens.clear();
    // What went wrong will show when this tab needs its session.
    readCurrent().then(become, () => undefined);
  });

  return {
    async signUp({ email, password }: Credentials) {
      await post('/sign-up/email', { name: '', email, password });
      return enter();
    },
    async signIn({ email, password }: Credentials) {
      await post('/sign-in/email', { email, password });
      return enter();
    },
    async signInWithGoogle() {
      if (!google) throw new IdentityError('google-not-configured');
      const isDone = await signInByPopup(async () => {
        const { url } = await post('/sign-in/social', { provider: 'google' });
        if (typeof url !== 'string') throw new IdentityError('unknown');
        return url;
      });
      if (isDone) return enter();
      // The window may have done its work and lost its voice.
      const before = user?.uid;
      const found = await enter().catch(() => null);
      if (!found || found.uid === before) throw new IdentityError('popup-closed');
      return found;
    },
    async signOut() {
      await post('/sign-out', {});
      become(null);
      tabs.tell('signed-out');
    },
    async sendPasswordReset(email) {
      await post('/request-password-reset', { email });
    },
    async sendVerification(returnUrl) {
      await post('/send-verification-email', { callbackURL: returnUrl });
    },
    idToken: (options) => tokens.get(options),
    links: mailLinks(post, async () => {
      const next = await reload();
      tabs.tell('changed');
      return next;
    }),
    reload,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
