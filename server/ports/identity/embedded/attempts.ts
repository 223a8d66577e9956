import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/errors.ts';
import type { Limit } from '../../../db/engine.ts';
import type { EmbeddedOptions } from './options.ts';

const MINUTE_S = 60;

/**
 * Chilean mobile networks put whole neighbourhoods behind one address, so what counts per address
 * is wide and, for passwords, counts only wrong ones; what counts per account is narrow. The widest
 * of the three for passwords still stops before a hundred in a row.
 */
const limits = {
  passwordOfPair: { name: 'password_pair', points: 10, seconds: 15 * MINUTE_S },
  passwordOfAccount: { name: 'password_account', points: 50, seconds: 60 * MINUTE_S },
  passwordOfAddress: { name: 'password_address', points: 90, seconds: 15 * MINUTE_S },
  signUp: { name: 'sign_up', points: 200, seconds: 60 * MINUTE_S },
  resetOfAccount: { name: 'reset_account', points: 6, seconds: 60 * MINUTE_S },
  resetOfAddress: { name: 'reset_address', points: 60, seconds: 60 * MINUTE_S },
  verification: { name: 'verification', points: 5, seconds: 10 * MINUTE_S },
  link: { name: 'mail_link', points: 120, seconds: 60 * MINUTE_S },
  google: { name: 'google', points: 300, seconds: 60 * MINUTE_S },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
/** A limiter's count for one caller, by a key that only a hash is kept of. */
export type Attempt = readonly [LimitName, string];

/** Counts attempts, and refuses those over the limit with the time to wait. */
export function createAttempts({ db, rateLimits }: Pick<EmbeddedOptions, 'db' | 'rateLimits'>) {
  const limiter = (name: LimitName) => db.createLimiter(limits[name]);
  const limiters = {
    passwordOfPair: limiter('passwordOfPair'),
    passwordOfAccount: limiter('passwordOfAccount'),
    passwordOfAddress: limiter('passwordOfAddress'),
    signUp: limiter('signUp'),
    resetOfAccount: limiter('resetOfAccount'),
    resetOfAddress: limiter('resetOfAddress'),
    verification: limiter('verification'),
    link: limiter('link'),
    google: limiter('google'),
  };

  return {
    /** @throws ShopError `too_many_requests` */
    count: async (reply: FastifyReply, attempts: readonly Attempt[]): Promise<void> => {
      if (!rateLimits) return;
      for (const [name, key] of attempts) {
        try {
          await limiters[name].consume(hash(key));
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          reply.header('retry-after', Math.ceil(error.msBeforeNext / 1000));
          throw new ShopError('too_many_requests');
        }
      }
    },
    /** An attempt that was right does not count. */
    excuse: async (attempts: readonly Attempt[]): Promise<void> => {
      if (!rateLimits) return;
      for (const [name, key] of attempts) await limiters[name].reward(hash(key), 1);
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
