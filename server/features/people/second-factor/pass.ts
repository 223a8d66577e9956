import type { SignedIn } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { holdAccount } from '../hold-account.ts';
import { notifyAccount } from './notify-account.ts';
import { hashRecoveryCode, isAppCode, plainCode } from './recovery-codes.ts';
import { findFactor, notePass, useRecoveryCode, useStep } from './repo.ts';
import { unseal } from './seal.ts';
import { findStep } from './totp.ts';

/**
 * Lets a session pass, in one browser, that knows a code of now or a recovery code; either works
 * once.
 * @param browserHash the hash of the value that the browser is going to keep
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
  const useUp = isAppCode(code)
    ? await appCode(context, { uid, sealedSecret: factor.sealedSecret, code, now })
    : (tx: Tx) => useRecoveryCode(tx, uid, hashRecoveryCode(context, uid, code));
  const passed = await context.db.transaction(async (tx) => {
    await holdAccount(context, tx, buyer);
    if (!(await useUp(tx))) return false;
    await notePass(tx, { uid, session: token.session, browserHash, now });
    if (!isAppCode(code)) await notifyAccount(tx, { to: email, change: 'code_used', at: now });
    return true;
  });
  if (!passed) throw new ShopError('second_factor_wrong');
  context.jobNotifier.notify();
}

async function appCode(
  context: Context,
  {
    uid,
    sealedSecret,
    code,
    now,
  }: { uid: string; sealedSecret: string; code: string; now: number },
): Promise<(tx: Tx) => Promise<boolean>> {
  const secret = await unseal(context, sealedSecret, { uid, use: 'factor' });
  const step = secret === null ? null : findStep(secret, code, now);
  return async (tx) => step !== null && useStep(tx, { uid, sealedSecret, step });
}
