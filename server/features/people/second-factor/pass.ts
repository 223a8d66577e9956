import { DAY_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { lockCallerAccount } from '#server/features/people/authorize.ts';
import { notifyAccount } from './change-second-factor.ts';
import { findFactor, notePass, useRecoveryCode, useStep } from './repo.ts';
import { findStep, hashRecoveryCode, isAppCode, plainCode, unseal } from './totp.ts';

/**
 * Marks the second factor as passed for a session in one browser, by a current code or a recovery
 * code; each works once.
 * @param browserHash the hash of the value in the browser's new cookie
 * @throws ShopError `second_factor_missing`, `second_factor_wrong`, `unauthenticated`,
 *   `account_disabled`
 */
export async function passSecondFactor(
  context: Context,
  buyer: SignedIn,
  { code: typed, browserHash }: { code: string; browserHash: string },
): Promise<void> {
  const { uid, email, token } = buyer;
  const factor = await findFactor(context.db.queries, uid);
  if (!factor) throw new ShopError('second_factor_missing');
  const now = context.clock();
  const code = plainCode(typed);
  const { sealedSecret } = factor;
  const secret = isAppCode(code)
    ? await unseal(context, sealedSecret, { uid, use: 'factor' })
    : null;
  const step = secret === null ? null : findStep(secret, code, now);
  const useUp = async (tx: Tx) =>
    isAppCode(code)
      ? step !== null && useStep(tx, { uid, sealedSecret, step })
      : useRecoveryCode(tx, uid, hashRecoveryCode(context, uid, code));
  const passed = await context.db.transaction(async (tx) => {
    await lockCallerAccount(context, tx, buyer);
    if (!(await useUp(tx))) return false;
    await notePass(tx, { uid, session: token.session, browserHash, now });
    if (!isAppCode(code)) {
      await notifyAccount(context, tx, { to: email, change: 'code_used', at: now });
    }
    return true;
  });
  if (!passed) throw new ShopError('second_factor_wrong');
}

const MINUTE_S = 60;
const DAY_S = 86_400;

/**
 * Codes have six digits: with thirty wrong ones a day an attacker has one chance in eleven thousand.
 * Recovery codes are counted separately, so that an attacker cannot lock the owner out.
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

export async function sweepPasses({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.queries
    .deleteFrom('second_factor_passes')
    .where('passed_at', '<', clock() - SESSION_DAYS * DAY_MS)
    .execute();
}
