import type { IdToken } from '#domain/buyer.ts';
import type { FirebaseOptions } from './options.ts';
import type { Toolkit } from './toolkit.ts';

export type CallParts = {
  options: FirebaseOptions;
  toolkit: Toolkit;
  readToken: (bearer: string) => Promise<IdToken | null>;
};
