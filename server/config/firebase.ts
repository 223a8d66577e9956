type Values = {
  AUTH_PROVIDER: 'embedded' | 'firebase';
  FIREBASE_PROJECT_ID?: string | undefined;
  FIREBASE_API_KEY?: string | undefined;
  FIREBASE_AUTH_DOMAIN?: string | undefined;
  FIREBASE_AUTH_EMULATOR_HOST?: string | undefined;
  PUBLIC_URL?: string | undefined;
  HOST: string;
};

/** A Firebase project whose Authentication signs people in, and where it is asked. */
export type FirebaseSettings = Readonly<{
  projectId: string;
  /** Public: it says which project a call is for and opens nothing. */
  apiKey: string;
  /** Host of Firebase's own pages, such as `pines.firebaseapp.com`. */
  authDomain: string;
  /** Such as `http://127.0.0.1:9099`; null: Google's own service, whose tokens are signed. */
  emulatorUrl: string | null;
  /** Identity Toolkit, without a slash at its end. */
  apiUrl: string;
  /** Where the keys are published that sign ID tokens. */
  keysUrl: string;
}>;

const API_HOST = 'identitytoolkit.googleapis.com';
const KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const REQUIRED = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'] as const;

/** @returns null with another provider */
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

/** Whether each rule about Firebase's variables is broken, and the line that says so. */
export function firebaseRules(values: Values): [isBroken: boolean, line: string][] {
  const isChosen = values.AUTH_PROVIDER === 'firebase';
  const emulator = values.FIREBASE_AUTH_EMULATOR_HOST;
  return [
    ...REQUIRED.map((name): [boolean, string] => [
      isChosen && !values[name],
      `${name}: is required with AUTH_PROVIDER=firebase`,
    ]),
    [
      emulator !== undefined && !isChosen,
      'FIREBASE_AUTH_EMULATOR_HOST: is for AUTH_PROVIDER=firebase',
    ],
    [
      emulator !== undefined && !isOnThisMachine(values),
      'FIREBASE_AUTH_EMULATOR_HOST: anybody can make its tokens, so it is for tests on this machine; PUBLIC_URL (or HOST) must be a loopback address',
    ],
  ];
}

function isOnThisMachine({ PUBLIC_URL, HOST }: Values): boolean {
  const name = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : HOST;
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name);
}
