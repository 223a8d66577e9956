import { expect, test, vi } from 'vitest';
import type { Identity, IdentityUser } from './identity.ts';
import { lazyIdentity } from './open-identity.ts';

const ana: IdentityUser = {
  uid: 'u1',
  email: 'ana@ejemplo.cl',
  emailVerified: false,
  providers: ['password'],
  metadata: { creationTime: null, lastSignInTime: null },
};

function openStage() {
  let tell: (user: IdentityUser | null) => void = () => undefined;
  const done = () => Promise.resolve();
  const identity: Identity = {
    signUp: async ({ email }) => ({ ...ana, email }),
    signIn: async ({ email }) => ({ ...ana, email }),
    signInWithGoogle: async () => ana,
    signOut: done,
    sendPasswordReset: done,
    sendVerification: done,
    idToken: async (options) => (options?.fresh ? 'fresh' : 'kept'),
    reload: async () => ana,
    links: {
      verifyEmail: done,
      afterVerification: async () => ana,
      rejectAccount: done,
      resetPassword: done,
    },
    onChange: (listener) => {
      tell = listener;
      return () => undefined;
    },
  };
  return { identity, tell: (user: IdentityUser | null) => tell(user) };
}

test('it is loaded once, at once, and passes everything on', async () => {
  const { identity, tell } = openStage();
  const load = vi.fn(async () => identity);
  const lazy = lazyIdentity(load);
  const heard: (IdentityUser | null)[] = [];
  const stop = lazy.onChange((user) => heard.push(user));
  expect(load).toHaveBeenCalledTimes(1);
  expect(await lazy.idToken({ fresh: true })).toBe('fresh');
  expect(await lazy.signIn({ email: 'bea@ejemplo.cl', password: 'x' })).toMatchObject({
    email: 'bea@ejemplo.cl',
  });
  expect(await lazy.links.afterVerification()).toBe(ana);
  expect(load).toHaveBeenCalledTimes(1);
  tell(null);
  stop();
  tell(ana);
  expect(heard).toEqual([null]);
});

test('what could not be loaded is a lost connection, and is loaded again', async () => {
  const { identity } = openStage();
  const load = vi.fn(async () => identity);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const lazy = lazyIdentity(load);
  await expect(lazy.reload()).rejects.toMatchObject({ code: 'network-request-failed' });
  expect(await lazy.reload()).toBe(ana);
});
