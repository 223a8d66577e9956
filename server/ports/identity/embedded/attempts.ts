import type { Limit } from '../../../db/engine.ts';
import type { Limits } from '../../../limits/limits.ts';

const MINUTE_S = 60;

/**
 * Chilean mobile networks put whole neighbourhoods behind one address, so what counts per client is
 * wide. Passwords: see password-attempts.ts; what sends mail: mail-attempts.ts.
 */
const byClient = {
  signUp: { name: 'sign_up', points: 200, seconds: 60 * MINUTE_S },
  link: { name: 'mail_link', points: 120, seconds: 60 * MINUTE_S },
  google: { name: 'google', points: 300, seconds: 60 * MINUTE_S },
} satisfies Record<string, Limit>;

type LimitName = keyof typeof byClient;
/** A limit, and whom it counts: an address for limits by client. */
export type Attempt = readonly [LimitName, string];

/** Counts attempts, and refuses those over the limit with the time to wait. */
export function createAttempts(limits: Limits) {
  const limiters = {
    signUp: limits.byClient(byClient.signUp),
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
