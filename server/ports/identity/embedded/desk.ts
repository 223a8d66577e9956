import type { Attempts } from './attempts.ts';
import type { Hashing } from './hashing.ts';
import type { KeyStore } from './keys.ts';
import type { EmbeddedOptions } from './options.ts';
import type { PasswordTries } from './password-tries.ts';
import type { Provider } from './provider.ts';

/** What every call of the provider leans on. */
export type Desk = {
  options: EmbeddedOptions;
  keys: KeyStore;
  provider: Provider;
  attempts: Attempts;
  tries: PasswordTries;
  /** By the client's address. */
  hashing: (address: string) => Hashing;
};
