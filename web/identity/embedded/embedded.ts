import { IdentityError, toIdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity, IdentityUser } from '#web/identity/identity.ts';
import { createTokenCache } from '#web/identity/token-cache.ts';
import { createUserState, type Tabs } from '#web/identity/wire/user-state.ts';
import {
  type Answer,
  callIdentity,
  type Fetch,
  mailLinks,
  readUser,
  toIdentityCode,
} from '#web/identity/wire/wire.ts';

const BASE = '/api/identity';

export type EmbeddedParts = {
  /** Whether sign-in with Google is configured. */
  google: boolean;
  fetch: Fetch;
  tabs: Tabs;
  /** Signs the visitor in with Google; false if the window closed without a result. */
  signInByPopup: (findAddress: () => Promise<string>) => Promise<boolean>;
};

/** The shop's own server as identity provider; the session is in an HttpOnly cookie. */
export function embeddedIdentity({ google, fetch, tabs, signInByPopup }: EmbeddedParts): Identity {
  const post = (path: string, body: object): Promise<Answer> =>
    callIdentity(fetch, `${BASE}${path}`, { body });

  const tokens = createTokenCache(async () => {
    const { token } = await callIdentity(fetch, `${BASE}/token`);
    if (typeof token !== 'string') throw new IdentityError('unknown');
    return token;
  });
  const user = createUserState(tabs, async (fresh) => readUser(fetch, await tokens.get({ fresh })));

  const enter = (): Promise<IdentityUser> => {
    tokens.clear();
    return user.enter();
  };

  const reload = (): Promise<IdentityUser | null> => {
    const isKnown = user.current() !== null;
    // A request that got no answer must not keep another try waiting.
    if (!isKnown) tokens.clear();
    return user.reload().catch((error: unknown) => {
      if (!isKnown && toIdentityError(error).code === 'user-token-expired') return null;
      throw error;
    });
  };

  tabs.listen((message) => {
    tokens.clear();
    if (message === 'signed-out') user.set(null);
    else user.follow();
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
      // The window may have succeeded without reporting it.
      const before = user.current()?.uid;
      const found = await enter().catch(() => null);
      if (!found || found.uid === before) throw new IdentityError('popup-closed');
      return found;
    },
    async signOut() {
      await post('/sign-out', {});
      tokens.clear();
      user.leave();
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
      tabs.send('changed');
      return next;
    }),
    reload,
    onChange: user.onChange,
  };
}

const WIDTH = 480;
const HEIGHT = 640;
const POLL_MS = 400;
/** Google may detach the window, which then looks closed although it is open. */
const GRACE_MS = 1000;

type Outcome = { source: 'pines-identity'; error: string | null };

function isOutcome(data: unknown): data is Outcome {
  return (
    typeof data === 'object' &&
    data !== null &&
    'source' in data &&
    data.source === 'pines-identity'
  );
}

/** Listens for the window's result on every channel; returns a function that stops listening. */
function listenForOutcome(listener: (outcome: Outcome) => void): () => void {
  // Without a channel the window still tells its opener.
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('pines-identity') : null;
  const onMessage = ({ data, origin }: MessageEvent<unknown>) => {
    if (isOutcome(data) && (origin === '' || origin === location.origin)) listener(data);
  };
  channel?.addEventListener('message', onMessage);
  addEventListener('message', onMessage);
  return () => {
    channel?.close();
    removeEventListener('message', onMessage);
  };
}

/** @throws IdentityError `popup-blocked` */
function openWindow(): Window {
  const left = Math.max(0, screenX + (outerWidth - WIDTH) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT) / 2);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = open('about:blank', 'pines-google', features);
  if (!popup) throw new IdentityError('popup-blocked');
  return popup;
}

/** Waits for the window's result; null if it closed without one. */
function waitForOutcome(popup: Window): { outcome: Promise<Outcome | null>; stop: () => void } {
  let stop = () => {};
  const outcome = new Promise<Outcome | null>((resolve) => {
    const stopListening = listenForOutcome(resolve);
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      setTimeout(() => resolve(null), GRACE_MS);
    }, POLL_MS);
    stop = () => {
      stopListening();
      clearInterval(timer);
    };
  });
  return { outcome, stop };
}

/**
 * Signs the visitor in with Google in a separate window. It opens before any await, because
 * browsers allow it only within the click.
 * @param findAddress returns the window's URL
 * @returns true on success; false if the window closed without a result
 * @throws IdentityError
 */
export async function signInByPopup(findAddress: () => Promise<string>): Promise<boolean> {
  const popup = openWindow();
  const waiting = waitForOutcome(popup);
  try {
    popup.location.href = await findAddress();
    const outcome = await waiting.outcome;
    if (outcome?.error) {
      const code = toIdentityCode(outcome.error, 400);
      throw new IdentityError(code === 'unknown' ? 'google-failed' : code);
    }
    return outcome !== null;
  } finally {
    waiting.stop();
    popup.close();
  }
}
