import type { FirebaseSettings } from '#server/config/firebase.ts';
import type { ProviderOptions } from '#server/ports/identity/options.ts';

export type FirebaseOptions = ProviderOptions & { settings: FirebaseSettings };
