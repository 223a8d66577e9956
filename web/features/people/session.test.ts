import { expect, test, vi } from 'vitest';
import { IdentityError } from '#web/identity/errors.ts';
import type { Identity, IdentityUser } from '#web/identity/identity.ts';
import type { AccountState } from '#web/lib/account.ts';
import { Refusal } from '#web/lib/api.ts';
import { createStore } from '#web/lib/store.ts';
import { openSession } from './session.ts';

const ana: IdentityUser = {
  uid: 'u1',
  email: 'ana@ejemplo.cl',
  emailVerified: false,
  providers: ['password'],
  metadata: { creationTime: null, lastSignInTime: null },
};

const ended = () => Promise.reject(new IdentityError('user-token-expired'));
const done = () => Promise.resolve();

/** A provider that knows Ana; single functions can be overridden. */
function openStage(overrides: Partial<Identity> = {}, askAdmin = () => Promise.resolve(false)) {
  let tell: (user: IdentityUser | null) => void = () => undefined;
  const identity: Identity = {
    signUp: () => Promise.resolve(ana),
    signIn: () => Promise.resolve(ana),
    signInWithGoogle: () => Promise.resolve(ana),
    signOut: done,
    sendPasswordReset: done,
    sendVerification: vi.fn(done),
    idToken: () => Promise.resolve('token'),
    reload: () => Promise.resolve(ana),
    links: {
      verifyEmail: done,
      afterVerification: () => Promise.resolve(ana),
      rejectAccount: done,
      resetPassword: done,
    },
    onChange: (listener) => {
      tell = listener;
      return () => undefined;
    },
    ...overrides,
  };
  const state = createStore<AccountState>({ name: 'unknown' });
  const session = openSession({ identity, state, askAdmin, origin: 'https://pines.cl' });
  return { session, state, identity, tell: (user: IdentityUser | null) => tell(user) };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the user is shown once the provider has answered', async () => {
  const { session, state } = openStage();
  await session.begin();
  expect(state.get()).toMatchObject({ name: 'signedIn', account: { uid: 'u1', isAdmin: false } });
});

test('no user is a guest, and no answer is no guest', async () => {
  const signedOut = openStage({ reload: () => Promise.resolve(null) });
  await signedOut.session.begin();
  expect(signedOut.state.get().name).toBe('guest');
  const lost = openStage({
    reload: () => Promise.reject(new IdentityError('network-request-failed')),
  });
  await lost.session.begin();
  expect(lost.state.get().name).toBe('unreachable');
});

test('an admin is one by the word of the server, asked at every change', async () => {
  const askAdmin = vi.fn(() => Promise.resolve(true));
  const { session, state, tell } = openStage({}, askAdmin);
  await session.begin();
  await tick();
  expect(state.get()).toMatchObject({ account: { isAdmin: true } });
  tell({ ...ana, emailVerified: true });
  await tick();
  expect(askAdmin).toHaveBeenCalledTimes(2);
  tell({ ...ana, emailVerified: true });
  await tick();
  expect(askAdmin).toHaveBeenCalledTimes(2);
});

test('no user is an admin when the check fails', async () => {
  const { session, state } = openStage({}, () => Promise.reject(new Error('lost')));
  await session.begin();
  await tick();
  expect(state.get()).toMatchObject({ name: 'signedIn', account: { isAdmin: false } });
});

test('a guest sends no token, an account its own', async () => {
  const { session } = openStage();
  expect(await session.bearer.token({ fresh: false })).toBeNull();
  await session.begin();
  expect(await session.bearer.token({ fresh: false })).toBe('token');
});

test('an ended session shows at the first call and is never taken for a guest', async () => {
  const { session, state } = openStage({ idToken: ended });
  await session.begin();
  for (let call = 0; call < 2; call += 1) {
    const error = await session.bearer.token({ fresh: false }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated' });
  }
  expect(state.get()).toMatchObject({ name: 'expired', account: { uid: 'u1' } });
  await session.signIn({ email: ana.email, password: 'x' });
  expect(state.get().name).toBe('signedIn');
});

test('signing out makes a guest', async () => {
  const { session, state } = openStage();
  await session.begin();
  await session.signOut();
  expect(state.get().name).toBe('guest');
});

test('a verification mail goes to unverified password users alone', async () => {
  const codeOf = async (user: IdentityUser | null) => {
    const { session } = openStage({ reload: () => Promise.resolve(user) });
    await session.begin();
    const error = await session.sendVerification().catch((reason: unknown) => reason);
    return error instanceof IdentityError ? error.code : 'sent';
  };
  expect(await codeOf(null)).toBe('no-user');
  expect(await codeOf({ ...ana, emailVerified: true })).toBe('already-verified');
  expect(await codeOf({ ...ana, providers: ['google.com'] })).toBe('google-user');
  expect(await codeOf(ana)).toBe('sent');
});

test('the return link is the site with the flag', async () => {
  const { session, identity } = openStage();
  await session.begin();
  await session.sendVerification();
  expect(identity.sendVerification).toHaveBeenCalledWith('https://pines.cl/?emailVerified=true');
});

test('a new account gets its verification mail at once, and stays without it', async () => {
  const { session, state, identity } = openStage();
  await session.signUp({ email: ana.email, password: 'secreto-largo' });
  expect(identity.sendVerification).toHaveBeenCalledWith('https://pines.cl/?emailVerified=true');
  const failing = openStage({ sendVerification: ended });
  await failing.session.signUp({ email: ana.email, password: 'secreto-largo' });
  await tick();
  expect(failing.state.get().name).toBe('signedIn');
  expect(state.get().name).toBe('signedIn');
});
