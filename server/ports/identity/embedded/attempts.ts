import type { Limit } from '../../../db/engine.ts';
import type { Limits } from '../../../limits/limits.ts';

const MINUTE_S = 60;

/**
 * Chilean mobile networks put whole neighbourhoods behind one address, so what counts per client is
 * wide; what counts per account is narrow. Passwords: see password-tries.ts.
 */
const byKey = {
  resetOfAccount: { name: 'reset_account', points: 6, seconds: 60 * MINUTE_S },
  verification: { name: 'verification', points: 5, seconds: 10 * MINUTE_S },
} satisfies Record<string, Limit>;

const byClient = {
  signUp: { name: 'sign_up', points: 200, seconds: 60 * MINUTE_S },
  resetOfAddress: { name: 'reset_address', points: 60, seconds: 60 * MINUTE_S },
  link: { name: 'mail_link', points: 120, seconds: 60 * MINUTE_S },
  google: { name: 'google', points: 300, seconds: 60 * MINUTE_S },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof byKey | keyof typeof byClient;
/** A limit, and whom it counts: an address for limits by client. */
export type Attempt = readonly [LimitName, string];

/** Counts attempts, and refuses those over the limit with the time to wait. */
export function createAttempts(limits: Limits) {
  const limiters = {
    resetOfAccount: limits.byKey(byKey.resetOfAccount),
    verification: limits.byKey(byKey.verification),
    signUp: limits.byClient(byClient.signUp),
    resetOfAddress: limits.byClient(byClient.resetOfAddress),
    link: limits.byClient(byClient.link),
    google: limits.byClient(byClient.google),
  };

  return {
    /** @throws ShopError `too_many_requests` */
    count: async (attempts: readonly Attempt[]): Promise<void> => {
      for (const [name, key] of attempts) await limiters[name].consume(key);
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
