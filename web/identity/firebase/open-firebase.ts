import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  signInWithPopup,
} from '@firebase/auth';
import type { Identity } from '../identity.ts';
import type { Wire } from '../wire/wire.ts';
import { firebaseIdentity } from './firebase.ts';

export type FirebaseProject = {
  projectId: string;
  apiKey: string;
  authDomain: string;
  emulatorUrl: string | null;
};

/** Opens Firebase with only those parts of its library that the shop uses. */
export function openFirebase({ emulatorUrl, ...project }: FirebaseProject, wire: Wire): Identity {
  const auth = initializeAuth(initializeApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  auth.languageCode = 'es';
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return firebaseIdentity({ auth, wire, origin: location.origin, signInByPopup });
}

function signInByPopup(auth: Auth): Promise<unknown> {
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ prompt: 'select_account' });
  return signInWithPopup(auth, google);
}
