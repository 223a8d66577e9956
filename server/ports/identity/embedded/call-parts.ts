import type { Attempts } from './attempts.ts';
import type { Admit } from './hashing.ts';
import type { KeyStore } from './keys.ts';
import type { OpenedOptions } from './options.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import type { Provider } from './provider.ts';

export type CallParts = {
  options: OpenedOptions;
  keys: KeyStore;
  provider: Provider;
  attempts: Attempts;
  tries: PasswordAttempts;
  /** Lets in calls that hash passwords. */
  admit: Admit;
};
