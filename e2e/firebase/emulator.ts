import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';

const PROJECT = 'demo-pines';
const LIMIT_MS = 10_000;

/** The emulator that `npm run test:firebase` started. */
export const host: string = process.env.TEST_FIREBASE_EMULATOR ?? '';
if (!host) throw new Error('start these tests by npm run test:firebase');

/** Environment of a shop whose users sign in at the emulator. */
export const firebaseEnv = {
  AUTH_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'demo-key',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_AUTH_EMULATOR_HOST: host,
};

export const project = {
  projectId: PROJECT,
  apiKey: firebaseEnv.FIREBASE_API_KEY,
  authDomain: firebaseEnv.FIREBASE_AUTH_DOMAIN,
  emulatorUrl: `http://${host}`,
};

const toolkit = `http://${host}/identitytoolkit.googleapis.com/v1`;
const signedIn = z.object({ idToken: z.string(), localId: z.string() });
const codes = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobCode: z.string() })),
});

async function ask(path: string, body: object, isOwner = false): Promise<Response> {
  return fetch(`${toolkit}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The emulator's administrator token.
      ...(isOwner ? { authorization: 'Bearer owner' } : {}),
    },
    body: JSON.stringify(body),
  });
}

/** Signs in with a password, after signing up if necessary, like a Firebase client. */
export async function signInByCall(email: string, password: string) {
  const body = { email, password, returnSecureToken: true };
  const up = await ask('/accounts:signUp?key=demo-key', body);
  const answer = up.ok ? up : await ask('/accounts:signInWithPassword?key=demo-key', body);
  return signedIn.parse(await answer.json());
}

/** Requests a verification mail like a client. */
export async function sendVerificationByCall(idToken: string): Promise<void> {
  await ask('/accounts:sendOobCode?key=demo-key', { requestType: 'VERIFY_EMAIL', idToken });
}

export async function sendResetByCall(email: string): Promise<void> {
  await ask('/accounts:sendOobCode?key=demo-key', { requestType: 'PASSWORD_RESET', email });
}

/** Removes every account. */
export async function clearAccounts(): Promise<void> {
  await fetch(`http://${host}/emulator/v1/projects/${PROJECT}/accounts`, { method: 'DELETE' });
}

/** Imports accounts like `firebase auth:import`. */
export async function importAccounts(body: object): Promise<unknown> {
  return (await ask(`/projects/${PROJECT}/accounts:batchCreate`, body, true)).json();
}

/** Returns the account as an administrator sees it. */
export async function lookUp(localId: string): Promise<unknown> {
  const answer = await ask(`/projects/${PROJECT}/accounts:lookup`, { localId: [localId] }, true);
  return answer.json();
}

/** Returns the path of the newest mail's link, as if the project's action URL were the shop. */
export async function waitForAction(
  email: string,
  mode: 'verifyEmail' | 'resetPassword',
): Promise<string> {
  const type = mode === 'verifyEmail' ? 'VERIFY_EMAIL' : 'PASSWORD_RESET';
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    const answer = await fetch(`http://${host}/emulator/v1/projects/${PROJECT}/oobCodes`);
    const { oobCodes } = codes.parse(await answer.json());
    const code = oobCodes.findLast(
      (one) => one.email === email.toLowerCase() && one.requestType === type,
    )?.oobCode;
    if (code) return `/api/identity/action?${new URLSearchParams({ mode, oobCode: code })}`;
    await sleep(100);
  }
  throw new Error(`no ${mode} mail for ${email}`);
}
