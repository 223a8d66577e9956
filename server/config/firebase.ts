import type { Values } from './variables.ts';

/** The Firebase project whose accounts sign in, and the URLs of its API. */
export type FirebaseSettings = Readonly<{
  projectId: string;
  /** Public: it names the project of a call and grants no access. */
  apiKey: string;
  /** Host of Firebase's own pages, such as `pines.firebaseapp.com`. */
  authDomain: string;
  /** Such as `http://127.0.0.1:9099`; null: Google's own service, whose tokens are signed. */
  emulatorUrl: string | null;
  /** Identity Toolkit, without a slash at its end. */
  apiUrl: string;
  /** URL of the public keys that ID tokens are verified with. */
  keysUrl: string;
}>;

const API_HOST = 'identitytoolkit.googleapis.com';
const KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Returns null when another provider is configured. */
export function firebaseOf(values: Values): FirebaseSettings | null {
  const {
    AUTH_PROVIDER,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_AUTH_EMULATOR_HOST: emulator,
  } = values;
  if (AUTH_PROVIDER !== 'firebase' || !projectId || !apiKey || !authDomain) return null;
  const emulatorUrl = emulator ? `http://${emulator}` : null;
  const apiUrl = emulatorUrl ? `${emulatorUrl}/${API_HOST}` : `https://${API_HOST}`;
  return { projectId, apiKey, authDomain, emulatorUrl, apiUrl, keysUrl: KEYS_URL };
}
