import {
  type Auth,
  createUserWithEmailAndPassword,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from '@firebase/auth';
import { IdentityError, toIdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity, IdentityUser } from '#web/identity/identity.ts';
import type { IdentityErrorCode } from '#web/identity/messages.ts';
import type { Wire } from '#web/identity/wire/wire.ts';
import { readFirebaseError, readPopupError, readSignInError } from './error-codes.ts';

/**
 * Firebase as identity provider. Its library stores the session; the shop's server is told of each
 * sign-in and sign-out, and its data on the user is authoritative.
 */
export function firebaseIdentity(parts: FirebaseParts): Identity {
  const { auth, wire, origin, signInByPopup } = parts;
  const user = openUser(parts);

  return {
    signUp: ({ email, password }: Credentials) =>
      user.enter(async () => {
        checkNewPassword(password);
        await createUserWithEmailAndPassword(auth, email, password);
      }, readFirebaseError),
    signIn: ({ email, password }: Credentials) =>
      user.enter(() => signInWithEmailAndPassword(auth, email, password), readSignInError),
    signInWithGoogle: () => user.enter(() => signInByPopup(auth), readPopupError),
    async signOut() {
      await user.end();
      user.leave();
    },
    async sendPasswordReset(email) {
      const url = ownLink('/', origin);
      await sendPasswordResetEmail(auth, email, { url }).catch((error: unknown) => {
        const known = readFirebaseError(error);
        // Otherwise anyone could find out which e-mails have an account.
        if (known.code !== 'user-not-found') throw known;
      });
    },
    async sendVerification(returnUrl) {
      await auth.authStateReady();
      if (!auth.currentUser) throw new IdentityError('no-user');
      if (user.current()?.emailVerified) throw new IdentityError('already-verified');
      const url = ownLink(returnUrl, origin);
      await sendEmailVerification(auth.currentUser, { url }).catch((error: unknown) => {
        throw readFirebaseError(error);
      });
    },
    idToken: user.idToken,
    links: wire.mailLinks(user.post, async () => {
      await auth.authStateReady();
      if (auth.currentUser) await user.idToken({ fresh: true });
      const next = await user.reload();
      wire.tabs.send('changed');
      return next;
    }),
    reload: user.reload,
    onChange: user.onChange,
  };
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Checks a new password's length, because Firebase accepts shorter ones.
 * @throws IdentityError `weak-password`, `password-too-long`
 */
function checkNewPassword({ length }: string): void {
  if (length < MIN_LENGTH) throw new IdentityError('weak-password');
  if (length > MAX_LENGTH) throw new IdentityError('password-too-long');
}

/**
 * Returns the absolute URL to which a mail's link returns.
 * @throws IdentityError `unauthorized-domain` for another origin
 */
function ownLink(link: string, origin: string): string {
  if (!URL.canParse(link, origin)) throw new IdentityError('unauthorized-domain');
  const url = new URL(link, origin);
  if (url.origin !== origin) throw new IdentityError('unauthorized-domain');
  return url.href;
}

type FirebaseParts = {
  auth: Auth;
  wire: Wire;
  /** The site's origin, such as `https://pines.cl`. */
  origin: string;
  /** Signs the visitor in with Google, in a separate window. */
  signInByPopup: (auth: Auth) => Promise<unknown>;
};

/** Keeps the user in sync with Firebase's library, the shop's server and the other tabs. */
function openUser({ auth, wire }: FirebaseParts) {
  /** Whether this page is changing the user itself, or has not read the user yet. */
  let isBusy = true;

  const idToken = async ({ fresh = false }: { fresh?: boolean } = {}): Promise<string> => {
    await auth.authStateReady();
    if (!auth.currentUser) throw new IdentityError('user-token-expired');
    return auth.currentUser.getIdToken(fresh).catch((error: unknown) => {
      throw readFirebaseError(error);
    });
  };

  const user = wire.createUserState(wire.tabs, async (fresh) =>
    readFirebaseUser(await wire.readUser(await idToken({ fresh })), auth.currentUser),
  );

  /** Sends a request to the shop, with the token of the signed-in user. */
  const post = async (path: string, body: object) => {
    const headers = auth.currentUser ? { Authorization: `Bearer ${await idToken()}` } : {};
    return wire.call(path, { body, headers });
  };

  /** Signs in at Firebase and then at the shop; if the shop refuses, no user is signed in. */
  const enter = async (
    work: () => Promise<unknown>,
    explain: (error: unknown) => IdentityError,
  ): Promise<IdentityUser> => {
    isBusy = true;
    try {
      await work().catch((error: unknown) => {
        throw explain(error);
      });
      await post('/session', {}).catch(async (error: unknown) => {
        if (isOver(error)) await signOut(auth);
        throw error;
      });
      return await user.enter();
    } finally {
      isBusy = false;
    }
  };

  /** Ends the session, first at the shop. */
  const end = async () => {
    await post('/sign-out', {}).catch((error: unknown) => {
      // A session that has already ended at Firebase needs no sign-out at the shop.
      if (!isOver(error)) throw error;
    });
    await signOut(auth);
  };

  const reload = async (): Promise<IdentityUser | null> => {
    await auth.authStateReady();
    isBusy = false;
    const isKnown = user.current() !== null;
    if (!auth.currentUser && !isKnown) return null;
    return user.reload().catch(async (error: unknown) => {
      if (isKnown || !isOver(error)) throw error;
      // The shop has ended a session that still exists at Firebase.
      await end();
      return null;
    });
  };

  wire.tabs.listen((message) => {
    if (message === 'signed-out') user.set(null);
    else if (auth.currentUser) user.follow();
  });
  // Firebase's library learns of another tab's sign-in later than by the tabs' message.
  onAuthStateChanged(auth, (current) => {
    if (!isBusy && current && current.uid !== user.current()?.uid) user.follow();
  });

  return { ...user, idToken, post, enter, end, reload };
}

const over: ReadonlySet<IdentityErrorCode> = new Set([
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
  'user-disabled',
]);

/** Returns true if an error means that the session has ended. */
function isOver(error: unknown): boolean {
  return over.has(toIdentityError(error).code);
}

/**
 * Adds Firebase's data to the shop's user: time of creation and sign-in methods. Whether the e-mail
 * is verified is decided by the shop.
 */
function readFirebaseUser(user: IdentityUser, current: User | null): IdentityUser {
  if (current?.uid !== user.uid) return user;
  const { creationTime, lastSignInTime } = current.metadata;
  return {
    ...user,
    providers: current.providerData.map(({ providerId }) => providerId),
    metadata: {
      creationTime: toIso(creationTime) ?? user.metadata.creationTime,
      lastSignInTime: toIso(lastSignInTime) ?? user.metadata.lastSignInTime,
    },
  };
}

/** Firebase's times are English text, to the second. */
function toIso(time: string | undefined): string | null {
  const millis = Date.parse(time ?? '');
  return Number.isNaN(millis) ? null : new Date(millis).toISOString();
}
