import {
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from '@firebase/auth';
import { IdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity } from '#web/identity/identity.ts';
import { readFirebaseError, readPopupError, readSignInError } from './error-codes.ts';
import { type FirebaseParts, openUser } from './user.ts';

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
