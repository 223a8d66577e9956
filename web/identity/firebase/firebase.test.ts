import { initializeApp } from '@firebase/app';
import { initializeAuth, inMemoryPersistence } from '@firebase/auth';
import { expect, test } from 'vitest';
import { describeIdentityError } from '../describe-error.ts';
import { openWire } from '../wire/wire.ts';
import { firebaseIdentity } from './firebase.ts';

/** A page whose account disappeared: another tab or the browser removed it. */
function openStage() {
  const app = initializeApp({ apiKey: 'llave', projectId: 'pines-prueba' }, crypto.randomUUID());
  const calls: string[] = [];
  const identity = firebaseIdentity({
    auth: initializeAuth(app, { persistence: inMemoryPersistence }),
    wire: openWire(
      async (path) => {
        calls.push(path);
        return Response.json({ success: true });
      },
      { send: () => undefined, listen: () => undefined },
    ),
    origin: 'https://pines.cl',
    signInByPopup: () => Promise.reject(new Error('no window here')),
  });
  return { identity, calls };
}

const textOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => describeIdentityError(error),
  );

test('a verification mail without a user says so in the quoted words', async () => {
  const { identity } = openStage();
  expect(await textOf(identity.sendVerification('/?emailVerified=true'))).toBe(
    'Error: No hay usuario autenticado',
  );
});

test('signing out without an account still clears the hint of one', async () => {
  const { identity, calls } = openStage();
  await identity.signOut();
  expect(calls).toEqual(['/api/identity/sign-out']);
});

test('passwords are held to the shop’s lengths before anything is sent', async () => {
  const { identity, calls } = openStage();
  const email = 'ana@correo.cl';
  expect(await textOf(identity.signUp({ email, password: 'siete77' }))).toBe(
    'La contraseña debe tener al menos 8 caracteres.',
  );
  expect(await textOf(identity.signUp({ email, password: 'x'.repeat(129) }))).toBe(
    'La contraseña es demasiado larga: usa hasta 128 caracteres.',
  );
  expect(calls).toEqual([]);
});

test('what Google’s window fails with is told as Google’s', async () => {
  const { identity } = openStage();
  expect(await textOf(identity.signInWithGoogle())).toBe(
    'No pudimos terminar el inicio de sesión con Google. Intenta de nuevo o usa tu email.',
  );
});
