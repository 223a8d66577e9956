import type { Limit } from '../../../db/engine.ts';
import type { Limits } from '../../../limits/limits.ts';

const MINUTE_S = 60;

/**
 * Chilean mobile networks put whole neighbourhoods behind one address, so what counts per client is
 * wide. Passwords: see password-attempts.ts; what sends mail: mail-attempts.ts.
 */
const byClient = {
  signUp: { name: 'sign_up', points: 200, seconds: 60 * MINUTE_S },
  /** Sign-ups that are told that the address has an account: docs/security.md says why they are. */
  takenEmail: { name: 'sign_up_taken', points: 20, seconds: 60 * MINUTE_S },
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
    takenEmail: limits.byClient(byClient.takenEmail),
    link: limits.byClient(byClient.link),
    google: limits.byClient(byClient.google),
  };

  return {
    /** @throws ShopError `too_many_requests` */
    count: async (attempts: readonly Attempt[]): Promise<void> => {
      for (const [name, key] of attempts) await limiters[name].consume(key);
    },
    /**
     * Runs what counts only when its result is `counted`; over the limit nothing runs, so that the
     * refusal tells nothing of what the result would have been.
     * @throws ShopError `too_many_requests`
     */
    countIf: async <T>([name, key]: Attempt, counted: T, run: () => Promise<T>): Promise<T> => {
      await limiters[name].consume(key);
      let isCounted = false;
      try {
        const result = await run();
        isCounted = result === counted;
        return result;
      } finally {
        if (!isCounted) await limiters[name].giveBack(key);
      }
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
