import type { Attempts } from './attempts.ts';
import type { Admit } from './hashing.ts';
import type { KeyStore } from './keys.ts';
import type { OpenedOptions } from './options.ts';
import type { PasswordTries } from './password-tries.ts';
import type { Provider } from './provider.ts';

/** What every call of the provider leans on. */
export type Desk = {
  options: OpenedOptions;
  keys: KeyStore;
  provider: Provider;
  attempts: Attempts;
  tries: PasswordTries;
  /** Lets in calls that hash passwords. */
  admit: Admit;
};
