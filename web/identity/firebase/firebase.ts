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
import { IdentityError, type IdentityErrorCode, toIdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity, IdentityUser } from '#web/identity/identity.ts';
import type { Wire } from '#web/identity/wire/wire.ts';
import { readFirebaseError, readPopupError, readSignInError } from './error-codes.ts';

/**
 * Firebase as identity provider. Its library stores the session; the shop's server learns of each
 * sign-in and sign-out, and its word on the user counts.
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
        // Or anybody could find out which e-mails have an account.
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
 * Returns where a mail's link leads back to, absolute.
 * @throws IdentityError `unauthorized-domain` for a link to elsewhere
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
  /** Where the site is, such as `https://pines.cl`. */
  origin: string;
  /** Signs the visitor in at Google, in a window of its own. */
  signInByPopup: (auth: Auth) => Promise<unknown>;
};

/** Keeps the user in step with Firebase's library, the shop's server and the other tabs. */
function openUser({ auth, wire }: FirebaseParts) {
  /** Whether this page itself is changing who is signed in, or has not read the user yet. */
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

  /** Makes one of the shop's own calls, with the token of the signed-in user. */
  const post = async (path: string, body: object) => {
    const headers = auth.currentUser ? { Authorization: `Bearer ${await idToken()}` } : {};
    return wire.call(path, { body, headers });
  };

  /** Signs in at Firebase and then at the shop; when the shop refuses, no user is signed in. */
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

  /** Ends the session, at the shop first. */
  const end = async () => {
    await post('/sign-out', {}).catch((error: unknown) => {
      // One that is over at Firebase has nothing to end here.
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
      // The shop has ended a session that Firebase still has.
      await end();
      return null;
    });
  };

  wire.tabs.listen((message) => {
    if (message === 'signed-out') user.set(null);
    else if (auth.currentUser) user.follow();
  });
  // Firebase's library learns later than the tabs' message that another tab signed in.
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

/** Returns whether a failure says that the session has ended. */
function isOver(error: unknown): boolean {
  return over.has(toIdentityError(error).code);
}

/**
 * Adds to the shop's user what Firebase knows better: when the account was created, and how it is
 * entered. Whether the e-mail is verified is the shop's to say.
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

/** Firebase's times are text in English, to the second. */
function toIso(time: string | undefined): string | null {
  const millis = Date.parse(time ?? '');
  return Number.isNaN(millis) ? null : new Date(millis).toISOString();
}
