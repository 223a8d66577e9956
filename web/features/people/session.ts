import { checkAdmin } from '#contract/people/people.ts';
import { storedDraft } from '#web/features/orders/draft-flag.ts';
import { IdentityError, toIdentityError } from '#web/identity/errors.ts';
import type { Credentials, Identity, IdentityUser } from '#web/identity/identity.ts';
import type { IdentityErrorCode } from '#web/identity/messages.ts';
import { type AccountState, accountOf } from '#web/lib/account.ts';
import { CONNECTION_LOST, callApi, LostAnswer, Refusal } from '#web/lib/api.ts';
import type { BearerSource } from '#web/lib/bearer.ts';
import { logFailure } from '#web/lib/log.ts';
import { VERIFIED_FLAG } from '#web/lib/overlays.ts';
import type { Store } from '#web/lib/store.ts';

const SESSION_ENDED = 'Tu sesión terminó. Inicia sesión de nuevo para continuar.';

/** Errors which mean that the session has ended. */
const ending: ReadonlySet<IdentityErrorCode> = new Set([
  'user-token-expired',
  'invalid-user-token',
  'user-not-found',
  'user-disabled',
]);

export type SessionParts = {
  identity: Identity;
  state: Store<AccountState>;
  /** Whether the server regards the account as an admin's. */
  askAdmin?: () => Promise<boolean>;
  /** The site's origin, such as `https://pines.cl`. */
  origin: string;
};

const askServer = async () => (await callApi(checkAdmin)).isAdmin;

/** Keeps the account on the screens in sync with the identity provider. */
export function openSession({ identity, state, askAdmin = askServer, origin }: SessionParts) {
  let changes = 0;

  const recheckAdmin = async () => {
    changes += 1;
    const mine = changes;
    const isAdmin = await askAdmin().catch((error: unknown) => {
      logFailure('admin check', error);
      return false;
    });
    const now = state.get();
    if (mine !== changes || now.name !== 'signedIn') return;
    state.set({ name: 'signedIn', account: { ...now.account, isAdmin } });
  };

  const show = (user: IdentityUser | null) => {
    const before = state.get();
    if (!user) return state.set({ name: 'guest' });
    const known = accountOf(before);
    const isAdmin = known?.uid === user.uid && known.isAdmin;
    const account = { ...user, isAdmin };
    const isNews = before.name !== 'signedIn' || JSON.stringify(known) !== JSON.stringify(account);
    if (!isNews) return;
    state.set({ name: 'signedIn', account });
    void recheckAdmin();
  };

  const expire = () => {
    const now = state.get();
    if (now.name === 'signedIn') state.set({ name: 'expired', account: now.account });
  };

  /** Rethrows an error, after recording it if the session has ended. */
  const noteEndedSession = (error: unknown): never => {
    if (ending.has(toIdentityError(error).code)) expire();
    throw error;
  };

  identity.onChange(show);

  const bearer: BearerSource = {
    async token({ fresh }) {
      const { name } = state.get();
      if (name !== 'signedIn' && name !== 'expired') return null;
      try {
        if (name === 'expired') throw new IdentityError('user-token-expired');
        return await identity.idToken({ fresh }).catch(noteEndedSession);
      } catch (error) {
        const isOver = ending.has(toIdentityError(error).code);
        if (!isOver) throw new LostAnswer(CONNECTION_LOST);
        const body = { success: false, code: 'unauthenticated', message: SESSION_ENDED };
        throw new Refusal(401, body);
      }
    },
    onRefused: expire,
  };

  return {
    bearer,
    /** Finds out who is signed in, if unknown. */
    async begin() {
      try {
        show(await identity.reload());
      } catch (error) {
        logFailure('session', error);
        state.set({ name: 'unreachable' });
      }
    },
    signIn: async (credentials: Credentials) => show(await identity.signIn(credentials)),
    /** Also sends the verification mail; the header's button sends another. */
    async signUp(credentials: Credentials) {
      show(await identity.signUp(credentials));
      identity
        .sendVerification(origin + VERIFIED_FLAG)
        .catch((error: unknown) => logFailure('verification', error));
    },
    signInWithGoogle: async () => show(await identity.signInWithGoogle()),
    signOut: async () => {
      await identity.signOut();
      show(null);
      if (!storedDraft()) return;
      // Nobody is signed in any more, whether or not this succeeds.
      await import('#web/features/orders/Wizard.tsx')
        .then(({ removeDraft }) => removeDraft())
        .catch((error: unknown) => logFailure('draft', error));
    },
    sendPasswordReset: identity.sendPasswordReset,
    /** Reads the user again; null if nobody is signed in. */
    reload: async () => {
      const user = await identity.reload();
      show(user);
      return user;
    },
    /** Reads the user again in the background; an ended session is shown. */
    poll: async () => show(await identity.reload().catch(noteEndedSession)),
    idToken: identity.idToken,
    /** @param returnUrl target of the mail's link; by default the home page with the flag */
    async sendVerification(returnUrl: string = origin + VERIFIED_FLAG) {
      const account = accountOf(state.get());
      if (!account) throw new IdentityError('no-user');
      if (account.emailVerified) throw new IdentityError('already-verified');
      if (isGoogleUser(account)) throw new IdentityError('google-user');
      await identity.sendVerification(returnUrl);
    },
    links: identity.links,
  };
}

export function isGoogleUser({ providers }: Pick<IdentityUser, 'providers'>): boolean {
  return providers.includes('google.com');
}
