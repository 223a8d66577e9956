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
 * Firebase as identity provider. Its library holds the session; the shop's server is told of each
 * sign-in and sign-out, and what it says of the user counts.
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
      await user.leave();
      user.become(null);
      wire.tabs.tell('signed-out');
    },
    async sendPasswordReset(email) {
      const url = ownLink('/', origin);
      await sendPasswordResetEmail(auth, email, { url }).catch((error: unknown) => {
        const known = readFirebaseError(error);
        // Nobody learns here which e-mails have an account.
        if (known.code !== 'user-not-found') throw known;
      });
    },
    async sendVerification(returnUrl) {
      await auth.authStateReady();
      if (!auth.currentUser) throw new IdentityError('no-user');
      if (user.known()?.emailVerified) throw new IdentityError('already-verified');
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
      wire.tabs.tell('changed');
      return next;
    }),
    reload: user.reload,
    onChange: user.onChange,
  };
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Holds new passwords to the shop's lengths: Firebase by itself takes shorter ones.
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
  /** Lets the visitor sign in at Google, in a window of its own. */
  signInByPopup: (auth: Auth) => Promise<unknown>;
};

type Listener = (user: IdentityUser | null) => void;

/** Keeps the user in step with Firebase's library, the shop's server and the other tabs. */
function openUser({ auth, wire }: FirebaseParts) {
  const { tabs } = wire;
  const listeners = new Set<Listener>();
  let user: IdentityUser | null = null;
  /** Whether this page itself is changing who is signed in, or has not looked yet. */
  let isBusy = true;

  const become = (next: IdentityUser | null) => {
    user = next;
    for (const listener of [...listeners]) listener(next);
  };

  const idToken = async ({ fresh = false }: { fresh?: boolean } = {}): Promise<string> => {
    await auth.authStateReady();
    if (!auth.currentUser) throw new IdentityError('user-token-expired');
    return auth.currentUser.getIdToken(fresh).catch((error: unknown) => {
      throw readFirebaseError(error);
    });
  };

  /** Makes one of the shop's own calls, in the name of whoever is signed in. */
  const post = async (path: string, body: object) => {
    const headers = auth.currentUser ? { Authorization: `Bearer ${await idToken()}` } : {};
    return wire.call(path, { body, headers });
  };

  const readCurrent = async (): Promise<IdentityUser> => {
    const read = async (fresh: boolean) => {
      const token = await idToken({ fresh });
      return readFirebaseUser(await wire.readUser(token), auth.currentUser);
    };
    return read(false).catch((error: unknown) => {
      if (toIdentityError(error).code !== 'invalid-user-token') throw error;
      return read(true);
    });
  };

  /** Makes a sign-in at Firebase one at the shop; one that the shop refuses is none. */
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
      const next = await readCurrent();
      become(next);
      tabs.tell('changed');
      return next;
    } finally {
      isBusy = false;
    }
  };

  /** Ends the session, at the shop first. */
  const leave = async () => {
    await post('/sign-out', {}).catch((error: unknown) => {
      // One that is over at Firebase has nothing to end here.
      if (!isOver(error)) throw error;
    });
    await signOut(auth);
  };

  const reload = async (): Promise<IdentityUser | null> => {
    await auth.authStateReady();
    isBusy = false;
    const known = user;
    if (!auth.currentUser && !known) return null;
    try {
      const next = await readCurrent();
      become(next);
      // What a tab reads first is no news to the others.
      if (known && JSON.stringify(next) !== JSON.stringify(known)) tabs.tell('changed');
      return next;
    } catch (error) {
      if (known || !isOver(error)) throw error;
      // Nobody was known to be here, and nobody is: the shop has ended what Firebase remembers.
      await leave();
      return null;
    }
  };

  // What went wrong will show when this tab needs its session.
  const follow = () => void readCurrent().then(become, () => undefined);
  tabs.hear((news) => {
    if (news === 'signed-out') become(null);
    else if (auth.currentUser) follow();
  });
  // Firebase's library learns a little later than the tabs' news that another tab signed in.
  onAuthStateChanged(auth, (current) => {
    if (!isBusy && current && current.uid !== user?.uid) follow();
  });

  return {
    known: () => user,
    become,
    idToken,
    post,
    enter,
    leave,
    reload,
    onChange(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const over: ReadonlySet<IdentityErrorCode> = new Set([
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
  'user-disabled',
]);

/** Whether a failure says that the session is of no use any more. */
function isOver(error: unknown): boolean {
  return over.has(toIdentityError(error).code);
}

/**
 * Adds to a user as the shop knows them what Firebase knows better: since when and how the account
 * is entered. Whether the e-mail is verified is the shop's to say.
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
