import { ShopError } from '#domain/errors.ts';
import { loadOnce } from '../../../load-once.ts';
import type { Auth } from './auth.ts';
import type { KeyStore } from './keys.ts';
import type { OpenedOptions } from './options.ts';

/** better-auth, loaded when somebody first signs in: it costs memory that a quiet shop saves. */
export type Provider = {
  auth: () => Promise<Auth>;
  /** @throws ShopError `unavailable` while Google does not tell its addresses */
  googleAuth: () => Promise<Auth>;
};

const PATIENCE_MS = 8000;

export function createProvider(
  options: OpenedOptions,
  keys: KeyStore,
  onNewKey: () => void,
): Provider {
  async function load(withGoogle: boolean): Promise<Auth> {
    const { createAuth } = await import('./auth.ts');
    return createAuth(options, keys, { withGoogle, onNewKey });
  }

  async function loadGoogle(): Promise<Auth> {
    const auth = await load(true);
    const { socialProviders } = await within(PATIENCE_MS, auth.$context);
    if (socialProviders.length === 0) throw new Error('Google does not tell its addresses');
    return auth;
  }

  const google = loadOnce(loadGoogle);
  return {
    auth: loadOnce(() => load(false)),
    googleAuth: async () => {
      try {
        return await google();
      } catch (cause) {
        options.log.warn({ fault: String(cause) }, 'identity: Google cannot be reached');
        throw new ShopError('unavailable', {
          message: 'Google no responde. Intenta de nuevo en unos minutos',
        });
      }
    },
  };
}

async function within<T>(millis: number, work: Promise<T>): Promise<T> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), millis);
  return Promise.race([work, tooSlow]).finally(() => clearTimeout(timer));
}
