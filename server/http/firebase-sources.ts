import type { Config } from '../config.ts';

/** What a page may load besides the shop's own so that Firebase can sign people in. */
export type FirebaseSources = Readonly<{
  script: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
}>;

/** Hosts of accounts and of fresh tokens, and Google's script that speaks with the popup. */
const google = {
  script: ['https://apis.google.com'],
  connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
} as const;

/** @returns the sources of Firebase when the settings choose it, else none */
export function firebaseSources(auth: Config['auth']): FirebaseSources {
  if (auth.provider !== 'firebase') return { script: [], connect: [], frame: [] };
  const { authDomain, emulatorUrl } = auth.firebase;
  if (emulatorUrl) {
    return { script: google.script, connect: [emulatorUrl], frame: [emulatorUrl] };
  }
  return { ...google, frame: [`https://${authDomain}`] };
}
