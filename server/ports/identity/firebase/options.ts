import type { IdToken } from '#domain/buyer.ts';
import type { FirebaseSettings } from '#server/config/firebase.ts';
import type { ProviderOptions } from '#server/ports/identity/options.ts';
import type { Toolkit } from './toolkit.ts';

export type FirebaseOptions = ProviderOptions & { settings: FirebaseSettings };

export type CallParts = {
  options: FirebaseOptions;
  toolkit: Toolkit;
  readToken: (bearer: string) => Promise<IdToken | null>;
};
