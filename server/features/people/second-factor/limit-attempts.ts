import type { Context } from '../../../context.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/**
 * Codes have six digits: thirty wrong ones a day leave a guesser one chance in eleven thousand. They
 * count apart from recovery codes, by which an owner gets in whose codes a thief uses up.
 */
export function createTries({ limits }: Pick<Context, 'limits'>) {
  const ofApp = [
    limits.byKey({ name: 'second_factor', points: 6, seconds: 15 * MINUTE_S }),
    limits.byKey({ name: 'second_factor_day', points: 30, seconds: DAY_S }),
  ];
  const ofRecovery = [limits.byKey({ name: 'recovery_code', points: 10, seconds: 15 * MINUTE_S })];
  const ofClient = limits.byClient({ name: 'second_factor', points: 60, seconds: 15 * MINUTE_S });

  /**
   * Runs an attempt; one that succeeds does not count.
   * @throws ShopError `too_many_requests` with the time to wait, else what the attempt throws
   */
  return async <T>(
    { uid, address, isAppCode }: { uid: string; address: string; isAppCode: boolean },
    attempt: () => Promise<T>,
  ): Promise<T> => {
    const counters = [
      ...(isAppCode ? ofApp : ofRecovery).map((limiter) => ({ limiter, key: uid })),
      { limiter: ofClient, key: address },
    ];
    for (const { limiter, key } of counters) await limiter.consume(key);
    const result = await attempt();
    for (const { limiter, key } of counters) await limiter.giveBack(key);
    return result;
  };
}
