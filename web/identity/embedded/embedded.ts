import { IdentityError, toIdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity, IdentityUser } from '#web/identity/identity.ts';
import { createTokenCache } from '#web/identity/token-cache.ts';
import { type Answer, callIdentity, type Fetch, toIdentityCode } from '#web/identity/wire/call.ts';
import type { Tabs } from '#web/identity/wire/tabs.ts';
import { mailLinks, readUser } from '#web/identity/wire/wire.ts';

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

const WIDTH = 480;
const HEIGHT = 640;
const LOOK_MS = 400;
/** Google may cut the window loose, which then seems closed while it lives. */
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

/** Listens for the window's last word, on every way it may come. @returns what ends that */
function hearOutcome(listener: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel('pines-identity');
  const onMessage = ({ data, origin }: MessageEvent<unknown>) => {
    if (isOutcome(data) && (origin === '' || origin === location.origin)) listener(data);
  };
  channel.addEventListener('message', onMessage);
  addEventListener('message', onMessage);
  return () => {
    channel.close();
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

/** Waits for the window's last word; null when it went away without one. */
function waitForOutcome(popup: Window): { outcome: Promise<Outcome | null>; stop: () => void } {
  let stop = () => {};
  const outcome = new Promise<Outcome | null>((resolve) => {
    const stopHearing = hearOutcome(resolve);
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      setTimeout(() => resolve(null), GRACE_MS);
    }, LOOK_MS);
    stop = () => {
      stopHearing();
      clearInterval(timer);
    };
  });
  return { outcome, stop };
}

/**
 * Lets the visitor sign in at Google in a window of its own. It opens before anything is awaited,
 * because browsers allow that only within the click.
 * @param findAddress asks the provider where the window has to go
 * @returns whether the window said that it worked; false when it went away without a word
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
